import { newId } from "#kernel/id.ts";
import { foldedText } from "#kernel/like-pattern.ts";
import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetter, enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { leftInCounter, noLimit } from "#ticketing/stock/stock.ts";
import { quotaOf, type StoredList } from "./guest-list.ts";
import { stateOfLists } from "./guest-list-queries.server.ts";
import type { NewListedGuest } from "./guest-rows.ts";

export type NightOfList = {
  /** The free places of the night. */
  readonly left: number;
  /** Lists may change only while it is `open`. */
  readonly state: "open" | "cancelled" | "over";
};

/** Locks the counters of a night and of its list, and reads both; undefined when there is no such night or list. */
export async function lockNightAndList(
  sql: Sql,
  eventId: string,
  listId: string | null,
): Promise<{ readonly night: NightOfList; readonly list: StoredList | null } | undefined> {
  const counters = await lockCounters(sql, listId === null ? [eventId] : [eventId, listId]);
  const { rows } = await sql.query<{ state: NightOfList["state"]; listName: string | null }>(
    `SELECT ${stateOfLists} AS state,
       (SELECT name FROM guest_lists l WHERE l.id = $2 AND l.event_id = e.id) AS "listName"
     FROM events e WHERE e.id = $1`,
    [eventId, listId],
  );
  const places = counters.get(eventId);
  if (!rows[0] || !places) return undefined;
  const night = { left: leftInCounter(places), state: rows[0].state };
  if (listId === null) return { night, list: null };
  const counter = counters.get(listId);
  if (!counter || rows[0].listName === null) return undefined;
  const { capacity, sold } = counter;
  return { night, list: { id: listId, name: rows[0].listName, quota: quotaOf(capacity), named: sold } };
}

/** The same of the list that a name is on, or was on before it was removed; undefined when there is no such name. */
export async function lockListOf(sql: Sql, eventId: string, guestId: string, isRemoved = false) {
  const { rows } = await sql.query<{ listId: string }>(
    'SELECT list_id AS "listId" FROM listed_guests WHERE id = $1 AND event_id = $2 AND (removed_at IS NOT NULL) = $3',
    [guestId, eventId, isRemoved],
  );
  return rows[0] && (await lockNightAndList(sql, eventId, rows[0].listId));
}

/** Takes places of a list, or gives them back below zero; of the night, too, when the list has no quota. */
export async function takePlaces(
  sql: Sql,
  eventId: string,
  { id, quota }: Pick<StoredList, "id" | "quota">,
  places: number,
): Promise<void> {
  const ofNight = quota === null ? places : 0;
  await moveStock(
    sql,
    new Map([
      [id, { held: 0, sold: places }],
      [eventId, { held: 0, sold: ofNight }],
    ]),
  );
}

/** Why `more` places do not fit into the list (or the night, for a list without quota); undefined when they fit. */
export function findShortage(
  night: NightOfList,
  { quota, named }: StoredList,
  more: number,
): { readonly reason: "list_full" | "night_full"; readonly left: number } | undefined {
  if (more <= 0) return undefined;
  if (quota === null) return more > night.left ? { reason: "night_full", left: night.left } : undefined;
  return more > quota - named ? { reason: "list_full", left: quota - named } : undefined;
}

export async function insertList(
  sql: Sql,
  {
    eventId,
    name,
    quota,
  }: { readonly eventId: string; readonly name: string; readonly quota: number | null },
): Promise<string> {
  const id = newId();
  await sql.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'guest_list', $2)", [
    id,
    quota ?? noLimit,
  ]);
  await sql.query("INSERT INTO guest_lists (id, event_id, name) VALUES ($1, $2, $3)", [id, eventId, name]);
  return id;
}

/** The caller has locked the list's counter. */
export async function updateList(
  sql: Sql,
  { id, name, quota }: { readonly id: string; readonly name: string; readonly quota: number | null },
): Promise<void> {
  await sql.query("UPDATE guest_lists SET name = $2 WHERE id = $1", [id, name]);
  await sql.query("UPDATE stock_counters SET capacity = $2 WHERE id = $1 AND kind = 'guest_list'", [
    id,
    quota ?? noLimit,
  ]);
}

/** Whether another list of the night has this name. */
export async function isListNameTaken(
  sql: Sql,
  {
    eventId,
    name,
    except,
  }: { readonly eventId: string; readonly name: string; readonly except: string | null },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    "SELECT FROM guest_lists WHERE event_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3",
    [eventId, name, except],
  );
  return rowCount !== 0;
}

/** The guests whose names are on no list of the night. Case and diacritics do not matter. */
export async function findUnlistedGuests(
  sql: Sql,
  eventId: string,
  guests: readonly NewListedGuest[],
): Promise<readonly NewListedGuest[]> {
  const { rows } = await sql.query<{ at: number }>(
    `SELECT (n.at - 1)::int AS at FROM unnest($2::text[]) WITH ORDINALITY AS n(name, at)
     WHERE NOT EXISTS (SELECT FROM listed_guests g WHERE g.event_id = $1 AND g.removed_at IS NULL
       AND ${foldedText(["g.name"])} = ${foldedText(["n.name"])}) ORDER BY n.at`,
    [eventId, guests.map(({ name }) => name)],
  );
  return rows.flatMap(({ at }) => guests[at] ?? []);
}

/** Resolves to the ids of the new rows, in the order of the guests. */
export async function insertGuests(
  sql: Sql,
  where: { readonly eventId: string; readonly listId: string; readonly addedBy: string },
  guests: readonly NewListedGuest[],
): Promise<string[]> {
  const ids = guests.map(() => newId());
  await sql.query(
    `INSERT INTO listed_guests (id, list_id, event_id, added_by, name, places, note, email)
     SELECT g.id, $1, $2, $3, g.name, g.places, g.note, g.email FROM unnest($4::uuid[], $5::text[], $6::int[], $7::text[], $8::text[]) AS g(id, name, places, note, email)`,
    [
      where.listId,
      where.eventId,
      where.addedBy,
      ids,
      guests.map(({ name }) => name),
      guests.map(({ places }) => places),
      guests.map(({ note }) => note),
      guests.map(({ email }) => email ?? null),
    ],
  );
  const letters = guests.flatMap(({ email }, at) => (email ? [letterWithCode(ids[at] ?? "", email)] : []));
  await enqueueLetters(sql, letters);
  return ids;
}

/** Keeps a guest's address and queues the email with the QR code, once for each address. False: queued before. */
export async function sendPlaceCode(sql: Sql, guestId: string, email: string): Promise<boolean> {
  await sql.query("UPDATE listed_guests SET email = $2 WHERE id = $1", [guestId, email]);
  return (await enqueueLetter(sql, letterWithCode(guestId, email))) !== null;
}

const letterWithCode = (guest: string, recipient: string): NewLetter => ({
  kind: "guest_place",
  dedupeKey: `guest:${guest}:${recipient}`,
  recipient,
  variables: { guest },
});
