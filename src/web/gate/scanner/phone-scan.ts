import { inSeconds } from "#kernel/time.ts";
import { isLikeQrText, type QrPayload, scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { dayOfWindow } from "#ticketing/delivery/ticket-window.ts";
import { decideAlone } from "#ticketing/gate/admission.ts";
import type { GateAsk } from "#ticketing/gate/gate-row-form.ts";
import { limits } from "#ticketing/limits.ts";
import { isEntry, isUntold, ownRowsOf, undoOf } from "./own-rows.ts";
import { CallRefused, callTimeouts, type ScanReply } from "./phone-calls.ts";
import { rowTime, serverNow } from "./phone-clock.ts";
import { checkTicket, sha256Of } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { admittedEntries, nothingKnown, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** Milliseconds after a lost call until a phone of a strict gate decides by itself. */
const aloneAfter = 3000;

type ScanWish = {
  /** How many people come in now. */
  readonly entries: number;
  readonly stamp: boolean | null;
};

/**
 * Scans a ticket's code: asks the server, and decides by the list when nobody answers. A typed code needs the server
 * or a chief, because only the server can check it. Call it inside `inTurn`.
 */
export async function scanTicket(parts: PhoneParts, text: string, wish: ScanWish): Promise<ScanResult> {
  const { state, write } = parts;
  const { entries, stamp } = wish;
  const scanned = (await readScanned(parts, text)) ?? (await readTyped(text));
  const resultWithoutTicket = (answer: ScanResult["answer"]) => ({ ...nothingKnown, qr: text, answer });
  if (!scanned)
    return { ...resultWithoutTicket({ verdict: "invalid" }), seq: await noteUnknown(parts, text) };
  const { code, payload } = scanned;
  // a typed code is sent as label and check group; it proves nothing, so the row does not keep it
  const [presented, qr] = [scanned.typed ?? text, payload ? text : null];
  const canAsk = state().isOnline && !state().isStopped;
  let reply: ScanReply | undefined;
  try {
    if (canAsk) reply = await askServer(parts, { entries, stamp }, presented, scanned.key);
  } catch (failure) {
    if (failure instanceof CallRefused && failure.reason === "too_many" && !payload)
      return resultWithoutTicket({ verdict: "wait", seconds: failure.retryAfter });
    return resultWithoutTicket({ verdict: "not_written" });
  }
  if (!reply && !payload && !canAsk) return resultWithoutTicket({ verdict: "no_network" });
  const mode = reply ? "online" : "offline";
  const key = scanned.key ?? reply?.key ?? "";
  const decided =
    reply ??
    (payload
      ? await decideWithoutServer(parts, { ...payload, key, entries, stamp })
      : { ...nothingKnown, decision: { verdict: "no_network" } as const });
  const { decision } = decided;
  const until = listedType(parts, key)?.enterUntil;
  const result: Omit<ScanResult, "answer" | "seq"> = {
    qr: text,
    typeName: decided.typeName,
    isAddOn: decided.isAddOn,
    entriesTotal: decided.entriesTotal,
    lastEntry: decided.lastEntry,
    holder: reply?.holder ?? null,
    night: reply?.night ?? nightOf(parts, decision, payload),
    pastHour: until ? { until, now: new Date(serverNow(parts)).toISOString() } : null,
    otherGate: "gateId" in decision ? placeOf(parts, decision.gateId) : null,
  };
  if (result.holder) parts.holders.set(key, result.holder);
  const admission = admittedEntries(decision, entries);
  // the server asks back, so there is no row yet, and the next call to the server uses the same number
  if (reply && (decision.verdict === "stamp" || decision.verdict === "how_many"))
    return { ...result, seq: null, answer: decision };
  try {
    const { typeName, isAddOn } = decided;
    const secretVersion = payload?.secretVersion;
    const seq = await write(
      { kind: admission?.kind ?? "refuse", mode, code, entries: admission?.entries ?? 0 },
      { qr, key, typeName, isAddOn, secretVersion, verdict: admission ? null : decision.verdict },
    );
    return { ...result, seq, answer: decision };
  } catch {
    return { ...result, seq: null, answer: { verdict: "not_written" } };
  }
}

/** The list knows the day of a night that was moved; the code of another night says its own. */
function nightOf(
  { list }: PhoneParts,
  { verdict }: { readonly verdict: string },
  payload: QrPayload | undefined,
) {
  const date = verdict === "early" ? list().head?.night.date : payload && dayOfWindow(payload);
  return date === undefined ? null : { title: null, date };
}

/** Writes a row about a code that is not ours, without its text. Returns its number; null after too many. */
async function noteUnknown({ rows, now, write }: PhoneParts, text: string): Promise<number | null> {
  const unknownRows = rows.filter(({ shown }) => shown.kind === "refuse" && shown.reason !== null);
  const recentRows = unknownRows.filter(({ shown }) => now() - shown.at < inSeconds.minute * 1000);
  if (unknownRows.length >= limits.unknownCodesPerPhone || recentRows.length >= limits.unknownCodesPerMinute)
    return null;
  const reason = isLikeQrText(text) ? "forged" : "foreign";
  const row = { kind: "refuse", code: await hashOf(text), reason } as const;
  return write(row, { verdict: "invalid" }).catch(() => null);
}

/** Returns a typed label with its check group, in the form for the server; undefined for anything else. */
export async function readTyped(text: string) {
  const read = readTicketCode(text);
  if (read.kind !== "label" || read.group === null) return undefined;
  const typed = `${read.label}-${read.group}`;
  return { typed, code: await hashOf(typed), key: null, payload: undefined };
}

const hashOf = (text: string) => sha256Of(new TextEncoder().encode(text));

/** Reads a ticket's code: what it says, its hash, and its ticket's key in the list. Undefined when it is not ours. */
export async function readScanned({ ticketKeys }: Pick<PhoneParts, "ticketKeys">, qr: string) {
  const payload = await checkTicket(ticketKeys(), qr);
  if (!payload || payload.isGuest) return undefined;
  const key = (await hashOf(payload.purchaseId)).slice(0, 16);
  return { payload, code: await hashOf(qr), key, typed: undefined };
}

/** The refusal of a code of ours for another night; undefined for a code of the phone's night. */
export function refuseOtherNight(
  { enrolled }: Pick<PhoneParts, "enrolled">,
  payload: QrPayload,
): Pick<ScanResult, "answer" | "night"> | undefined {
  if (payload.scope === scopeOf(enrolled.event.id)) return undefined;
  return { answer: { verdict: "elsewhere" }, night: { title: null, date: dayOfWindow(payload) } };
}

type Question = Pick<GateAsk, "entries" | "stamp" | "guest">;

/**
 * Asks the server about a code, or without one about a guest, under the next row's number. Rows about it that say what
 * the server does not know go first; `key` is null for a code whose ticket this phone does not know. Undefined when
 * nobody answers, or the server does not have those rows. Call it inside `inTurn`.
 */
export async function askServer(
  parts: PhoneParts,
  question: Question,
  qr?: string,
  key: string | null = question.guest ?? null,
): Promise<ScanReply | undefined> {
  const lacksRows = () =>
    parts.rows.some((row) => !row.isSent && isUntold(row.shown) && row.shown.key === (key ?? row.shown.key));
  if (lacksRows()) {
    await Promise.race([parts.send(), pause(callTimeouts.scan)]);
    if (key !== null && lacksRows()) return undefined;
  }
  const { reach, calls, become, send, now, enrolled } = parts;
  const code = qr === undefined ? null : await hashOf(qr);
  const about = { device: enrolled.device, at: now(), seq: parts.nextSeq(), code };
  const fields = { v: 1, ...about, ...question } as GateAsk;
  const call = { ...(await parts.signed("ask", fields)), ...(qr === undefined ? {} : { qr }) };
  try {
    return await reach(() => calls.scan(call));
  } catch (failure) {
    if (!(failure instanceof CallRefused)) throw failure;
    if (failure.reason === "stopped") become({ isStopped: true });
    if (failure.reason === "number_asked") {
      await fillUnusedNumber(parts);
      return askServer(parts, question, qr, key);
    }
    // another scan has this number, so a row with this number would count as the row of that scan
    if (failure.reason === "number_used" || failure.reason === "too_many") throw failure;
    if (failure.reason !== "rows_missing") return undefined;
    await send();
    return reach(() => calls.scan(call)).catch(() => undefined);
  }
}

/** Writes a row for a number that the server was asked about, but the page could not write: nobody saw green. */
async function fillUnusedNumber({ write }: PhoneParts): Promise<void> {
  await write({ kind: "refuse", mode: "online" }, { verdict: "not_written" });
}

async function decideWithoutServer(parts: PhoneParts, code: Parameters<typeof decideAlone>[3]) {
  const { enrolled, now, state, rows } = parts;
  const { head, tickets } = parts.list();
  const ticket = tickets.get(code.key);
  const type = listedType(parts, code.key);
  if (head?.gates.some(({ mode }) => mode === "strict")) await pause(parts.lostAt() + aloneAfter - now());
  const known = { head, gateId: enrolled.gate.id, decides: parts.decides() };
  const decision = decideAlone(
    { ...known, now: new Date(now() + state().clockAhead) },
    ticket,
    ownRowsOf(rows, code.key, head, ticket),
    code,
  );
  return {
    decision,
    typeName: type?.name ?? null,
    isAddOn: type ? !type.admits : false,
    lastEntry: ownEntry(parts, code.key),
    entriesTotal: ticket?.total ?? null,
  };
}

/** The type of a ticket that is on the phone's list. */
export function listedType({ list }: Pick<PhoneParts, "list">, key: string) {
  const { head, tickets } = list();
  const ticket = tickets.get(key);
  return ticket && head?.types[ticket.type];
}

/** Returns this phone's last entry on the ticket or name that was not undone; null without one. */
export function ownEntry(parts: PhoneParts, key: string): ScanReply["lastEntry"] {
  const last = parts.rows.findLast(
    ({ seq, shown }) => shown.key === key && isEntry(shown) && !undoOf(parts.rows, seq),
  )?.shown;
  return last ? { at: rowTime(parts, last).toISOString(), gateName: parts.enrolled.gate.name } : null;
}

/** Returns the name of the gate that decides about the ticket, or a text for another phone of this gate. */
function placeOf(parts: PhoneParts, id: string): string | null {
  if (id === parts.enrolled.gate.id) return texts.otherPhone;
  return parts.list().head?.gates.find((gate) => gate.id === id)?.name ?? null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, ms)));
}
