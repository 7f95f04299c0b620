import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { WayInChange } from "../accounts/account-events.ts";
import { findAddress } from "../accounts/account-store.server.ts";
import type { Identity } from "../identity.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import { maySendEmail, throttleKey } from "../limits/throttle-store.server.ts";

/**
 * Records that a way to sign in has changed, and sends the owner an email, in the transaction of the change. At most
 * ten such emails are sent in an hour. The email about a changed address is always sent: it goes to the former
 * address, which gets no later email.
 */
export async function tellOwner(
  { callbacks }: Pick<Identity, "callbacks">,
  sql: Sql,
  { userId, kind }: { userId: Uuid; kind: WayInChange },
): Promise<void> {
  await callbacks.onSecurityEvent(sql, { kind, userId });
  if (kind !== "address_changed" && !(await mayTellOwner(sql, userId))) return;
  const email = await findAddress(sql, userId);
  if (email !== undefined) await callbacks.onLetter(sql, { kind, userId, email });
}

/** Whether one more email about a change may be sent: sessions of the account must not fill the queue. */
export async function mayTellOwner(sql: Sql, userId: Uuid): Promise<boolean> {
  return maySendEmail(sql, throttleKey("tell", userId), {
    most: loginLimits.warningsPerAccountAndHour,
    secondsApart: 0,
  });
}
