import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { changeAddress } from "./change-address.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { consumeToken, endTokens } from "./one-time-token.server.ts";
import { findAccount, sendConfirmation } from "./register-account.server.ts";

/**
 * Uses the token of a confirmation letter up. Signs nobody in. Call it for a POST only: mail scanners follow links.
 */
export async function confirmAccount(
  parts: IdentityParts,
  token: string,
): Promise<Outcome<{ userId: Uuid }, "token_invalid">> {
  const confirmed = await parts.database.withDuty<Outcome<{ userId: Uuid }, "token_invalid">>(
    "identity",
    async (sql) => {
      const userId = await consumeToken(sql.$client, "confirm-address", token);
      if (userId === undefined) return refused("token_invalid");
      await confirmOwner(parts, sql, userId as Uuid);
      return done({ userId: userId as Uuid });
    },
  );
  // one page for both letters: the link of a new address is confirmed there too
  return confirmed.ok ? confirmed : changeAddress(parts, token);
}

/** Sends the link again, if there is such an account and it waits for it. The answer is the same either way. */
export async function resendConfirmation(parts: IdentityParts, typed: string): Promise<void> {
  const email = canonicalEmail(typed);
  if (email === undefined || !(await parts.callbacks.lettersOn())) return;
  await parts.database.withDuty("identity", async (sql) => {
    const account = await findAccount(sql, email);
    if (account && !account.isConfirmed) await sendConfirmation(parts, sql, { userId: account.id, email });
  });
}

/** The person has shown that the address is theirs. The first time, the business hears of it. */
export async function confirmOwner(parts: IdentityParts, sql: Sql, userId: Uuid): Promise<void> {
  const email = await markConfirmed(sql, userId);
  if (email !== undefined) await parts.callbacks.onConfirmed(sql, { userId, email });
}

/** Marks the address confirmed and ends its open links. Resolves to the address if it was not confirmed before. */
export async function markConfirmed(sql: Sql, userId: Uuid): Promise<string | undefined> {
  const { rows } = await sql.$client.query<{ email: string }>({
    name: "mark-confirmed",
    text: `UPDATE identity."user" SET email_verified = true, email_confirmed_at = now(), updated_at = now()
           WHERE id = $1 AND NOT email_verified RETURNING email`,
    values: [userId],
  });
  await endTokens(sql.$client, "confirm-address", userId);
  return rows[0]?.email;
}
