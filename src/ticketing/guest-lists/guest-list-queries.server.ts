import { isUuid } from "#kernel/id.ts";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { entriesOfNight } from "#ticketing/events/entered-on.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import type { HistoryEntry } from "#ticketing/journal/history-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { quotaOf, type StoredList } from "./guest-list.ts";

/** SQL: the state of night `e`'s lists. They may change only while it is `open`. */
export const stateOfLists = `CASE WHEN e.cancelled_at IS NOT NULL THEN 'cancelled'
    WHEN ${isOver("e")} THEN 'over' ELSE 'open' END`;

export type NightOfLists = {
  readonly name: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly doors: WallTime | null;
  readonly capacity: number;
  readonly state: "open" | "cancelled" | "over";
};

export type ListSummary = StoredList & {
  /** Names on the list. */
  readonly names: number;
  /** People who came in on names of the list. */
  readonly entered: number;
};

export type ListedGuest = {
  readonly id: string;
  readonly listName: string;
  /** Null a month after the night. */
  readonly name: string | null;
  readonly places: number;
  readonly entered: number;
  readonly note: string | null;
};

export type GuestSearch = {
  readonly text: string;
  readonly list: string | null;
  readonly at: "all" | "in" | "out";
};

export type NightToCome = {
  readonly id: string;
  readonly name: string;
  readonly date: Day;
  /** Places of all names on its lists. */
  readonly places: number;
};

/** The nights whose lists may change, the soonest first. */
export async function listNightsOfLists(sql: Sql): Promise<NightToCome[]> {
  const { rows } = await sql.query<NightToCome>(
    `SELECT e.id, e.name, e.date::text AS date, coalesce(sum(g.places), 0)::int AS places
     FROM events e LEFT JOIN listed_guests g ON g.event_id = e.id AND g.removed_at IS NULL
     WHERE ${stateOfLists} = 'open' GROUP BY e.id ORDER BY ${byStart("e")}`,
  );
  return rows;
}

export async function findNightOfLists(sql: Sql, eventId: string): Promise<NightOfLists | undefined> {
  const { rows } = await sql.query<NightOfLists>(
    `SELECT e.name, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, to_char(e.doors, 'HH24:MI') AS doors, c.capacity, ${stateOfLists} AS state
     FROM events e JOIN stock_counters c ON c.id = e.id WHERE e.id = $1`,
    [eventId],
  );
  return rows[0];
}

/** The lists of a night, in the order in which they were made. */
export async function listGuestLists(sql: Sql, eventId: string): Promise<ListSummary[]> {
  const { rows } = await sql.query<Omit<ListSummary, "quota"> & { capacity: number }>(
    `SELECT l.id, l.name, c.capacity, c.sold AS named, count(g.id)::int AS names, coalesce(sum(g.entered), 0)::int AS entered
     FROM guest_lists l JOIN stock_counters c ON c.id = l.id LEFT JOIN listed_guests g ON g.list_id = l.id AND g.removed_at IS NULL
     WHERE l.event_id = $1 GROUP BY l.id, c.id ORDER BY l.created_at, l.id`,
    [eventId],
  );
  return rows.map(({ capacity, ...list }) => ({ ...list, quota: quotaOf(capacity) }));
}

export type GuestEntries = {
  readonly id: string;
  /**
   * People beyond the name's places, for example because it was used at two gates without network. `entered` of a
   * name is never more than its places. A name that is off its list has none, so all who came in are beyond.
   */
  readonly beyond: number;
  /** When the last person of this name came in. */
  readonly lastAt: Date;
};

/** The names of a night's lists, also those taken off them, under which somebody came in. It reads the phones' rows, so call it with a duty. */
export async function listGuestEntries(sql: Sql, eventId: string): Promise<GuestEntries[]> {
  const { rows } = await sql.query<GuestEntries>(
    `SELECT g.id, greatest(0, sum(c.entries) - CASE WHEN g.removed_at IS NULL THEN g.entered ELSE 0 END)::int AS beyond, max(c.at) FILTER (WHERE c.entries > 0) AS "lastAt"
     FROM (${entriesOfNight("$1")}) c JOIN listed_guests g ON g.id = c.guest_id
     GROUP BY g.id HAVING sum(c.entries) > 0`,
    [eventId],
  );
  return rows;
}

export type RemovedGuest = Pick<ListedGuest, "id" | "listName" | "places"> & { readonly name: string };

/** Names that were removed from a night's lists, the last removed first, so that they can be put back. */
export async function listRemovedGuests(sql: Sql, eventId: string): Promise<RemovedGuest[]> {
  const { rows } = await sql.query<RemovedGuest>(
    `SELECT g.id, l.name AS "listName", g.name, g.places FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id
     WHERE g.event_id = $1 AND g.removed_at IS NOT NULL AND g.name IS NOT NULL ORDER BY g.removed_at DESC, g.id LIMIT $2`,
    [eventId, limits.guestsPerPaste],
  );
  return rows;
}

/** The names on a night's lists, sorted by name. A search finds words in names and notes. */
export async function listGuests(sql: Sql, eventId: string, search: GuestSearch): Promise<ListedGuest[]> {
  const { rows } = await sql.query<ListedGuest>(
    `SELECT g.id, l.name AS "listName", g.name, g.places, g.entered, g.note
     FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id
     WHERE g.event_id = $1 AND g.removed_at IS NULL AND ${hasWords("$2", ["g.name", "g.note"])} AND ($3::uuid IS NULL OR g.list_id = $3)
       AND CASE $4 WHEN 'in' THEN g.entered > 0 WHEN 'out' THEN g.entered < g.places ELSE true END
     ORDER BY g.name COLLATE "ro-x-icu", g.id`,
    [eventId, wordPatterns(search.text), search.list, search.at],
  );
  return rows;
}

/** By the id of each name on a night's lists, the address that its code was sent to. The gate may not read it. */
export async function listGuestAddresses(sql: Sql, eventId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; email: string }>(
    "SELECT id, email FROM listed_guests WHERE event_id = $1 AND removed_at IS NULL AND email IS NOT NULL",
    [eventId],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * The same entries of a history, with names in place of the ids of guests and lists. Null for a name that was
 * forgotten.
 */
export async function withListedNames(sql: Sql, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const { rows } = await sql.query<{ id: string; name: string | null }>(
    "SELECT id, name FROM listed_guests WHERE id = ANY($1::uuid[]) UNION ALL SELECT id, name FROM guest_lists WHERE id = ANY($1::uuid[])",
    [entries.flatMap(({ after }) => Object.values(after ?? {})).filter(isUuid)],
  );
  const names = new Map<unknown, string | null>(rows.map(({ id, name }) => [id, name]));
  const withName = ([field, value]: [string, unknown]) => [
    field,
    names.has(value) ? names.get(value) : value,
  ];
  return entries.map((entry) => ({
    ...entry,
    after: entry.after && Object.fromEntries(Object.entries(entry.after).map(withName)),
  }));
}
