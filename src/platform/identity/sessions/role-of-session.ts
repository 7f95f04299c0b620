import type { AccountFacts } from "../tokens/auth-user.ts";

type SessionLevel = {
  readonly role: AccountFacts["role"];
  readonly aal: "aal1" | "aal2";
  /** A setting demands a second factor from everybody who enters the back-office. */
  readonly isDemanded: boolean;
};

/** SQL: whether that setting is on. */
export const isDemandedInSql = "coalesce((SELECT t.demands_factor FROM team_settings t), false)";

/** The roles that are never asked for a second factor: a phone at the door goes from hand to hand. */
const rolesWithoutFactor: readonly AccountFacts["role"][] = ["user", "gate", "door_chief"];

/** Whether this person must still show a second factor because of the setting. */
export function needsFactor({ role, aal, isDemanded }: SessionLevel): boolean {
  return isDemanded && aal !== "aal2" && !rolesWithoutFactor.includes(role);
}

/** The effective role of a session, by cookie or by token. Until the demanded factor is shown, it is a customer's. */
export function roleOfSession(session: SessionLevel): AccountFacts["role"] {
  return needsFactor(session) ? "user" : session.role;
}
