import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { identifyCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { asksForAge, decideScan, entryTime, notOurs, type ScanDecision } from "./admission.ts";
import {
  type Answer,
  countOutside,
  findAnswer,
  findLastEntry,
  type LastEntry,
  type LockedName,
  type LockedTicket,
  lockListedGuest,
  lockPresented,
  storeAnswer,
  subjectOf,
  waitAfterWrongCodes,
} from "./admission-store.server.ts";
import { findProvenChief, reserveChiefCode } from "./chief-proof-queries.server.ts";
import { isSignedBy, sha256Hex, ticketKey } from "./device-signature.server.ts";
import { findAwayGate, findDevice, gatesOfNight, lockNumber } from "./door-store.server.ts";
import { readChiefProof, readGateAsk, type SignedCall } from "./gate-row-form.ts";
import { presentGuest, ticketOfGuest } from "./guest-entry.ts";
import { signedBytes } from "./signed-bytes.ts";

export type ScanAnswer = {
  /** For `other_gate` it has the gate's name too. */
  readonly decision: ScanDecision & { readonly gateName?: string };
  /** The ticket's key in the list, which the phone cannot compute from a typed code; or the id of the guest's name. */
  readonly key: string | null;
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  /**
   * Name and last digits of the label, to compare with an identity card. Only for a ticket of this night with its
   * present code, or a guest of this night, who has no label. The phone shows them and stores them nowhere.
   */
  readonly holder: { readonly name: string | null; readonly digits: string } | null;
  /** The ticket's night, when the ticket is for another night. */
  readonly night: { readonly title: string; readonly date: string } | null;
  /** When and where somebody last came in on the ticket, shown with "already used". */
  readonly lastEntry: LastEntry | null;
  /** For a chief's code: `good` when the row of this number may use it. Then no other row may. */
  readonly chief?: "good" | "used";
};

export type AnswerScanRefusal =
  | { readonly reason: "unreadable" | "unknown_device" | "not_signed" }
  /** The chief stopped the phone, or its time is over. */
  | { readonly reason: "stopped" }
  /** On a strict night, the server must first have the phone's earlier rows. */
  | { readonly reason: "rows_missing"; readonly ackedThrough: number }
  /** The server already has the row with this number. */
  | { readonly reason: "number_used" }
  /** Another ticket was admitted under this number, and its row has not come yet. That row must come first. */
  | { readonly reason: "number_asked" }
  /** This phone sent too many wrong typed codes. `retryAfter`: seconds to wait. */
  | { readonly reason: "too_many"; readonly retryAfter: number };

/**
 * Answers a phone's question about a scanned or typed code or a guest, under the lock of the ticket or name, or whether
 * a chief's code is still good. An admission is counted at once, under the number of the row that the phone will write. A repeated
 * question gets the same answer. When the row comes, it replaces the answer, because it says what happened at the
 * door.
 */
export async function answerScan(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { text, signature, qr = "" }: SignedCall,
): Promise<Outcome<ScanAnswer, AnswerScanRefusal>> {
  const ask = readGateAsk(text);
  if (!ask) return refused({ reason: "unreadable" });
  // only the hash of the code is signed; a code beside it that does not match counts as none
  const code = sha256Hex(qr) === ask.code ? qr : "";
  const presented = await identifyCode(keys, { code });
  return database.withDuty("admit", async (sql) => {
    const device = await findDevice(sql, ask.device);
    if (!device) return refused({ reason: "unknown_device" });
    if (!isSignedBy(device.publicKey, signedBytes("ask", text), signature))
      return refused({ reason: "not_signed" });
    if (device.isStopped) return refused({ reason: "stopped" });
    await lockNumber(sql, device.id, ask.seq);
    const { rowCount: storedRows } = await sql.query(
      "SELECT FROM gate_log WHERE device_id = $1 AND seq = $2 LIMIT 1",
      [device.id, ask.seq],
    );
    if (storedRows !== 0) return refused({ reason: "number_used" });
    const request = { deviceId: device.id, nonce: `ask ${ask.seq}` };
    const storedAnswer = await findAnswer(sql, request);
    const ticket = await lockPresented(sql, keys, presented);
    const guest = ask.guest ? await lockListedGuest(sql, ask.guest) : undefined;
    if (storedAnswer && subjectOf(storedAnswer)?.id !== (guest ?? ticket)?.id)
      return refused({ reason: "number_asked" });
    const proof = readChiefProof(code);
    if (proof) {
      const chiefPhone = await findProvenChief(sql, proof, {
        at: device.now.getTime(),
        eventId: device.eventId,
      });
      const isGood =
        chiefPhone !== null && !chiefPhone.isStopped && (await reserveChiefCode(sql, proof, ask));
      const answer = answerOf(undefined, { verdict: notOurs }, null);
      return done({ ...answer, chief: isGood ? "good" : "used" });
    }
    const isTyped = presented?.kind === "label";
    const wait = isTyped && !storedAnswer ? await waitAfterWrongCodes(sql, "phone", device.id) : 0;
    if (wait > 0) return refused({ reason: "too_many", retryAfter: wait });
    const gates = await gatesOfNight(sql, device.eventId);
    if (!storedAnswer && device.ackedThrough < ask.seq - 1 && gates.some(({ mode }) => mode === "strict"))
      return refused({ reason: "rows_missing", ackedThrough: device.ackedThrough });
    const author = { operatorId: device.invitedBy, phoneSeq: ask.seq };
    if (ask.guest) {
      const decision = decideAboutGuest(guest, device.eventId, ask.entries, storedAnswer);
      if (guest && !storedAnswer && decision.verdict === "admitted")
        await storeAnswer(sql, request, { ...author, ...decision, guestId: guest.id });
      const isUsed = guest !== undefined && decision.verdict === "used";
      const last = isUsed ? await findLastEntry(sql, { column: "guest_id", id: guest.id }) : null;
      return done(answerAboutGuest(guest, decision, last));
    }
    if (!ticket) {
      // every wrong code counts, so each is stored under a nonce of its own
      const wrongCode = { deviceId: device.id, nonce: `typed ${newId()}` };
      if (isTyped) await storeAnswer(sql, wrongCode, { ...author, verdict: notOurs, entries: 0, left: null });
      return done(answerOf(undefined, { verdict: notOurs }, null));
    }
    if (storedAnswer) {
      const { entries, left } = { ...storedAnswer, left: storedAnswer.left ?? 0 };
      const asksAge = !ticket.isAddOn && asksForAge(ticket);
      return done(answerOf(ticket, { verdict: "admitted", entries, left, asksAge }, null));
    }
    const decision = decideScan(
      { ...ticket, outside: await countOutside(sql, ticket.id) },
      {
        eventId: device.eventId,
        secretVersion: presented?.kind === "qr" ? presented.secretVersion : null,
        when: entryTime(ticket, ticket.enterUntil, ticket.now),
        entries: ask.entries,
        stamp: ask.stamp,
        // the phone that decides for its gate need not wait for its own rows
        otherGate: await findAwayGate(sql, gates, ticket, device.decides ? device.id : null),
      },
    );
    if (decision.verdict === "other_gate") {
      const gateName = gates.find(({ id }) => id === decision.gateId)?.name ?? "";
      return done(answerOf(ticket, { ...decision, gateName }, null));
    }
    if (decision.verdict === "admitted")
      await storeAnswer(sql, request, { ...author, ...decision, purchaseId: ticket.id });
    const last =
      decision.verdict === "used" || decision.verdict === "stamp"
        ? await findLastEntry(sql, { column: "purchase_id", id: ticket.id })
        : null;
    return done(answerOf(ticket, decision, last));
  });
}

function answerOf(
  ticket: LockedTicket | undefined,
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

/** A name that does not exist, or not any more, is off its list. */
function decideAboutGuest(
  guest: LockedName | undefined,
  eventId: Uuid,
  entries: number | null,
  storedAnswer: Answer | undefined,
): ScanDecision {
  if (!guest) return { verdict: "void" };
  if (!storedAnswer)
    return decideScan(ticketOfGuest(guest), {
      ...presentGuest(guest, eventId, entries ?? 1),
      stamp: null,
    });
  const { entries: admitted, left } = storedAnswer;
  return { verdict: "admitted", entries: admitted, left: left ?? 0, asksAge: asksForAge(guest) };
}

/** The name itself goes only to a phone of its night, and while it is on its list. */
function answerAboutGuest(
  guest: LockedName | undefined,
  decision: ScanDecision,
  lastEntry: ScanAnswer["lastEntry"],
): ScanAnswer {
  const isListed = guest && decision.verdict !== "void" && decision.verdict !== "elsewhere";
  return {
    ...answerOf(undefined, decision, lastEntry),
    key: guest?.id ?? null,
    entriesTotal: isListed ? guest.places : null,
    holder: isListed ? { name: guest.name, digits: "" } : null,
  };
}

/** The last four digits of a label, "3175"; for a pass with its night, "3175-01". */
const lastDigits = (label: string) => /\d{4}(-\d{2,3})?$/.exec(label)?.[0] ?? "";
