import { canonicalEmail } from "#kernel/email-address.ts";
import type { Identity } from "../identity.server.ts";
import { mayWrite, throttleKey } from "../limits/throttle-store.server.ts";
import { issueToken } from "../tokens/one-time-token.server.ts";
import { lockAddress } from "./account-locks.server.ts";
import { findAccount } from "./account-store.server.ts";
import { findByBrowser, findNewest, renewLink } from "./registration-store.server.ts";

/**
 * Sends a link again, if a sign-up waits for one and the limits of D11 allow: the link of this browser's sign-up; else of
 * the unproven account; else of the newest sign-up. The answer is always the same.
 */
export async function resendConfirmation(
  identity: Identity,
  typed: string,
  browser?: string | null,
): Promise<void> {
  const email = canonicalEmail(typed);
  if (email === undefined || !(await identity.callbacks.lettersOn())) return;
  await identity.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    const account = await findAccount(sql, email);
    const enteredHere = await findByBrowser(sql, email, browser);
    const pending = enteredHere ?? (account ? undefined : await findNewest(sql, email));
    const isWaiting = !account?.isConfirmed && (pending || account);
    // a row is written in any case; without a sign-up that waits, it does not count against a later one
    const may = await mayWrite(sql, throttleKey(isWaiting ? "confirm" : "confirm-nothing", email));
    if (!isWaiting || !may) return;
    if (pending) {
      const token = await renewLink(sql, pending.id);
      const userId = pending.accountId;
      await identity.callbacks.onLetter(sql, { kind: "confirm_address", userId, email, token });
    } else if (account) {
      const token = await issueToken(sql, "confirm-address", account.id);
      await identity.callbacks.onLetter(sql, { kind: "confirm_address", userId: account.id, email, token });
    }
  });
}
