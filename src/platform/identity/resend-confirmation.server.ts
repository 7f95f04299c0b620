import { canonicalEmail } from "#kernel/email-address.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { issueToken } from "./one-time-token.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { findByBrowser, findNewest, renewLink } from "./registration-store.server.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";

/**
 * Sends a link again, if something waits for one and the letters of D11 allow: the link of what this browser typed; else
 * of the account that is used unproven; else of the newest sign-up. The answer is the same either way.
 */
export async function resendConfirmation(
  parts: IdentityParts,
  typed: string,
  browser?: string | null,
): Promise<void> {
  const email = canonicalEmail(typed);
  if (email === undefined || !(await parts.callbacks.lettersOn())) return;
  await parts.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    const account = await findAccount(sql, email);
    if (account?.isConfirmed) return;
    const typedHere = await findByBrowser(sql.$client, email, browser);
    const pending = typedHere ?? (account ? undefined : await findNewest(sql.$client, email));
    if (!pending && !account) return;
    if (!(await mayWrite(sql.$client, throttleKey("confirm", email)))) return;
    if (pending) {
      const token = await renewLink(sql.$client, pending.id);
      const userId = pending.accountId;
      await parts.callbacks.onLetter(sql, { kind: "confirm_address", userId, email, token });
    } else if (account) {
      const token = await issueToken(sql.$client, "confirm-address", account.id);
      await parts.callbacks.onLetter(sql, { kind: "confirm_address", userId: account.id, email, token });
    }
  });
}
