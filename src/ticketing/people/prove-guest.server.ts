import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { consumeCode, isRightCode } from "#platform/identity/letters/letter-code.server.ts";
import { findAccountOf, findGuestContact } from "./person-queries.server.ts";

type Proof = {
  readonly guestId: Uuid;
  readonly code: string;
  readonly address: string;
  /** Keeps the code valid if no account has the address, so that it can still open one. */
  readonly withoutAccount?: "keep the code";
};

/**
 * Uses up the code that was emailed to a guest; from now on the address is proven. Wrong codes are counted for the
 * guest and the network. Returns the account that has proven the same address, if there is one.
 */
export async function proveGuest(
  { database, tokenSecret }: Pick<Identity, "database" | "tokenSecret">,
  { guestId, code, address, withoutAccount }: Proof,
): Promise<Outcome<{ readonly accountId: Uuid | undefined }, "code_wrong">> {
  return database.withDuty("identity", async (sql) => {
    const email = await findGuestContact(sql, guestId);
    if (email === undefined) return refused("code_wrong");
    const accountId = await findAccountOf(sql, email);
    const attempt = {
      purpose: "guest-code",
      email,
      userId: guestId,
      code: code.replace(/\s+/g, ""),
      address,
    } as const;
    const check = accountId === undefined && withoutAccount ? isRightCode : consumeCode;
    if (!(await check(sql, tokenSecret, attempt))) return refused("code_wrong");
    return (await markContactProven(sql, guestId, email)) ? done({ accountId }) : refused("code_wrong");
  });
}

/** False when the address was corrected since it was read: the code does not prove the new one. */
export async function markContactProven(sql: Sql, guestId: Uuid, email: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "prove-guest",
    text: "UPDATE profiles SET contact_proven_at = now() WHERE id = $1 AND contact_email = $2",
    values: [guestId, email],
  });
  return rowCount === 1;
}
