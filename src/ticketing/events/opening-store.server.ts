import { eq, sql } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { OpeningForm } from "./opening-form.ts";
import { openings } from "./opening-tables.server.ts";

/** The opening, locked until the end of the transaction. The database's clock says whether its hour has come. */
export async function lockOpening(
  client: Sql,
  eventId: string,
): Promise<(OpeningForm & { readonly hasBegun: boolean }) | undefined> {
  const { opensAt, roomMinutes } = openings;
  const [opening] = await builder(client)
    .select({ opensAt, roomMinutes, hasBegun: sql<boolean>`${opensAt} <= now()` })
    .from(openings)
    .where(eq(openings.eventId, eventId))
    .for("update");
  return opening;
}

/** False when the hour has passed already. */
export async function writeOpening(
  client: Sql,
  eventId: string,
  { opensAt, roomMinutes }: OpeningForm,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO openings (event_id, opens_at, room_minutes) SELECT $1, $2, $3 WHERE $2::timestamptz > now()
     ON CONFLICT (event_id) DO UPDATE SET opens_at = excluded.opens_at, room_minutes = excluded.room_minutes`,
    [eventId, opensAt, roomMinutes],
  );
  return rowCount === 1;
}

export async function removeOpening(client: Sql, eventId: string): Promise<void> {
  await builder(client).delete(openings).where(eq(openings.eventId, eventId));
}
