import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts, WayInChange } from "./identity-parts.server.ts";

/** Writes to the owner, and notes for the operator, that a way into the account has changed, in the transaction of the change. */
export async function tellOwner(
  { callbacks }: Pick<IdentityParts, "callbacks">,
  sql: Sql,
  { userId, kind }: { userId: Uuid; kind: WayInChange },
): Promise<void> {
  await callbacks.onSecurityEvent(sql.$client, { kind, userId });
  const { rows } = await sql.$client.query<{ email: string }>({
    name: "address-of-owner",
    text: 'SELECT email FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  const [owner] = rows;
  if (owner) await callbacks.onLetter(sql, { kind, userId, email: owner.email });
}
