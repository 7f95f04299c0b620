import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { addDays, dayOf, instantOf, wallTimeOf } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { NightHours } from "./enter-until.ts";
import { events, eventTickets, tickets } from "./event-tables.server.ts";
import { byStart } from "./night-time.ts";
import { insertPool, readStoredPool, type StoredPool } from "./pool-store.server.ts";
import { readStoredPhases, type StoredPhase, writePhases } from "./price-phase-store.server.ts";
import { nightTakesPlace } from "./sale-state-queries.server.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";
import { familyOf } from "./type-family.ts";

const rowOf = (client: Sql, id: string) =>
  builder(client)
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), isNull(tickets.archivedAt)));

export type StoredTicketType = typeof tickets.$inferSelect &
  Pick<TicketTypeForm, "events"> & {
    readonly phases: readonly StoredPhase[];
    readonly pool: StoredPool | null;
  };

/** Reads a type; undefined for an archived one too. */
export async function readTicketType(client: Sql, id: string): Promise<StoredTicketType | undefined> {
  const [type] = await rowOf(client, id);
  return type && withParts(client, type);
}

async function withParts(client: Sql, type: typeof tickets.$inferSelect): Promise<StoredTicketType> {
  return {
    ...type,
    events: await nightsOf(client, type.id),
    phases: await readStoredPhases(client, type.id),
    pool: await readStoredPool(client, type.poolId),
  };
}

/** The ids of a type's counters: of its units, its phases and its pool. After a save the type may have others. */
export async function counterIdsOf(client: Sql, id: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM price_phases WHERE ticket_type_id = $1
     UNION ALL SELECT pool_id FROM tickets WHERE id = $1 AND pool_id IS NOT NULL`,
    [id],
  );
  return [id, ...rows.map((row) => row.id)];
}

/**
 * The type, locked until the end of the transaction; undefined for an archived one too. Its key stays unlocked:
 * tickets being sold reference it, and those sales wait for the counter, which the caller has locked.
 */
export async function lockTicketType(client: Sql, id: string): Promise<StoredTicketType | undefined> {
  const [type] = await rowOf(client, id).for("no key update");
  return type && withParts(client, type);
}

/** When people are let in to these nights. */
export async function hoursOf(client: Sql, nights: readonly string[]): Promise<NightHours[]> {
  return builder(client)
    .select({ date: events.date, doors: events.doors, time: events.time })
    .from(events)
    .where(inArray(events.id, [...nights]));
}

/** The nights that a type admits to, in order. */
async function nightsOf(client: Sql, id: string): Promise<string[]> {
  const nights = await builder(client)
    .select({ id: events.id })
    .from(eventTickets)
    .innerJoin(events, eq(events.id, eventTickets.eventId))
    .where(eq(eventTickets.ticketId, id))
    .orderBy(events.date, events.id);
  return nights.map(({ id: night }) => night);
}

export async function insertTicketType(
  client: Sql,
  id: string,
  form: TicketTypeForm,
  poolId: string | null,
): Promise<void> {
  await insertUnits(client, id, form.left);
  const family = familyOf(form.type, form.isSeasonPass);
  await builder(client)
    .insert(tickets)
    .values({ ...form, id, family, poolId });
  await writePhases(client, id, [], form.phases);
  await linkNights(client, id, form.events);
}

async function insertUnits(client: Sql, id: string, capacity: number): Promise<void> {
  await client.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', $2)", [
    id,
    capacity,
  ]);
}

type Original = {
  readonly type: StoredTicketType;
  readonly capacity: number;
  readonly night: string;
  readonly days: number;
  /** Maps the id of each original pool to the id of its copy. */
  readonly pools: Map<string, string>;
};

/**
 * Copies a type to one other night: nothing is sold, its sale and phases move by `days`, and it has no price at the
 * provider yet. Types that share a pool share its copy.
 */
export async function copyTicketType(
  client: Sql,
  id: string,
  { type, capacity, night, days, pools }: Original,
): Promise<void> {
  const moveByDays = (at: Date | null) => at && instantOf(addDays(dayOf(at), days), wallTimeOf(at));
  const { createdAt: _, updatedAt: __, version: ___, ...copiedFields } = type;
  const { pool, phases } = type;
  if (pool && !pools.has(pool.id)) pools.set(pool.id, await insertPool(client, { ...pool, eventId: night }));
  await insertUnits(client, id, capacity);
  await builder(client)
    .insert(tickets)
    .values({
      ...copiedFields,
      id,
      poolId: (pool && pools.get(pool.id)) ?? null,
      saleStartsAt: moveByDays(type.saleStartsAt),
      saleEndsAt: moveByDays(type.saleEndsAt),
      priceId: null,
      priceAgreedAt: null,
      priceWantedAt: null,
      offerRank: null,
      isUsed: false,
      isQuickPurchase: false,
    });
  const copiedPhases = phases.map((phase) => ({ ...phase, endsAt: moveByDays(phase.endsAt) }));
  await writePhases(client, id, [], copiedPhases);
  await linkNights(client, id, [night]);
}

/** Saves a type. If its price is no longer the agreed one, it cannot be bought before a new agreement. */
export async function updateTicketType(
  client: Sql,
  id: string,
  { priceId, ...form }: Omit<TicketTypeForm, "left">,
  poolId: string | null,
): Promise<void> {
  const isSamePrice = sql`${tickets.price} = ${form.price} AND ${tickets.priceId} IS NOT DISTINCT FROM ${priceId}`;
  await builder(client)
    .update(tickets)
    .set({
      ...form,
      ...nextVersion,
      poolId,
      family: familyOf(form.type, form.isSeasonPass),
      priceAgreedAt: sql`CASE WHEN ${isSamePrice} THEN ${tickets.priceAgreedAt} END`,
    })
    .where(eq(tickets.id, id));
  // separately, and only if it changes: a unique column is part of the row's key, so an UPDATE that names it locks
  // the key
  await builder(client)
    .update(tickets)
    .set({ priceId })
    .where(and(eq(tickets.id, id), sql`${tickets.priceId} IS DISTINCT FROM ${priceId}`));
  await builder(client).delete(eventTickets).where(eq(eventTickets.ticketId, id));
  await linkNights(client, id, form.events);
}

/** Adds these nights; leaves out nights deleted meanwhile. `event_id` then names the first of all its nights. */
export async function linkNights(client: Sql, id: string, nights: readonly string[]): Promise<void> {
  await client.query(
    "INSERT INTO event_tickets (event_id, ticket_id) SELECT e.id, $1 FROM events e WHERE e.id = ANY($2::uuid[])",
    [id, nights],
  );
  const [first = null] = await nightsOf(client, id);
  await builder(client).update(tickets).set({ eventId: first }).where(eq(tickets.id, id));
}

/** The chosen nights. If none was chosen: the running or next available night, else the first of all, else none. */
export async function chosenNights(client: Sql, chosen: readonly string[]): Promise<string[]> {
  if (chosen.length > 0) return [...chosen];
  const { rows: nights } = await client.query<{ id: string }>(
    `SELECT e.id FROM events e
     ORDER BY ${nightTakesPlace("e")} DESC, ${byStart("e")} LIMIT 1`,
  );
  return nights.map(({ id }) => id);
}

const actorId = "NULLIF(current_setting('app.user_id', true), '')::uuid";
const nextText =
  "content = excluded.content, version = site_content.version + 1, updated_by = excluded.updated_by, updated_at = now()";

/** Makes the list `season_pass_tickets` in the site's contents equal to the types that are passes. */
export async function writePassList(client: Sql): Promise<void> {
  await client.query(
    `INSERT INTO site_content (id, key, content, updated_by)
     SELECT gen_random_uuid(), 'season_pass_tickets', jsonb_build_object('ticket_ids', coalesce(jsonb_agg(id ORDER BY price, id), '[]')), ${actorId}
     FROM tickets WHERE is_season_pass AND archived_at IS NULL
     ON CONFLICT (key) DO UPDATE SET ${nextText} WHERE site_content.content <> excluded.content`,
  );
}

/** Makes this type the quick purchase, in the site's contents and on its row; null for none. */
export async function writeQuickPurchase(client: Sql, id: string | null): Promise<void> {
  await builder(client)
    .update(tickets)
    .set({ isQuickPurchase: false })
    .where(and(eq(tickets.isQuickPurchase, true), sql`${tickets.id} IS DISTINCT FROM ${id}`));
  if (id !== null)
    await builder(client).update(tickets).set({ isQuickPurchase: true }).where(eq(tickets.id, id));
  await client.query(
    `INSERT INTO site_content (id, key, content, updated_by)
     VALUES (gen_random_uuid(), 'quick_purchase', jsonb_build_object('ticket_id', $1::uuid), ${actorId})
     ON CONFLICT (key) DO UPDATE SET ${nextText}`,
    [id],
  );
}
