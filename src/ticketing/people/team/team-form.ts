import { z } from "zod";
import { lei } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { personRoles, type Role } from "#platform/database/database-roles.ts";
import { limits } from "#ticketing/limits.ts";
import { emailField as email } from "#ticketing/people/person-fields-form.ts";
import type { TeamSettings } from "./team-settings-queries.server.ts";

export type RoleForm = { readonly email: string; readonly role: Role };
export type RoleProblems = {
  readonly email?: "email_required" | "email_invalid";
  readonly role?: "unknown_role";
};

const role = z.enum(personRoles, { error: "unknown_role" });
const schema = z.strictObject({ email, role });

/** Whom a role is given to, and which; "user" takes it away. */
export function readRoleForm(typed: { email: string; role: string }): Outcome<RoleForm, RoleProblems> {
  const read = schema.safeParse(typed);
  if (read.success) return done(read.data);
  const problems = read.error.issues.map(({ path, message }) => [path[0], message]);
  return refused(Object.fromEntries(problems) as RoleProblems);
}

export type SettingsProblem = "not_an_amount" | "too_big";

const settings = z.strictObject({
  demands_factor: z.enum(["", "da"], { error: "not_an_amount" }).transform((typed) => typed === "da"),
  refund_limit: z.string().transform((text, context) => {
    // nothing typed: nothing may be given back
    const typed = lei(text.trim() || "0");
    if (typed !== undefined && typed <= limits.dailyRefunds) return typed;
    context.addIssue({ code: "custom", message: typed === undefined ? "not_an_amount" : "too_big" });
    return z.NEVER;
  }),
});

/** What the team must have and may do; the limit in lei as a person types them. */
export function readTeamSettingsForm(typed: {
  demands_factor: string;
  refund_limit: string;
}): Outcome<TeamSettings, SettingsProblem> {
  const read = settings.safeParse(typed);
  if (read.success)
    return done({ demandsFactor: read.data.demands_factor, refundLimit: read.data.refund_limit });
  return refused(read.error.issues[0]?.message === "too_big" ? "too_big" : "not_an_amount");
}
