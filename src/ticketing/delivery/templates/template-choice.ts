/** The template for each use, by its name in `email_templates`. */
export type TemplateChoice = {
  readonly regular_ticket: string;
  readonly season_pass: string;
  readonly welcome_email: string;
};

export const defaultTemplateChoice: TemplateChoice = {
  regular_ticket: "ticket_confirmation",
  season_pass: "season_pass_confirmation",
  welcome_email: "welcome_email",
};

export const templateUses = ["regular_ticket", "season_pass", "welcome_email"] as const;
export type TemplateUse = (typeof templateUses)[number];

/** Templates that keep the name that the program gives them, so no other template can be chosen in their place. */
export const editedByName = [
  "order_confirmation",
  "night_cancelled",
  "night_cancelled_share",
  "night_cancelled_nothing",
  "night_cancelled_received",
  "night_cancelled_guest",
  "night_moved",
  "night_moved_share",
  "night_moved_nothing",
  "night_moved_received",
  "night_moved_ended",
  "night_moved_guest",
  "night_message",
  "night_message_news",
  "payment_returned",
  "payment_returned_twice_paid",
  "payment_returned_refunded",
  "payment_returned_lowered",
  "guest_place",
] as const;
export function isEditedByName(name: string): name is (typeof editedByName)[number] {
  return editedByName.some((one) => one === name);
}

/** The key of the choice in `site_content`. */
export const templateChoiceKey = "email_template_config";

/** The use of a kind of email whose template can be chosen; undefined for kinds that use the program's own. */
export function templateUseOf(kind: string): TemplateUse | undefined {
  switch (kind) {
    case "ticket_confirmation":
      return "regular_ticket";
    case "season_pass_confirmation":
      return "season_pass";
    case "welcome_email":
      return "welcome_email";
  }
  return undefined;
}
