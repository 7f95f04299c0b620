import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { WallTime } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { TicketPosition } from "#ticketing/delivery/ticket-facts.ts";
import { seatsOfNight } from "#ticketing/delivery/ticket-queries.server.ts";
import { type IdentifiedCode, identifyCode, isGroupOf } from "#ticketing/delivery/ticket-signature.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { decideAdmission, entryTime, type TicketAtGate, type Verdict } from "./admission.ts";
import { lockRequest } from "./answer-store.server.ts";
import { ticketKey } from "./device-signature.server.ts";
import { gateToAsk } from "./door-store.server.ts";
import { type LastEntry, lastEntryOf } from "./gate-log-store.server.ts";
import { asksForAge } from "./scan-decision.ts";
import { waitAfterWrongCodes } from "./typed-code-queries.server.ts";

export type GateServices = Services & { readonly keys: SigningKeys };

export type AdmitRequest = {
  /** Gate staff or an administrator. */
  readonly operator: Actor;
  readonly deviceId: Uuid;
  /**
   * One per click: a repeated request gets the same answer and takes no more entries; a different request with it is
   * refused.
   */
  readonly nonce: string;
  readonly eventId: Uuid;
  /** The scanned, pasted or typed text, with the check group after it or in `group`. */
  readonly code: string;
  readonly group?: string;
  /** How many people enter now on this one code. */
  readonly entries: number;
};

export type AdmitRefusal =
  | NotAllowed
  /** Too many wrong codes by this person: seconds to wait. */
  | { readonly reason: "locked"; readonly retryAfter: number };

export type Admission = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly ticket: {
    readonly id: Uuid;
    readonly typeName: string;
    readonly holderName: string | null;
    readonly entriesTotal: number;
    readonly entriesLeft: number;
    /** Which of the order's tickets for the night. */
    readonly position: TicketPosition | null;
    /** It lets nobody in: what was bought beside a ticket is given out. */
    readonly isAddOn: boolean;
    /** The hour until which its type admits. */
    readonly enterUntil: WallTime | null;
    /** Of its night; an answer that is repeated lacks them. */
    readonly title?: string;
    readonly date?: string;
    /** The night is for adults. */
    readonly asksAge: boolean;
    /** Of one that was used: when and where somebody came in on it. */
    readonly lastEntry: LastEntry | null;
  } | null;
};

type GateTicket = TicketAtGate & {
  readonly id: Uuid;
  readonly label: string;
  readonly typeId: string;
  readonly holderName: string | null;
  readonly typeName: string;
  readonly position: TicketPosition | null;
  readonly isAddOn: boolean;
  readonly enterUntil: WallTime | null;
  readonly minimumAge: number | null;
  readonly title: string;
  readonly date: string;
  readonly doors: string | null;
  readonly time: string | null;
  /** The database's clock: a gate's own clock may be wrong. */
  readonly now: Date;
};

/**
 * Admits people on a ticket. The ticket's row is locked, so that many gates together admit exactly as many as there are
 * entries; every answer is stored under its device and nonce. A label alone admits nobody: a typed code needs its check
 * group. After too many wrong ones the person has to wait, on any device, because the device id is a cookie that the
 * client chooses. A signed QR is no guess and never waits.
 */
export async function admitEntry(
  services: GateServices,
  request: AdmitRequest,
): Promise<Outcome<Admission, AdmitRefusal>> {
  return services.database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, request.operator, "admit-entry"))) return refused(notAllowed);
    const presented = await identifyCode(services.keys, request);
    const before = await answeredBefore(sql, request);
    const wait =
      before || presented?.kind === "qr"
        ? 0
        : await waitAfterWrongCodes(sql, "person", request.operator.userId);
    if (wait > 0) return refused({ reason: "locked", retryAfter: wait });

    const ticket = presented ? await lockTicket(sql, presented) : undefined;
    const genuine =
      ticket &&
      (presented?.kind === "qr" ||
        isGroupOf(
          services.keys,
          { purchaseId: ticket.id, label: ticket.label, secretVersion: ticket.secretVersion },
          presented?.group ?? "",
        ));
    if (before) return done(isSame(before, genuine ? ticket : undefined, request) ? before : unknownCode);
    const decided: Verdict =
      !ticket || !genuine
        ? "invalid"
        : decideAdmission(ticket, {
            eventId: request.eventId,
            secretVersion: presented?.kind === "qr" ? presented.secretVersion : null,
            when: entryTime(ticket, ticket.enterUntil, ticket.now),
            entries: request.entries,
          });
    const isLeft =
      decided === "admitted" && ticket !== undefined && (await gateToAsk(sql, ofGates(ticket), null));
    const verdict = isLeft ? "other_gate" : decided;
    const entries = verdict === "admitted" ? request.entries : 0;
    if (ticket && entries > 0) {
      await sql.query({
        name: "take-entries",
        text: "UPDATE ticket_purchases SET entries_remaining = entries_remaining - $2 WHERE id = $1",
        values: [ticket.id, entries],
      });
    }
    const known = verdict === "invalid" ? undefined : ticket;
    await record(sql, request, {
      verdict,
      entries,
      purchaseId: known?.id ?? null,
      entriesLeft: known ? known.entriesRemaining - entries : null,
    });
    return done({
      verdict,
      entries,
      ticket: known
        ? {
            ...{ ...known, entriesLeft: known.entriesRemaining - entries },
            asksAge: !known.isAddOn && asksForAge(known),
            lastEntry: verdict === "used" ? await lastEntryOf(sql, known.id) : null,
          }
        : null,
    });
  });
}

/** A ticket as the gates of its night share it out. */
const ofGates = ({ id, eventId, typeId }: GateTicket) => ({ eventId, typeId, key: ticketKey(id) });

const unknownCode: Admission = { verdict: "invalid", entries: 0, ticket: null };

/**
 * Whether the stored answer fits this request: the same ticket and, if it admitted, the same night and number of
 * people.
 */
function isSame(before: Admission, ticket: GateTicket | undefined, asked: AdmitRequest): boolean {
  return (
    before.ticket?.id === ticket?.id &&
    (before.verdict !== "admitted" || (ticket?.eventId === asked.eventId && before.entries === asked.entries))
  );
}

async function lockTicket(sql: Sql, by: IdentifiedCode): Promise<GateTicket | undefined> {
  const { rows } = await sql.query<GateTicket>({
    name: by.kind === "qr" ? "gate-ticket" : "gate-label",
    text: `SELECT p.id, p.ticket_code AS label, p.status, p.event_id AS "eventId", p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesRemaining",
             p.secret_version AS "secretVersion", p.suspended, p.share_returned_at IS NOT NULL AS "isShareReturned", e.cancelled_at IS NOT NULL AS "isCancelled", p.holder_name AS "holderName", e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, now() AS now,
             p.ticket_type_id AS "typeId", coalesce(t.type, '') AS "typeName", p.places = 0 AS "isAddOn", to_char(t.enter_until, 'HH24:MI') AS "enterUntil", e.minimum_age AS "minimumAge", e.title, ${seatsOfNight} AS position
           FROM ticket_purchases p JOIN events e ON e.id = p.event_id LEFT JOIN tickets t ON t.id = p.ticket_type_id
           WHERE ${by.kind === "qr" ? "p.id = $1::uuid" : "p.ticket_code = $1"} FOR UPDATE OF p`,
    values: [by.kind === "qr" ? by.purchaseId : by.label],
  });
  return rows[0];
}

type AnswerRow = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly type_name: string;
  readonly holder_name: string | null;
  readonly position: TicketPosition | null;
  readonly is_add_on: boolean;
  readonly enter_until: WallTime | null;
  readonly minimum_age: number | null;
} & (
  | { readonly id: Uuid; readonly entries_total: number; readonly entries_left: number }
  | { readonly id: null }
);

async function answeredBefore(sql: Sql, { deviceId, nonce }: AdmitRequest): Promise<Admission | undefined> {
  await lockRequest(sql, { deviceId, nonce });
  const { rows } = await sql.query<AnswerRow>({
    name: "answered-before",
    text: `SELECT a.verdict, a.entries, a.entries_left, p.id, p.holder_name, p.entries_total, coalesce(t.type, '') AS type_name, p.places = 0 AS is_add_on, to_char(t.enter_until, 'HH24:MI') AS enter_until, e.minimum_age, ${seatsOfNight} AS position FROM admissions a
           LEFT JOIN ticket_purchases p ON p.id = a.purchase_id LEFT JOIN events e ON e.id = p.event_id LEFT JOIN tickets t ON t.id = p.ticket_type_id WHERE a.device_id = $1 AND a.nonce = $2`,
    values: [deviceId, nonce],
  });
  const row = rows[0];
  if (!row) return undefined;
  const ticket = row.id
    ? {
        id: row.id,
        typeName: row.type_name,
        holderName: row.holder_name,
        entriesTotal: row.entries_total,
        entriesLeft: row.entries_left,
        position: row.position,
        isAddOn: row.is_add_on,
        enterUntil: row.enter_until,
        asksAge: !row.is_add_on && asksForAge({ minimumAge: row.minimum_age }),
        lastEntry: row.verdict === "used" ? await lastEntryOf(sql, row.id) : null,
      }
    : null;
  return { verdict: row.verdict, entries: row.entries, ticket };
}

async function record(
  sql: Sql,
  request: AdmitRequest,
  answer: { verdict: Verdict; entries: number; purchaseId: string | null; entriesLeft: number | null },
): Promise<void> {
  await sql.query({
    name: "record-admission",
    text: "INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries, entries_left) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    values: [
      newId(),
      answer.purchaseId,
      request.deviceId,
      request.nonce,
      request.operator.userId,
      answer.verdict,
      answer.entries,
      answer.entriesLeft,
    ],
  });
}
