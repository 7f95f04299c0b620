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

/** Reads the form that gives a person a role; "user" takes the role away. */
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
    // empty means that nothing may be refunded
    const typed = lei(text.trim() || "0");
    if (typed !== undefined && typed <= limits.dailyRefunds) return typed;
    context.addIssue({ code: "custom", message: typed === undefined ? "not_an_amount" : "too_big" });
    return z.NEVER;
  }),
});

/** Reads the team's settings; the limit is typed in lei. */
export function readTeamSettingsForm(typed: {
  demands_factor: string;
  refund_limit: string;
}): Outcome<TeamSettings, SettingsProblem> {
  const read = settings.safeParse(typed);
  if (read.success)
    return done({ demandsFactor: read.data.demands_factor, refundLimit: read.data.refund_limit });
  return refused(read.error.issues[0]?.message === "too_big" ? "too_big" : "not_an_amount");
}
