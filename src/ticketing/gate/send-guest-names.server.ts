import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { enteredOn } from "#ticketing/events/entered-on.ts";
import { type CallerRefusal, countedAsks, findCallingPhone } from "./door-store.server.ts";
import { isAtDoor } from "./gate-queries.server.ts";
import { readGuestsCall, type SignedCall } from "./gate-row-form.ts";

export type GuestAtDoor = {
  readonly id: string;
  readonly name: string;
  readonly list: string;
  readonly places: number;
  readonly entered: number;
};

export type GuestNames = {
  readonly guests: readonly GuestAtDoor[];
  /** The ids of the names that were taken off their list. */
  readonly removed: readonly string[];
  /** The phone's rows that `entered` includes: up to this number. */
  readonly countedThrough: number;
  /** Later ones that `entered` includes too, because the server was asked. */
  readonly countedAsks: readonly number[];
};

export type SendGuestNamesRefusal =
  | CallerRefusal
  /** `not_at_door`: the door does not open the night yet, or not any more, so its people are named to nobody there. */
  | { readonly reason: "unreadable" | "stopped" | "not_at_door" };

/**
 * The names on the guest lists of the phone's night, none for a cancelled one, for a phone on which somebody opened them. No other call answers
 * a phone with names, except a scan with the name on its ticket.
 */
export async function sendGuestNames(
  { database }: Pick<Services, "database">,
  { text, signature }: SignedCall,
): Promise<Outcome<GuestNames, SendGuestNamesRefusal>> {
  const call = readGuestsCall(text);
  if (!call) return refused({ reason: "unreadable" });
  return database.withDuty("admit", async (sql) => {
    await sql.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    const caller = await findCallingPhone(sql, "guests", { call, text, signature });
    if (!caller.ok) return caller;
    const device = caller.value;
    if (device.isStopped) return refused({ reason: "stopped" });
    const { rowCount: nightsAtDoor } = await sql.query(
      `SELECT FROM events e WHERE e.id = $1 AND ${isAtDoor}`,
      [device.eventId],
    );
    if (nightsAtDoor === 0) return refused({ reason: "not_at_door" });
    return done({
      guests: await guestsOfNight(sql, device.eventId),
      removed: await removedOfNight(sql, device.eventId),
      countedThrough: device.ackedThrough,
      countedAsks: await countedAsks(sql, device),
    });
  });
}

async function guestsOfNight(sql: Sql, eventId: string): Promise<GuestAtDoor[]> {
  const { rows } = await sql.query<GuestAtDoor>(
    `SELECT g.id, g.name, l.name AS list, g.places, least(g.places, ${enteredOn("g.id", "guest_id")}) AS entered FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id JOIN events e ON e.id = g.event_id
     WHERE g.event_id = $1 AND e.cancelled_at IS NULL AND g.removed_at IS NULL AND g.name IS NOT NULL ORDER BY g.name COLLATE "ro-x-icu", g.id`,
    [eventId],
  );
  return rows;
}

async function removedOfNight(sql: Sql, eventId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    "SELECT id FROM listed_guests WHERE event_id = $1 AND removed_at IS NOT NULL",
    [eventId],
  );
  return rows.map(({ id }) => id);
}
