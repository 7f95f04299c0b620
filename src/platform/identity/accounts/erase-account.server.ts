import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { throttleKey } from "../limits/throttle-store.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";

/** Deletes an account: credentials, sessions, passkeys, open links, and the counters of emails to its address. */
export async function eraseAccount(
  sql: Sql,
  { userId, email }: { userId: Uuid; email: string },
): Promise<void> {
  await sql.query("DELETE FROM identity.verification WHERE value = $1::text OR value LIKE $1::text || ' %'", [
    userId,
  ]);
  const subjects = (["confirm", "reset", "known"] as const).map((what) => throttleKey(what, email));
  await sql.query("DELETE FROM identity.throttle WHERE key = ANY($1)", [
    [...subjects, throttleKey("change", userId), throttleKey("tell", userId), throttleKey("voucher", userId)],
  ]);
  await dropRegistrations(sql, email);
  await sql.query('DELETE FROM identity."user" WHERE id = $1', [userId]);
}
