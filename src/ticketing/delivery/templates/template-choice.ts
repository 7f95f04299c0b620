/** Which template is written when; the names are those of `email_templates`. */
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

/** The key of the choice in `site_content`. */
export const templateChoiceKey = "email_template_config";

/** The letters whose template is chosen; all others are written as the program has them. */
export function templateUseOf(kind: string): TemplateUse | undefined {
  switch (kind) {
    case "ticket_confirmation":
      return "regular_ticket";
    case "season_pass_confirmation":
      return "season_pass";
    case "welcome_email":
      return "welcome_email";
    default:
      return undefined;
  }
}
