import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { loginLimits } from "./login-limits.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";

/**
 * Whether a mailbox may get one more email today that it perhaps did not ask for, of all kinds together; counts it if
 * so. Asked last, when the email is certain, beside the limit of its kind. `owner`: the email lets in the owner of a
 * proven address or of paid tickets. Those are counted by themselves, and beyond the day's number one goes out in two
 * hours, so that a stranger who asks for them keeps none from the owner. `nobody`: none goes out, for the same work.
 */
export async function mayReachMailbox(
  sql: Sql,
  email: string,
  whose: "anybody" | "owner" | "nobody",
): Promise<boolean> {
  const aDay = { most: loginLimits.unaskedLettersPerMailboxAndDay, within: inSeconds.day, secondsApart: 0 };
  if (whose === "nobody") return mayWrite(sql, throttleKey("letter-of-nobody", email), aDay);
  if (whose === "anybody") return mayWrite(sql, throttleKey("letter-of-day", email), aDay);
  const later = { most: 1, within: 2 * inSeconds.hour, secondsApart: 0 };
  return (
    (await mayWrite(sql, throttleKey("owners-letter-of-day", email), aDay)) ||
    mayWrite(sql, throttleKey("owners-letter-later", email), later)
  );
}

/** Whether tickets may be sent again to an address, as often as other emails of one kind. Counts it if so. */
export function maySendAgain(sql: Sql, email: string): Promise<boolean> {
  return mayWrite(sql, throttleKey("guest-tickets", email));
}
