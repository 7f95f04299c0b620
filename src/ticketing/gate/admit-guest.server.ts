import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { placeInWindow, ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { decideAdmission, notOurs, type Verdict } from "./admission.ts";
import { answeredBefore, keepAnswer, lockRequest } from "./admission-store.server.ts";

export type AdmitGuestRequest = {
  /** Gate staff or an administrator. */
  readonly operator: Actor;
  readonly deviceId: Uuid;
  /** One per click. A repeated request gets the same answer and lets nobody in again. */
  readonly nonce: string;
  readonly eventId: Uuid;
  readonly guestId: string;
  /** How many people enter now on this name. */
  readonly entries: number;
};

export type GuestAdmission = {
  /** `void` means that the name was removed from its list. */
  readonly verdict: Verdict;
  readonly entries: number;
  /** Null when the name does not exist. */
  readonly guest: {
    readonly id: Uuid;
    readonly name: string;
    readonly listName: string;
    readonly places: number;
    /** How many people of this name have not come in yet. */
    readonly placesLeft: number;
  } | null;
};

type GuestRow = {
  readonly id: Uuid;
  readonly name: string | null;
  readonly listName: string;
  readonly places: number;
  readonly entered: number;
  readonly isRemoved: boolean;
  readonly eventId: string;
  readonly isCancelled: boolean;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly now: Date;
};

/**
 * Admits people on a name of a guest list. The name's row is locked, so all phones together admit exactly as many as
 * it has places. Every answer is stored under its device and nonce.
 */
export async function admitGuest(
  { database }: Pick<Services, "database">,
  request: AdmitGuestRequest,
): Promise<Outcome<GuestAdmission, NotAllowed>> {
  const { operator, guestId, eventId } = request;
  if (!isUuid(guestId)) return done(nobody);
  return database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, operator, "admit-guest"))) return refused(notAllowed);
    await lockRequest(sql, request);
    const row = await lockGuest(sql, guestId);
    if (!row) return done(nobody);
    const before = await answeredBefore(sql, request);
    if (before)
      return done(before.guestId === row.id ? { ...before, guest: guestOf(row, before.left ?? 0) } : nobody);
    const verdict = decideAdmission(
      {
        status: row.isRemoved ? "cancelled" : "paid",
        eventId: row.eventId,
        isCancelled: row.isCancelled,
        entriesTotal: row.places,
        entriesRemaining: row.places - row.entered,
        secretVersion: 1,
        suspended: null,
        isShareReturned: false,
      },
      {
        eventId,
        secretVersion: null,
        entries: request.entries,
        when: placeInWindow(ticketWindow(row.date, row.time), row.now),
        otherGate: null,
      },
    );
    const entries = verdict === "admitted" ? request.entries : 0;
    const left = row.places - row.entered - entries;
    await keepAnswer(sql, request, { verdict, entries, left, guestId: row.id, operatorId: operator.userId });
    return done({ verdict, entries, guest: guestOf(row, left) });
  });
}

const nobody: GuestAdmission = { verdict: notOurs, entries: 0, guest: null };

function guestOf({ id, name, listName, places }: GuestRow, placesLeft: number): GuestAdmission["guest"] {
  return { id, name: name ?? "", listName, places, placesLeft };
}

async function lockGuest(sql: Sql, id: Uuid): Promise<GuestRow | undefined> {
  const { rows } = await sql.query<GuestRow>(
    `SELECT g.id, g.name, l.name AS "listName", g.places, g.entered, g.removed_at IS NOT NULL AS "isRemoved", g.event_id AS "eventId",
       e.cancelled_at IS NOT NULL AS "isCancelled", e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, now() AS now
     FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id JOIN events e ON e.id = g.event_id WHERE g.id = $1 FOR UPDATE OF g`,
    [id],
  );
  return rows[0];
}
