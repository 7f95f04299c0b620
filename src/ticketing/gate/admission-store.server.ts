import { newId, type Uuid } from "#kernel/id.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type IdentifiedCode, isGroupOf } from "#ticketing/delivery/ticket-signature.server.ts";
import { countsWith, enteredOn, entriesOn, outsideOn } from "#ticketing/events/entered-on.ts";
import { durations, limits } from "#ticketing/limits.ts";
import {
  decideAdmission,
  entryTime,
  notOurs,
  type Presented,
  type TicketAtGate,
  type Verdict,
} from "./admission.ts";
import { findAwayGate, type GateDevice, gatesOfNight } from "./door-store.server.ts";
import type { GuestAtGate } from "./guest-entry.ts";

type Request = { readonly deviceId: string; readonly nonce: string };

export type Answer = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly left: number | null;
  readonly purchaseId?: Uuid | null;
  readonly guestId?: Uuid | null;
};

/** Makes copies of one request wait for each other, so that the second one finds the answer of the first. */
export async function lockRequest(sql: Sql, { deviceId, nonce }: Request): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${deviceId} ${nonce}`]);
}

export async function findAnswer(sql: Sql, { deviceId, nonce }: Request): Promise<Answer | undefined> {
  const { rows } = await sql.query<Answer>({
    name: "answered-before",
    text: 'SELECT verdict, entries, entries_left AS left, purchase_id AS "purchaseId", guest_id AS "guestId" FROM admissions WHERE device_id = $1 AND nonce = $2',
    values: [deviceId, nonce],
  });
  return rows[0];
}

/** The ticket or name that an answer or row let people in on; undefined when it let in nobody. */
export const subjectOf = ({
  purchaseId,
  guestId,
}: Pick<Answer, "purchaseId" | "guestId">): CountedSubject | undefined =>
  purchaseId
    ? { column: "purchase_id", id: purchaseId }
    : guestId
      ? { column: "guest_id", id: guestId }
      : undefined;

type NewAnswer = Omit<Answer, "verdict"> & {
  readonly verdict: Verdict | "undone";
  readonly operatorId: Uuid;
  /** The number of the phone's row; absent for an answer on a page. */
  readonly phoneSeq?: number;
};

/**
 * Stores an answer and counts the people that it lets in on the locked ticket or name; undone entries are taken off.
 * No other code writes `admissions` or these counters at the door.
 */
export async function storeAnswer(sql: Sql, { deviceId, nonce }: Request, answer: NewAnswer): Promise<void> {
  const { verdict, entries, left, purchaseId = null, guestId = null, operatorId, phoneSeq = null } = answer;
  if (entries !== 0)
    await sql.query(
      purchaseId
        ? "UPDATE ticket_purchases SET entries_remaining = entries_remaining - $2 WHERE id = $1"
        : "UPDATE listed_guests SET entered = entered + $2 WHERE id = $1",
      [purchaseId ?? guestId, entries],
    );
  await sql.query({
    name: "keep-answer",
    text: "INSERT INTO admissions (id, purchase_id, guest_id, device_id, nonce, phone_seq, operator_id, verdict, entries, entries_left) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    values: [newId(), purchaseId, guestId, deviceId, nonce, phoneSeq, operatorId, verdict, entries, left],
  });
}

type Cause = {
  readonly device: GateDevice;
  readonly seq: number;
  /**
   * What changed, if not that the row came. `answer`: the ticket that the server's own answer under this number
   * admitted; the row may name another one.
   */
  readonly reason?: string;
};
export type CountedSubject = { readonly column: "purchase_id" | "guest_id"; readonly id: Uuid };

/**
 * Brings the counter of a locked ticket or name to what is known now, and records the difference. The result depends
 * only on the rows, not on the order in which they came. A counter never goes below zero entries left.
 */
export async function updateEntryCounter(
  sql: Sql,
  { column, id }: CountedSubject,
  { device, seq, reason = "row" }: Cause,
): Promise<void> {
  const isTicket = column === "purchase_id";
  const { rows } = await sql.query<{ left: number; due: number }>(
    isTicket
      ? `SELECT entries_remaining AS left, greatest(0, entries_total - ${enteredOn("$1", "purchase_id")}) AS due FROM ticket_purchases WHERE id = $1`
      : // nobody's places are taken by a name that is off its list; who came in on it stands in the log alone
        `SELECT places - entered AS left, CASE WHEN removed_at IS NULL THEN greatest(0, places - ${enteredOn("$1", "guest_id")}) ELSE places END AS due FROM listed_guests WHERE id = $1`,
    [id],
  );
  const [counter] = rows;
  if (!counter || counter.left === counter.due) return;
  const entries = counter.left - counter.due;
  await storeAnswer(
    sql,
    { deviceId: device.id, nonce: `${reason} ${seq}` },
    {
      verdict: entries > 0 ? "admitted" : "undone",
      entries,
      left: counter.due,
      [isTicket ? "purchaseId" : "guestId"]: id,
      operatorId: device.invitedBy,
      phoneSeq: seq,
    },
  );
}

export type LockedTicket = TicketAtGate & {
  readonly id: Uuid;
  readonly orderId: Uuid;
  readonly label: string;
  readonly holderName: string | null;
  readonly typeId: Uuid;
  readonly typeName: string;
  readonly isAddOn: boolean;
  readonly shareReturnedAt: Date | null;
  readonly minimumAge: number | null;
  readonly enterUntil: string | null;
  /** Title, date and hours of its night. */
  readonly title: string;
  readonly date: string;
  readonly doors: string | null;
  readonly time: string | null;
  readonly now: Date;
};

/** Locks the ticket or name until the end of the transaction. */
export async function lockSubject(sql: Sql, { column, id }: CountedSubject): Promise<void> {
  if (column === "purchase_id") await lockTicketById(sql, id);
  else await lockListedGuest(sql, id);
}

/** A ticket by its id, locked until the end of the transaction; undefined when there is none. */
export async function lockTicketById(sql: Sql, id: string): Promise<LockedTicket | undefined> {
  const { rows } = await sql.query<LockedTicket>({
    name: "lock-ticket",
    text: `SELECT p.id, p.order_id AS "orderId", p.ticket_code AS label, p.holder_name AS "holderName", p.status, p.event_id AS "eventId", p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesRemaining", p.secret_version AS "secretVersion",
             p.suspended, p.share_returned_at AS "shareReturnedAt", p.share_returned_at IS NOT NULL AS "isShareReturned", e.cancelled_at IS NOT NULL AS "isCancelled", p.places = 0 AS "isAddOn",
             p.ticket_type_id AS "typeId", coalesce(t.type, '') AS "typeName", to_char(t.enter_until, 'HH24:MI') AS "enterUntil", e.minimum_age AS "minimumAge", e.title,
             e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, now() AS now
           FROM ticket_purchases p JOIN events e ON e.id = p.event_id LEFT JOIN tickets t ON t.id = p.ticket_type_id WHERE p.id = $1 FOR UPDATE OF p`,
    values: [id],
  });
  return rows[0];
}

type WithRowsOf = { readonly waitingOf?: Uuid | null };

export type LockedName = GuestAtGate & {
  readonly id: Uuid;
  /** Null after the names were deleted. */
  readonly name: string | null;
  readonly listName: string;
  readonly minimumAge: number | null;
};

/**
 * A name of a guest list, locked until the end of the transaction. Its places are counted by the rows, because the
 * counter of a name that was off its list for a while lacks those who came in then. They are read once the lock is
 * there: a statement that waited for it would not see the rows of the other transaction. `waitingOf`: a stopped phone
 * whose rows take places too, though they wait for the chief.
 */
export async function lockListedGuest(
  sql: Sql,
  id: string,
  { waitingOf = null }: WithRowsOf = {},
): Promise<LockedName | undefined> {
  await sql.query("SELECT FROM listed_guests WHERE id = $1 FOR UPDATE", [id]);
  const { rows } = await sql.query<LockedName>(
    `SELECT g.id, g.name, l.name AS "listName", g.places, greatest(0, g.places - ${enteredOn("g.id", "guest_id", countsWith("$2"))}) AS "placesLeft", g.removed_at AS "removedAt", g.event_id AS "eventId", e.minimum_age AS "minimumAge",
       e.cancelled_at IS NOT NULL AS "isCancelled", e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, now() AS now
     FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id JOIN events e ON e.id = g.event_id WHERE g.id = $1`,
    [id, waitingOf],
  );
  return rows[0];
}

/** How many people went out on this ticket and are not back; `waitingOf` as of `lockListedGuest`. */
export async function countOutside(
  sql: Sql,
  purchaseId: string,
  { waitingOf = null }: WithRowsOf = {},
): Promise<number> {
  const { rows } = await sql.query<{ outside: number }>(
    `SELECT ${outsideOn("$1", "make_interval(secs => $2)", countsWith("$3"))} AS outside`,
    [purchaseId, durations.clockTolerance, waitingOf],
  );
  return rows[0]?.outside ?? 0;
}

export type LastEntry = { readonly at: Date; readonly gateName: string | null };

/** When and where somebody last came in on this ticket or name; null for nobody. */
export async function findLastEntry(sql: Sql, { column, id }: CountedSubject): Promise<LastEntry | null> {
  const { rows } = await sql.query<LastEntry>(
    `SELECT n.at, g.name AS "gateName" FROM (${entriesOn("$1", column)}) n LEFT JOIN gate_devices d ON d.id = n.device_id LEFT JOIN gates g ON g.id = d.gate_id
     WHERE n.entries > 0 ORDER BY 1 DESC LIMIT 1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The ticket of a presented code, locked: a QR is signed, a label needs the right check group. Else undefined. */
export async function lockPresented(
  sql: Sql,
  keys: SigningKeys,
  presented: IdentifiedCode | undefined,
): Promise<LockedTicket | undefined> {
  if (!presented) return undefined;
  if (presented.kind === "qr") return lockTicketById(sql, presented.purchaseId);
  const labelled = await findLabelled(sql, presented.label);
  const ticket = labelled && (await lockTicketById(sql, labelled));
  if (!ticket) return undefined;
  const { id: purchaseId, label, secretVersion } = ticket;
  return isGroupOf(keys, { purchaseId, label, secretVersion }, presented.group) ? ticket : undefined;
}

/** The ticket with this label, whatever check group came with it; undefined for none. It proves nothing. */
export async function findLabelled(sql: Sql, label: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>("SELECT id FROM ticket_purchases WHERE ticket_code = $1", [
    label,
  ]);
  return rows[0]?.id;
}

/**
 * The verdict for the staff's pages, which belong to no gate. Tickets of a strict gate whose phone is away get
 * `other_gate`.
 */
export async function decideAtPage(
  sql: Sql,
  ticket: LockedTicket | undefined,
  presented: Omit<Presented, "when" | "otherGate">,
): Promise<Verdict> {
  if (!ticket) return notOurs;
  const when = entryTime(ticket, ticket.enterUntil, ticket.now);
  const otherGate = await findAwayGate(sql, await gatesOfNight(sql, ticket.eventId), ticket, null);
  return decideAdmission(ticket, { ...presented, when, otherGate });
}

const conditionOfTyper = {
  /**
   * The person who types at the gate's page, on any device: the device id there is a cookie that the client chooses.
   */
  person: "operator_id = $1 AND phone_seq IS NULL",
  /** A phone, which proves itself by its key. */
  phone: "device_id = $1 AND phone_seq IS NOT NULL",
} as const;

/** Seconds that this person or phone has to wait after too many wrong typed codes; 0 for none. */
export async function waitAfterWrongCodes(
  sql: Sql,
  typer: keyof typeof conditionOfTyper,
  id: Uuid,
): Promise<number> {
  const { rows } = await sql.query<{ wrong: number; wait: number | null }>({
    name: `wrong-codes-of-${typer}`,
    text: `SELECT count(*)::int AS wrong, ceil(extract(epoch FROM min(received_at) + make_interval(secs => $2) - now()))::int AS wait
           FROM admissions WHERE ${conditionOfTyper[typer]} AND verdict = 'invalid' AND received_at > now() - make_interval(secs => $2)`,
    values: [id, durations.wrongCodesAtGate],
  });
  const { wrong, wait } = only(rows);
  return wrong >= limits.wrongCodesAtGate ? Math.max(1, wait ?? 0) : 0;
}
