import type { Sql } from "#platform/database/sql.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";

/** The public key of each phone whose rows are still taken. */
export async function listPhoneKeys(
  sql: Sql,
): Promise<{ readonly id: string; readonly publicKey: string }[]> {
  const { rows } = await sql.query<{ id: string; publicKey: string }>({
    name: "phone-keys",
    text: `SELECT d.id, d.public_key AS "publicKey" FROM gate_devices d JOIN events e ON e.id = d.event_id WHERE NOT ${isOverBy("e", "$1")}`,
    values: [durations.rowsAfterNight],
  });
  return rows;
}

/** The hashes of the secrets of all invitations that are not over yet. */
export async function listOpenInvitations(sql: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ hash: string }>({
    name: "open-invitations",
    text: "SELECT secret_hash AS hash FROM gate_invitations WHERE expires_at > now()",
  });
  return new Set(rows.map(({ hash }) => hash));
}
