import type { TemplateName } from "../letter-template.ts";

export const templateUses = ["regular_ticket", "season_pass", "welcome_email"] as const;
export type TemplateUse = (typeof templateUses)[number];

/** The template for each use, by its name in `email_templates`. */
export type TemplateChoice = Readonly<Record<TemplateUse, string>>;

/** The built-in templates; each has the name of the kind of email that uses it. */
export const defaultTemplateChoice: TemplateChoice = {
  regular_ticket: "ticket_confirmation",
  season_pass: "season_pass_confirmation",
  welcome_email: "welcome_email",
};

/** Templates that are found by their name, so no other template can be chosen in their place. */
export type FixedTemplateName = Extract<
  TemplateName,
  "order_confirmation" | "guest_place" | `night_${string}` | `payment_returned${string}`
>;
export const hasFixedName = (name: string): name is FixedTemplateName =>
  /^(?:order_confirmation$|guest_place$|night_|payment_returned)/.test(name);

/** The key of the choice in `site_content`. */
export const templateChoiceKey = "email_template_config";

/** The use of a kind of email whose template can be chosen; undefined for kinds that use the program's own. */
export function templateUseOf(kind: string): TemplateUse | undefined {
  return templateUses.find((use) => defaultTemplateChoice[use] === kind);
}
