import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { consumeCode } from "#platform/identity/letters/letter-code.server.ts";
import { findGuestContact } from "./person-queries.server.ts";

/**
 * Uses up the code that was sent to the address of a guest: from now on the address is proven. Wrong ones are counted for
 * the guest and for the network (decision 65). Resolves to the account that has this address proven too, if there is one.
 */
export async function proveGuest(
  { database, tokenSecret }: Pick<Identity, "database" | "tokenSecret">,
  { guestId, code, address }: { readonly guestId: Uuid; readonly code: string; readonly address: string },
): Promise<Outcome<{ readonly accountId: Uuid | undefined }, "code_wrong">> {
  return database.withDuty("identity", async (sql) => {
    const email = await findGuestContact(sql, guestId);
    if (email === undefined) return refused("code_wrong");
    const tried = { purpose: "guest-code", email, userId: guestId, code: code.trim(), address } as const;
    if (!(await consumeCode(sql, tokenSecret, tried))) return refused("code_wrong");
    const { rows } = await sql.query<{ accountId: Uuid | null }>({
      name: "prove-guest",
      text: `UPDATE profiles SET contact_proven_at = now() WHERE id = $1
             RETURNING (SELECT u.id FROM identity."user" u WHERE u.email = lower(contact_email::text) AND u.email_verified) AS "accountId"`,
      values: [guestId],
    });
    return done({ accountId: rows[0]?.accountId ?? undefined });
  });
}
