import type { Sql } from "#platform/database/sql.ts";
import type { OpeningForm } from "./opening-form.ts";

/** The opening, locked until the end of the transaction. `hasBegun` is by the database's clock. */
export async function lockOpening(client: Sql, eventId: string) {
  const { rows } = await client.query<OpeningForm & { readonly hasBegun: boolean }>(
    `SELECT opens_at AS "opensAt", room_minutes AS "roomMinutes", opens_at <= now() AS "hasBegun"
     FROM openings WHERE event_id = $1 FOR UPDATE`,
    [eventId],
  );
  return rows[0];
}
