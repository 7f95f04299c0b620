import { and, eq, getTableColumns, ne } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { stockCounters } from "#ticketing/stock/stock-tables.server.ts";
import type { EventForm } from "./event-form.ts";
import { eventArtists, events } from "./event-tables.server.ts";

// without fields that a copy of the night must not have, or that the database computes
const {
  createdAt: _,
  updatedAt: __,
  cancelledAt: ___,
  slug: ____,
  startsAt: _____,
  doorsAt: ______,
  endsAt: _______,
  ...columns
} = getTableColumns(events);

const rowOf = (client: Sql, id: string) =>
  builder(client)
    .select({ ...columns, capacity: stockCounters.capacity })
    .from(events)
    .innerJoin(stockCounters, eq(stockCounters.id, events.id))
    .where(eq(events.id, id));

export type StoredEvent = Awaited<ReturnType<typeof rowOf>>[number] & Pick<EventForm, "artists">;

export async function readEvent(client: Sql, id: string): Promise<StoredEvent | undefined> {
  const [event] = await rowOf(client, id);
  return event && { ...event, artists: await artistsOf(client, id) };
}

/**
 * The night, locked until the end of the transaction. Its key stays unlocked: tickets being sold reference it, and
 * those sales wait for the counter, which the caller has locked.
 */
export async function lockEvent(client: Sql, id: string): Promise<StoredEvent | undefined> {
  const [event] = await rowOf(client, id).for("no key update", { of: events });
  return event && { ...event, artists: await artistsOf(client, id) };
}

async function artistsOf(client: Sql, id: string): Promise<string[]> {
  const bill = await builder(client)
    .select({ artist: eventArtists.artistId })
    .from(eventArtists)
    .where(eq(eventArtists.eventId, id))
    .orderBy(eventArtists.billing, eventArtists.artistId);
  return bill.map(({ artist }) => artist);
}

type NewEvent = EventForm &
  Partial<Pick<StoredEvent, "isAvailable" | "imageUrl" | "imagePosition" | "light">>;

/** Inserts a night as a draft, even if `event` is a copy of a published one. */
export async function insertEvent(client: Sql, id: string, event: NewEvent): Promise<void> {
  await client.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', $2)", [
    id,
    event.capacity,
  ]);
  await builder(client)
    .insert(events)
    .values({ ...event, id, publishAt: null });
  await writeArtists(client, id, event.artists);
}

export async function updateEvent(client: Sql, id: string, form: EventForm): Promise<void> {
  await builder(client)
    .update(events)
    .set({ ...form, ...nextVersion })
    .where(eq(events.id, id));
  await builder(client)
    .update(stockCounters)
    .set({ capacity: form.capacity })
    .where(and(eq(stockCounters.id, id), ne(stockCounters.capacity, form.capacity)));
  await builder(client).delete(eventArtists).where(eq(eventArtists.eventId, id));
  await writeArtists(client, id, form.artists);
}

/** Writes the artists in their order; leaves out artists that were deleted meanwhile. */
async function writeArtists(client: Sql, id: string, artists: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO event_artists (event_id, artist_id, billing)
     SELECT $1, a.id, n.place FROM unnest($2::uuid[]) WITH ORDINALITY AS n(id, place) JOIN artists a ON a.id = n.id`,
    [id, artists],
  );
}
