import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";

/**
 * Whether this person may do it now, in the transaction that wants to change something: the role cannot be taken away
 * between this question and the end of the transaction. Who asked for the page may have had it then.
 */
export async function mayStillDo(
  client: pg.ClientBase,
  { userId }: { readonly userId: Uuid },
  act: Act,
): Promise<boolean> {
  const { rows } = await client.query<Pick<Actor, "role">>({
    name: "role-of-actor",
    text: "SELECT role FROM profiles WHERE id = $1 FOR SHARE",
    values: [userId],
  });
  return mayDo(rows[0] ?? null, act);
}
