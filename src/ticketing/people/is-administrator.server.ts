import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";

/**
 * Whether this person is an administrator now, in the transaction that wants to change something: the role cannot be
 * taken away between this question and the end of the transaction. Who asked for the page may have been one then.
 */
export async function isAdministrator(
  client: pg.ClientBase,
  { userId }: { readonly userId: Uuid },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "is-administrator",
    text: "SELECT FROM profiles WHERE id = $1 AND role = 'admin' FOR SHARE",
    values: [userId],
  });
  return rowCount === 1;
}
