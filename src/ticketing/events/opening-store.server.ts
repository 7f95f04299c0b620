import { eq, sql } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { OpeningForm } from "./opening-form.ts";
import { openings } from "./opening-tables.server.ts";

/** The opening, locked until the end of the transaction. `hasBegun` is by the database's clock. */
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

/** Why the sale of a night cannot open at this hour, by the database's clock; undefined or null when it can. */
export async function whyNoOpening(client: Sql, eventId: string, opensAt: Date) {
  const { rows } = await client.query<{
    why: "cancelled" | "night_has_begun" | "in_the_past" | "after_end" | null;
  }>(
    `SELECT CASE WHEN e.cancelled_at IS NOT NULL THEN 'cancelled' WHEN e.doors_at <= now() THEN 'night_has_begun'
       WHEN $2::timestamptz <= now() THEN 'in_the_past' WHEN $2 >= e.ends_at THEN 'after_end' END AS why FROM events e WHERE e.id = $1`,
    [eventId, opensAt],
  );
  return rows[0]?.why;
}

export async function writeOpening(
  client: Sql,
  eventId: string,
  { opensAt, roomMinutes }: OpeningForm,
): Promise<void> {
  await client.query(
    `INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET opens_at = excluded.opens_at, room_minutes = excluded.room_minutes`,
    [eventId, opensAt, roomMinutes],
  );
}

export async function removeOpening(client: Sql, eventId: string): Promise<void> {
  await builder(client).delete(openings).where(eq(openings.eventId, eventId));
}
