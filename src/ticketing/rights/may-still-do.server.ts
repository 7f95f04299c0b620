import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { asPerson } from "#platform/database/transaction-start.server.ts";
import { type Act, mayDo } from "./act-rights.ts";

/**
 * Resolves to the role that this person has now, if that role and the one of the request may do it; undefined otherwise.
 * The role is locked: it cannot change before the transaction ends, and an act that decides more by a role takes this one.
 * With a duty, the policies of `profiles` know from here on whom the duty acts for.
 */
export async function mayStillDo(
  sql: Sql,
  { userId, role }: { readonly userId: Uuid; readonly role?: Role },
  act: Act,
): Promise<Role | undefined> {
  if (role !== undefined && !mayDo({ role }, act)) return undefined;
  await sql.query({ ...asPerson, values: [userId] });
  const { rows } = await sql.query<{ role: Role }>("SELECT role FROM profiles WHERE id = $1 FOR SHARE", [
    userId,
  ]);
  const [now] = rows;
  return now && mayDo(now, act) ? now.role : undefined;
}
