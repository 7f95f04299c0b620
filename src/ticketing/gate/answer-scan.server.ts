import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type IdentifiedCode, identifyCode, isGroupOf } from "#ticketing/delivery/ticket-signature.server.ts";
import { entryTime } from "./admission.ts";
import { hexOf, isSignedBy, ticketKey } from "./device-signature.server.ts";
import { findDevice, type GateDevice, gatesOfNight, gateToAsk, lockNumber } from "./door-store.server.ts";
import {
  type LastEntry,
  type LoggedTicket,
  lastEntryOf,
  lockLoggedTicket,
  outsideOf,
} from "./gate-log-store.server.ts";
import { readGateAsk, type SignedCall } from "./gate-row-form.ts";
import { asksForAge, decideScan, type ScanDecision } from "./scan-decision.ts";
import { signedBytes } from "./signed-bytes.ts";
import { waitAfterWrongCodes } from "./typed-code-queries.server.ts";

export type ScanAnswer = {
  readonly decision:
    | ScanDecision
    | { readonly verdict: "invalid" }
    /** A strict gate answers for it, and its phone is away. */
    | { readonly verdict: "other_gate"; readonly gateId: string; readonly gateName: string };
  /** The ticket's key in the list: of a typed code the phone does not know it. */
  readonly key: string | null;
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  /** The night of a ticket that is for another one. */
  readonly night: { readonly title: string; readonly date: string } | null;
  /** When and where somebody last came in on it, for "already used". */
  readonly lastEntry: LastEntry | null;
};

export type AnswerScanRefusal =
  | { readonly reason: "unreadable" | "unknown_device" | "not_signed" }
  /** Stopped by the chief, or its night is over. */
  | { readonly reason: "stopped" }
  /** Of a strict night: what the phone wrote down before must be here first. */
  | { readonly reason: "rows_missing"; readonly ackedThrough: number }
  /** The row with this number is here already. */
  | { readonly reason: "number_used" }
  /** The number let in another ticket, and its row is not here: it must be written before. */
  | { readonly reason: "number_asked" }
  /** Too many wrong typed codes on this phone: seconds to wait. */
  | { readonly reason: "too_many"; readonly retryAfter: number };

/**
 * Answers a phone that asks about a scanned or a typed code, under the ticket's lock. What it lets in is counted at once, under the
 * number that the phone's row of it will have: a repeated question gets the same answer, and the row, which says what
 * happened at the door, takes the answer's place when it comes.
 */
export async function answerScan(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { text, signature, qr }: SignedCall,
): Promise<Outcome<ScanAnswer, AnswerScanRefusal>> {
  const ask = readGateAsk(text);
  if (!ask) return refused({ reason: "unreadable" });
  const presented = hexOf(qr ?? "") === ask.code ? await identifyCode(keys, { code: qr ?? "" }) : undefined;
  return database.withDuty("admit", async (sql) => {
    const device = await findDevice(sql, ask.device);
    if (!device) return refused({ reason: "unknown_device" });
    if (!isSignedBy(device.publicKey, signedBytes("ask", text), signature))
      return refused({ reason: "not_signed" });
    if (device.isStopped) return refused({ reason: "stopped" });
    await lockNumber(sql, device.id, ask.seq);
    const { rowCount: rowIsHere } = await sql.query(
      "SELECT FROM gate_log WHERE device_id = $1 AND seq = $2 LIMIT 1",
      [device.id, ask.seq],
    );
    if (rowIsHere !== 0) return refused({ reason: "number_used" });
    const before = await askedBefore(sql, device.id, ask.seq);
    const purchaseId = presented && (await purchaseOf(sql, presented));
    if (before && before.purchaseId !== purchaseId) return refused({ reason: "number_asked" });
    const isTyped = presented?.kind === "label";
    const wait = isTyped && !before ? await waitAfterWrongCodes(sql, "phone", device.id) : 0;
    if (wait > 0) return refused({ reason: "too_many", retryAfter: wait });
    const gates = await gatesOfNight(sql, device.eventId);
    if (!before && device.ackedThrough < ask.seq - 1 && gates.some(({ mode }) => mode === "strict"))
      return refused({ reason: "rows_missing", ackedThrough: device.ackedThrough });
    const found = purchaseId === undefined ? undefined : await lockLoggedTicket(sql, purchaseId);
    const ticket = presented && found && isGenuine(keys, found, presented) ? found : undefined;
    if (!ticket) {
      if (isTyped) await recordWrongCode(sql, device, ask.seq);
      return done(answerOf(undefined, { verdict: "invalid" }, null));
    }
    if (before) {
      const { entries, left } = before;
      const asksAge = !ticket.isAddOn && asksForAge(ticket);
      return done(answerOf(ticket, { verdict: "admitted", entries, left, asksAge }, null));
    }
    const outside = await outsideOf(sql, ticket.id);
    const decision = decideScan(
      { ...ticket, outside },
      {
        eventId: device.eventId,
        secretVersion: presented?.kind === "qr" ? presented.secretVersion : null,
        when: entryTime(ticket, ticket.enterUntil, ticket.now),
        ...{ entries: ask.entries, stamp: ask.stamp },
      },
    );
    if (decision.verdict === "admitted" || decision.verdict === "how_many") {
      const ofNight = { eventId: device.eventId, typeId: ticket.typeId, key: ticketKey(ticket.id) };
      const away = await gateToAsk(sql, ofNight, device.decides ? device.id : null);
      if (away)
        return done(answerOf(ticket, { verdict: "other_gate", gateId: away.id, gateName: away.name }, null));
    }
    if (decision.verdict === "admitted") {
      await sql.query({
        name: "take-entries",
        text: "UPDATE ticket_purchases SET entries_remaining = entries_remaining - $2 WHERE id = $1",
        values: [ticket.id, decision.entries],
      });
      await sql.query({
        name: "record-ask",
        text: "INSERT INTO admissions (id, purchase_id, device_id, nonce, phone_seq, operator_id, verdict, entries, entries_left) VALUES ($1, $2, $3, $4, $5, $6, 'admitted', $7, $8)",
        values: [
          ...[newId(), ticket.id, device.id, `ask ${ask.seq}`, ask.seq, device.invitedBy],
          ...[decision.entries, decision.left],
        ],
      });
    }
    const last =
      decision.verdict === "used" || decision.verdict === "stamp" ? await lastEntryOf(sql, ticket.id) : null;
    return done(answerOf(ticket, decision, last));
  });
}

function answerOf(
  ticket: LoggedTicket | undefined,
  decision: ScanAnswer["decision"],
  lastEntry: ScanAnswer["lastEntry"],
): ScanAnswer {
  const { typeName = null, isAddOn = false, entriesTotal = null } = ticket ?? {};
  const key = ticket ? ticketKey(ticket.id) : null;
  const night =
    decision.verdict === "elsewhere" && ticket ? { title: ticket.title, date: ticket.date } : null;
  return { decision, key, typeName, isAddOn, entriesTotal, night, lastEntry };
}

async function purchaseOf(sql: Sql, presented: IdentifiedCode): Promise<string | undefined> {
  if (presented.kind === "qr") return presented.purchaseId;
  const { rows } = await sql.query<{ id: string }>("SELECT id FROM ticket_purchases WHERE ticket_code = $1", [
    presented.label,
  ]);
  return rows[0]?.id;
}

/** A QR is signed; a label admits with its check group alone. */
function isGenuine(keys: SigningKeys, ticket: LoggedTicket, presented: IdentifiedCode): boolean {
  const { id: purchaseId, label, secretVersion } = ticket;
  return presented.kind === "qr" || isGroupOf(keys, { purchaseId, label, secretVersion }, presented.group);
}

async function recordWrongCode(sql: Sql, device: GateDevice, seq: number): Promise<void> {
  await sql.query(
    "INSERT INTO admissions (id, device_id, nonce, phone_seq, operator_id, verdict) VALUES ($1, $2, $3, $4, $5, 'invalid')",
    [newId(), device.id, `typed ${newId()}`, seq, device.invitedBy],
  );
}

async function askedBefore(sql: Sql, deviceId: string, seq: number) {
  const { rows } = await sql.query<{ purchaseId: string; entries: number; left: number }>(
    'SELECT purchase_id AS "purchaseId", entries, coalesce(entries_left, 0) AS left FROM admissions WHERE device_id = $1 AND nonce = $2',
    [deviceId, `ask ${seq}`],
  );
  return rows[0];
}
