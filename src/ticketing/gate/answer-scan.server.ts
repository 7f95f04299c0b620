import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { identifyCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { asksForAge, decideScan, entryTime, notOurs, type ScanDecision } from "./admission.ts";
import {
  answeredBefore,
  keepAnswer,
  type LastEntry,
  type LoggedTicket,
  lastEntryOf,
  lockPresented,
  outsideOf,
  waitAfterWrongCodes,
} from "./admission-store.server.ts";
import { provenChief, takeProof } from "./chief-proof-queries.server.ts";
import { hexOf, isSignedBy, ticketKey } from "./device-signature.server.ts";
import { awayGate, findDevice, gatesOfNight, lockNumber } from "./door-store.server.ts";
import { readChiefProof, readGateAsk, type SignedCall } from "./gate-row-form.ts";
import { signedBytes } from "./signed-bytes.ts";

export type ScanAnswer = {
  /** Of `other_gate`, the gate's name too. */
  readonly decision: ScanDecision & { readonly gateName?: string };
  /** The ticket's key in the list: of a typed code the phone does not know it. */
  readonly key: string | null;
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  /**
   * Whose ticket it is, and the last digits of its label, to be compared with an identity card: of a ticket of this night whose
   * code is the present one. The phone shows it and keeps it nowhere.
   */
  readonly holder: { readonly name: string | null; readonly digits: string } | null;
  /** The night of a ticket that is for another one. */
  readonly night: { readonly title: string; readonly date: string } | null;
  /** When and where somebody last came in on it, for "already used". */
  readonly lastEntry: LastEntry | null;
  /** Of a chief's code: whether the row of this number may have it. Nobody else may then. */
  readonly chief?: "good" | "used";
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
 * Answers a phone that asks about a scanned or a typed code, under the ticket's lock, or whether a chief's code is still good. What it lets in is counted at once, under the
 * number that the phone's row of it will have: a repeated question gets the same answer, and the row, which says what
 * happened at the door, takes the answer's place when it comes.
 */
export async function answerScan(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { text, signature, qr = "" }: SignedCall,
): Promise<Outcome<ScanAnswer, AnswerScanRefusal>> {
  const ask = readGateAsk(text);
  if (!ask) return refused({ reason: "unreadable" });
  const code = hexOf(qr) === ask.code ? qr : "";
  const presented = await identifyCode(keys, { code });
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
    const request = { deviceId: device.id, nonce: `ask ${ask.seq}` };
    const before = await answeredBefore(sql, request);
    const ticket = await lockPresented(sql, keys, presented);
    if (before && before.purchaseId !== ticket?.id) return refused({ reason: "number_asked" });
    const proof = readChiefProof(code);
    if (proof) {
      const by = await provenChief(sql, proof, { at: device.now.getTime(), eventId: device.eventId });
      const isGood = by !== null && !by.isStopped && (await takeProof(sql, proof, ask));
      const answer = answerOf(undefined, { verdict: notOurs }, null);
      return done({ ...answer, chief: isGood ? "good" : "used" });
    }
    const isTyped = presented?.kind === "label";
    const wait = isTyped && !before ? await waitAfterWrongCodes(sql, "phone", device.id) : 0;
    if (wait > 0) return refused({ reason: "too_many", retryAfter: wait });
    const gates = await gatesOfNight(sql, device.eventId);
    if (!before && device.ackedThrough < ask.seq - 1 && gates.some(({ mode }) => mode === "strict"))
      return refused({ reason: "rows_missing", ackedThrough: device.ackedThrough });
    const by = { operatorId: device.invitedBy, phoneSeq: ask.seq };
    if (!ticket) {
      const wrong = { deviceId: device.id, nonce: `typed ${newId()}` };
      if (isTyped) await keepAnswer(sql, wrong, { ...by, verdict: notOurs, entries: 0, left: null });
      return done(answerOf(undefined, { verdict: notOurs }, null));
    }
    if (before) {
      const { entries, left } = { ...before, left: before.left ?? 0 };
      const asksAge = !ticket.isAddOn && asksForAge(ticket);
      return done(answerOf(ticket, { verdict: "admitted", entries, left, asksAge }, null));
    }
    const decision = decideScan(
      { ...ticket, outside: await outsideOf(sql, ticket.id) },
      {
        eventId: device.eventId,
        secretVersion: presented?.kind === "qr" ? presented.secretVersion : null,
        when: entryTime(ticket, ticket.enterUntil, ticket.now),
        entries: ask.entries,
        stamp: ask.stamp,
        otherGate: await awayGate(sql, gates, ticket, device.decides ? device.id : null),
      },
    );
    if (decision.verdict === "other_gate") {
      const gateName = gates.find(({ id }) => id === decision.gateId)?.name ?? "";
      return done(answerOf(ticket, { ...decision, gateName }, null));
    }
    if (decision.verdict === "admitted")
      await keepAnswer(sql, request, { ...by, ...decision, purchaseId: ticket.id });
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
  const isHidden = decision.verdict === "elsewhere" || decision.verdict === "replaced";
  const holder = ticket && !isHidden ? { name: ticket.holderName, digits: lastDigits(ticket.label) } : null;
  return { decision, key, typeName, isAddOn, entriesTotal, holder, night, lastEntry };
}

/** "3175"; of a night of a pass "3175-01". */
const lastDigits = (label: string) => /\d{4}(-\d{2,3})?$/.exec(label)?.[0] ?? "";
