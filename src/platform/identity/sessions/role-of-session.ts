import type { AccountFacts } from "../tokens/auth-user.ts";

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

/** Whether this person must still show a second factor that the setting demands. */
export function needsFactor({ role, aal, isDemanded }: Shown): boolean {
  return isDemanded && aal !== "aal2" && !never.includes(role);
}

/** The role of a session, by cookie or by token: until the factor is shown, the person has the rights of a customer. */
export function roleOfSession(shown: Shown): AccountFacts["role"] {
  return needsFactor(shown) ? "user" : shown.role;
}
