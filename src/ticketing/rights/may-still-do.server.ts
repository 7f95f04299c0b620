import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { asPerson } from "#platform/database/transaction-start.server.ts";
import { type Act, mayDo } from "./act-rights.ts";

/**
 * Whether this person may do it, by the role of the request and by the one they have now. The latter is locked: it cannot
 * change before the transaction ends. With a duty, the policies of `profiles` know from here on whom the duty acts for.
 */
export async function mayStillDo(
  sql: Sql,
  { userId, role }: { readonly userId: Uuid; readonly role?: Role },
  act: Act,
): Promise<boolean> {
  if (role !== undefined && !mayDo({ role }, act)) return false;
  await sql.query({ ...asPerson, values: [userId] });
  const { rows } = await sql.query<{ role: Role }>("SELECT role FROM profiles WHERE id = $1 FOR SHARE", [
    userId,
  ]);
  return mayDo(rows[0] ?? null, act);
}
