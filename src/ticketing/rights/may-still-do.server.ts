import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { asPerson } from "#platform/database/transaction-start.server.ts";
import { type Act, mayDo } from "./act-rights.ts";

/**
 * Resolves to the person's present role if both it and the role of the request may do the act; else undefined. The
 * role is locked until the transaction ends, so an act that decides more by a role uses this one. From here on, the
 * policies of `profiles` know for whom a duty acts.
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
  const [person] = rows;
  return person && mayDo(person, act) ? person.role : undefined;
}
