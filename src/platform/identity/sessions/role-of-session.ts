import type { AccountFacts } from "../tokens/auth-user.ts";

/** ADMIN_SECOND_FACTOR: whether administrators must show a second factor before they get their rights. */
export type AdminFactor = "offered" | "required";

type Shown = {
  readonly role: AccountFacts["role"];
  readonly aal: "aal1" | "aal2";
  /** A setting demands a second factor of everybody who enters the back-office. */
  readonly isDemanded: boolean;
};

/** That setting, in SQL. */
export const isDemandedInSql = "coalesce((SELECT t.demands_factor FROM team_settings t), false)";

/** A phone at the door goes from hand to hand: its roles are asked for no second factor. */
const never: readonly AccountFacts["role"][] = ["user", "gate", "door_chief"];

/** Whether this person must still show a second factor that the installation or the setting requires. */
export function needsFactor(adminFactor: AdminFactor, { role, aal, isDemanded }: Shown): boolean {
  const isRequired = isDemanded || (adminFactor === "required" && role === "admin");
  return isRequired && aal !== "aal2" && !never.includes(role);
}

/** The role of a session, by cookie or by token: until the factor is shown, the person has the rights of a customer. */
export function roleOfSession(adminFactor: AdminFactor, shown: Shown): AccountFacts["role"] {
  return needsFactor(adminFactor, shown) ? "user" : shown.role;
}
