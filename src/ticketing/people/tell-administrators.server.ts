import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";
import type { Role } from "./roles.ts";

export type RoleChange = {
  readonly userId: Uuid;
  /** Null for whoever runs the machine. */
  readonly by: Uuid | null;
  readonly before: Role;
  readonly after: Role;
};

/**
 * Writes to every administrator, and to the person, that somebody has another role, in the transaction of the change.
 * The letter holds ids; what people are called is looked up when it is sent.
 */
export async function tellAdministrators(sql: Sql, { userId, by, before, after }: RoleChange): Promise<void> {
  const { rows } = await sql.$client.query<{ id: Uuid; email: string }>(
    "SELECT id, email FROM profiles WHERE role = 'admin' OR id = $1 ORDER BY id",
    [userId],
  );
  const change = newId();
  await enqueueLetters(
    sql.$client,
    rows.map(({ id, email }) => ({
      kind: "role_changed" as const,
      dedupeKey: `role:${change}:${id}`,
      recipient: email,
      userId: id,
      variables: { person: userId, by, before, after },
    })),
  );
}
