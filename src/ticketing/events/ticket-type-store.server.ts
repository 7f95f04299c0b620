import type pg from "pg";
import { type Family, familyOf } from "./special-types.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";

export type StoredTicketType = Omit<TicketTypeForm, "left"> & {
  readonly version: number;
  readonly family: Family;
  readonly isAgreed: boolean;
};

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The type as it stands, locked until the end of the transaction; archived ones are not there any more. Not its key, which
 * tickets that are being sold point at: those who sell them wait for the counter that the caller has.
 */
export async function lockTicketType(
  client: pg.ClientBase,
  id: string,
): Promise<StoredTicketType | undefined> {
  const { rows } = await client.query<StoredTicketType>(
    `SELECT t.type, t.price::float8 AS price, t.entries, t.description, t.is_season_pass AS "isSeasonPass", t.stripe_price_id AS "stripePriceId",
       ${iso("t.sale_starts_at")} AS "saleStartsAt", ${iso("t.sale_ends_at")} AS "saleEndsAt", t.offer_rank AS "offerRank",
       t.version, t.family, t.price_agreed_at IS NOT NULL AS "isAgreed",
       ARRAY(SELECT l.event_id::text FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id ORDER BY e.date, e.id) AS events
     FROM tickets t WHERE t.id = $1 AND t.archived_at IS NULL FOR NO KEY UPDATE OF t`,
    [id],
  );
  return rows[0];
}

const columns = `type = $2, price = $3, entries = $4, description = $5, is_season_pass = $6, sale_starts_at = $8,
  sale_ends_at = $9, offer_rank = $10, family = $11`;

const valuesOf = (id: string, form: Omit<TicketTypeForm, "left">) => [
  id,
  form.type,
  form.price,
  form.entries,
  form.description,
  form.isSeasonPass,
  form.stripePriceId,
  form.saleStartsAt,
  form.saleEndsAt,
  form.offerRank,
  familyOf(form.type, form.isSeasonPass),
];

export async function insertTicketType(
  client: pg.ClientBase,
  id: string,
  form: TicketTypeForm,
): Promise<void> {
  await client.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', $2)", [
    id,
    form.left,
  ]);
  await client.query(
    `INSERT INTO tickets (id, type, price, entries, description, is_season_pass, stripe_price_id, sale_starts_at, sale_ends_at, offer_rank, family)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    valuesOf(id, form),
  );
  await writeNights(client, id, form.events);
}

type Copy = { readonly of: string; readonly as: string; readonly event: string; readonly days: number };

/** The same type once more for one other night: nothing of it sold, its sale moved, without a price at the provider. */
export async function copyTicketType(client: pg.ClientBase, { of, as, event, days }: Copy): Promise<void> {
  const moved = (column: string) =>
    `(${column} AT TIME ZONE 'Europe/Bucharest' + make_interval(days => $4)) AT TIME ZONE 'Europe/Bucharest'`;
  await client.query(
    "INSERT INTO stock_counters (id, kind, capacity) SELECT $1, 'units', capacity FROM stock_counters WHERE id = $2",
    [as, of],
  );
  await client.query(
    `INSERT INTO tickets (id, event_id, type, price, entries, is_visible, description, image_url, image_position, is_season_pass, family, sale_starts_at, sale_ends_at)
     SELECT $1, $3, type, price, entries, is_visible, description, image_url, image_position, is_season_pass, family, ${moved("sale_starts_at")}, ${moved("sale_ends_at")}
     FROM tickets WHERE id = $2`,
    [as, of, event, days],
  );
  await linkTicketType(client, as, event);
}

/** One night more. `event_id` names the first of the nights (AMB-01). */
export async function linkTicketType(client: pg.ClientBase, id: string, event: string): Promise<void> {
  await client.query("INSERT INTO event_tickets (event_id, ticket_id) VALUES ($2, $1)", [id, event]);
  await nameFirstNight(client, id);
}

/** A price that is not the agreed one any more must be agreed on anew before it can be bought. */
export async function updateTicketType(
  client: pg.ClientBase,
  id: string,
  form: Omit<TicketTypeForm, "left">,
): Promise<void> {
  await client.query(
    `UPDATE tickets SET ${columns}, version = version + 1, updated_at = now(),
       price_agreed_at = CASE WHEN price = $3 AND stripe_price_id IS NOT DISTINCT FROM $7 THEN price_agreed_at END WHERE id = $1`,
    valuesOf(id, form),
  );
  // by itself, and only where it changes: a unique column counts as part of the key, and naming it locks that
  await client.query(
    "UPDATE tickets SET stripe_price_id = $2 WHERE id = $1 AND stripe_price_id IS DISTINCT FROM $2",
    [id, form.stripePriceId],
  );
  await client.query("DELETE FROM event_tickets WHERE ticket_id = $1", [id]);
  await writeNights(client, id, form.events);
}

async function writeNights(client: pg.ClientBase, id: string, events: readonly string[]): Promise<void> {
  await client.query(
    "INSERT INTO event_tickets (event_id, ticket_id) SELECT e.id, $1 FROM events e WHERE e.id = ANY($2::uuid[])",
    [id, events],
  );
  await nameFirstNight(client, id);
}

async function nameFirstNight(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(
    `UPDATE tickets SET event_id = (SELECT e.id FROM event_tickets l JOIN events e ON e.id = l.event_id
       WHERE l.ticket_id = $1 ORDER BY e.date, e.id LIMIT 1) WHERE id = $1`,
    [id],
  );
}

/** The night a pass admits to when none was chosen: the next available one, else the first there is (AMB-21). */
export async function firstNight(client: pg.ClientBase, today: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM events ORDER BY date >= $1::date AND is_available AND cancelled_at IS NULL DESC, date, id LIMIT 1`,
    [today],
  );
  return rows[0]?.id;
}

const asking = "NULLIF(current_setting('app.user_id', true), '')::uuid";
const nextText =
  "content = excluded.content, version = site_content.version + 1, updated_by = excluded.updated_by, updated_at = now()";

/** Keeps `season_pass_tickets` of the site's contents equal to the types that are passes (AMB-12). */
export async function listPasses(client: pg.ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO site_content (id, key, content, updated_by)
     SELECT gen_random_uuid(), 'season_pass_tickets', jsonb_build_object('ticket_ids', coalesce(jsonb_agg(id ORDER BY price, id), '[]')), ${asking}
     FROM tickets WHERE is_season_pass AND archived_at IS NULL
     ON CONFLICT (key) DO UPDATE SET ${nextText} WHERE site_content.content <> excluded.content`,
  );
}

/** Makes this the one ticket of the quick purchase, in the contents and on its row (AMB-14); null for none. */
export async function writeQuickPurchase(client: pg.ClientBase, id: string | null): Promise<void> {
  await client.query(
    "UPDATE tickets SET is_quick_purchase = false WHERE is_quick_purchase AND id IS DISTINCT FROM $1",
    [id],
  );
  await client.query("UPDATE tickets SET is_quick_purchase = true WHERE id = $1 AND NOT is_quick_purchase", [
    id,
  ]);
  await client.query(
    `INSERT INTO site_content (id, key, content, updated_by)
     VALUES (gen_random_uuid(), 'quick_purchase', jsonb_build_object('ticket_id', $1::uuid), ${asking})
     ON CONFLICT (key) DO UPDATE SET ${nextText}`,
    [id],
  );
}
