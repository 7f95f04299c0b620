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
