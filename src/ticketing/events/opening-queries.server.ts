import type { Sql } from "#platform/database/sql.ts";
import { type Opening, type OpeningRow, openingJson, openingOf } from "./opening.ts";

export async function findOpening(reader: Sql, eventId: string): Promise<Opening | null> {
  const { rows } = await reader.query<{ opening: OpeningRow }>(
    `SELECT ${openingJson} AS opening FROM openings o WHERE o.event_id = $1`,
    [eventId],
  );
  return openingOf(rows[0]?.opening ?? null);
}
