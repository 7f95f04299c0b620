import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";
import { throttleKey } from "./throttle-store.server.ts";

/** Takes an account away: credentials, sessions, keys, open links, and the letters counted for its address. */
export async function eraseAccount(
  sql: Sql,
  { userId, email }: { userId: Uuid; email: string },
): Promise<void> {
  await sql.$client.query(
    "DELETE FROM identity.verification WHERE value = $1::text OR value LIKE $1::text || ' %'",
    [userId],
  );
  const subjects = (["confirm", "reset", "known"] as const).map((what) => throttleKey(what, email));
  await sql.$client.query("DELETE FROM identity.throttle WHERE key = ANY($1)", [
    [...subjects, throttleKey("change", userId)],
  ]);
  await dropRegistrations(sql.$client, email);
  await sql.$client.query('DELETE FROM identity."user" WHERE id = $1', [userId]);
}
