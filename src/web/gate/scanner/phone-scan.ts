import { inSeconds } from "#kernel/time.ts";
import { isLikeQrText } from "#ticketing/delivery/qr-payload.ts";
import { readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { dayOfWindow } from "#ticketing/delivery/ticket-window.ts";
import { decideAlone } from "#ticketing/gate/admission.ts";
import type { GateAsk } from "#ticketing/gate/gate-row-form.ts";
import { limits } from "#ticketing/limits.ts";
import { ownRowsOf, type ShownRow } from "./own-rows.ts";
import { type Answered, CallRefused } from "./phone-calls.ts";
import { checkTicket, sha256Of } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { letsIn, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** Milliseconds after a lost call until a phone of a strict gate decides by itself. */
const aloneAfter = 3000;

type Wish = {
  /** How many people come in now. */
  readonly entries: number;
  readonly stamp: boolean | null;
};

/**
 * Scans a ticket's code: asks the server, and decides by the list when nobody answers. A typed code needs the server
 * or a chief, because only the server can check it. Call it inside `inTurn`.
 */
export async function scanTicket(parts: PhoneParts, text: string, wish: Wish): Promise<ScanResult> {
  const { now, state, write } = parts;
  const { entries, stamp } = wish;
  const scanned = (await readScanned(parts, text)) ?? (await readTyped(text));
  const without = (answer: ScanResult["answer"]) => ({ ...nothingKnown, qr: text, seq: null, answer });
  if (!scanned) return { ...without({ verdict: "invalid" }), seq: await noteUnknown(parts, text) };
  const { code, payload } = scanned;
  // a typed code is sent as label and check group; it proves nothing, so it is not kept with the row
  const [presented, qr] = [scanned.typed ?? text, payload ? text : null];
  const canAsk = state().isOnline && !state().isStopped;
  let asked: Answered | undefined;
  try {
    if (canAsk) asked = await askServer(parts, { entries, stamp }, presented);
  } catch (failure) {
    if (failure instanceof CallRefused && failure.reason === "too_many" && !payload)
      return without({ verdict: "wait", seconds: failure.retryAfter });
    return without({ verdict: "not_written" });
  }
  if (!asked && !payload && !canAsk) return without({ verdict: "no_network" });
  const mode = asked ? "online" : "offline";
  const key = scanned.key ?? asked?.key ?? "";
  const decided =
    asked ??
    (payload
      ? await alone(parts, {
          key,
          scope: payload.scope,
          secretVersion: payload.secretVersion,
          entries,
          stamp,
        })
      : { ...nothingKnown, decision: { verdict: "no_network" } as const });
  const { decision } = decided;
  const result: Omit<ScanResult, "answer" | "seq"> = {
    qr: text,
    typeName: decided.typeName,
    isAddOn: decided.isAddOn,
    entriesTotal: decided.entriesTotal,
    lastEntry: decided.lastEntry,
    holder: asked?.holder ?? null,
    night: asked?.night ?? (payload ? { title: null, date: dayOfWindow(payload) } : null),
    otherGate: "gateId" in decision ? placeOf(parts, decision.gateId) : null,
  };
  if (result.holder) parts.holders.set(key, result.holder);
  const lets = letsIn(decision, entries);
  const shown: ShownRow = {
    kind: lets?.kind ?? "refuse",
    mode,
    key,
    entries: lets?.entries ?? 0,
    typeName: decided.typeName,
    verdict: lets ? null : decision.verdict,
    at: now(),
    undoes: null,
    reason: null,
    ...(decided.isAddOn ? { isAddOn: true } : {}),
  };
  // when the server asks back, there is no row yet, and the next question has the same number
  if (asked && (decision.verdict === "stamp" || decision.verdict === "how_many"))
    return { ...result, seq: null, answer: decision };
  try {
    const seq = await write({ kind: shown.kind, mode, code, entries: shown.entries }, { qr, shown });
    return { ...result, seq, answer: decision };
  } catch {
    return { ...result, seq: null, answer: { verdict: "not_written" } };
  }
}

const nothingKnown = {
  typeName: null,
  isAddOn: false,
  entriesTotal: null,
  lastEntry: null,
  otherGate: null,
} as const;

/**
 * Writes down that an unknown code was shown, without its text. Returns null when no row was written: too many would
 * fill the phone and the log.
 */
async function noteUnknown({ rows, now, state, write }: PhoneParts, text: string): Promise<number | null> {
  const before = rows.filter(({ shown }) => shown.kind === "refuse" && shown.reason !== null);
  const lately = before.filter(({ shown }) => now() - shown.at < inSeconds.minute * 1000);
  if (before.length >= limits.unknownCodesPerPhone || lately.length >= limits.unknownCodesPerMinute)
    return null;
  const mode = state().isOnline ? "online" : "offline";
  const reason = isLikeQrText(text) ? "forged" : "foreign";
  const shown: ShownRow = {
    kind: "refuse",
    mode,
    key: "",
    entries: 0,
    typeName: null,
    verdict: "invalid",
    at: now(),
    undoes: null,
    reason,
  };
  const row = { kind: "refuse", mode, code: await hashOf(text), reason } as const;
  return write(row, { qr: null, shown }).catch(() => null);
}

/** Returns a typed label with its check group, in the form for the server; undefined for anything else. */
export async function readTyped(text: string) {
  const read = readTicketCode(text);
  if (read.kind !== "label" || read.group === null) return undefined;
  const typed = `${read.label}-${read.group}`;
  return { typed, code: await hashOf(typed), key: null, payload: undefined };
}

const hashOf = (text: string) => sha256Of(new TextEncoder().encode(text));

/** Returns what a ticket's code says, with its hash and its ticket's key in the list; undefined when it is not ours. */
export async function readScanned({ ticketKeys }: Pick<PhoneParts, "ticketKeys">, qr: string) {
  const payload = await checkTicket(ticketKeys, qr);
  if (!payload) return undefined;
  const key = (await hashOf(payload.purchaseId)).slice(0, 16);
  return { payload, code: await hashOf(qr), key, typed: undefined };
}

type Question = Pick<GateAsk, "entries" | "stamp">;

/** Asks the server about a code under the next row's number. Undefined when nobody answers. Call it inside `inTurn`. */
export async function askServer(
  parts: PhoneParts,
  asked: Question,
  qr: string,
): Promise<Answered | undefined> {
  const { reach, calls, become, send, now, enrolled } = parts;
  const about = { device: enrolled.device, at: now(), seq: parts.nextSeq(), code: await hashOf(qr) };
  const fields = { v: 1, ...about, ...asked } as GateAsk;
  const call = await parts.signed("ask", fields);
  try {
    return await reach(() => calls.scan({ ...call, qr }));
  } catch (failure) {
    if (!(failure instanceof CallRefused)) throw failure;
    if (failure.reason === "stopped") become({ isStopped: true });
    if (failure.reason === "number_asked") {
      await writeNobodyCame(parts);
      return askServer(parts, asked, qr);
    }
    // the number belongs to another scan, and a row with it would be taken for that scan's
    if (failure.reason === "number_used" || failure.reason === "too_many") throw failure;
    if (failure.reason !== "rows_missing") return undefined;
    await send();
    return reach(() => calls.scan({ ...call, qr })).catch(() => undefined);
  }
}

/**
 * Writes a refusal for a number that the server was asked about without a row following. The page was closed or could
 * not write, so nobody saw green.
 */
async function writeNobodyCame({ write, now }: PhoneParts): Promise<void> {
  const shown: ShownRow = {
    kind: "refuse",
    mode: "online",
    key: "",
    entries: 0,
    typeName: null,
    verdict: "not_written",
    at: now(),
    undoes: null,
    reason: null,
  };
  await write({ kind: "refuse", mode: "online" }, { qr: null, shown });
}

async function alone(parts: PhoneParts, code: Parameters<typeof decideAlone>[3]) {
  const { enrolled, now, state, rows } = parts;
  const { head, tickets } = parts.list();
  const ticket = tickets.get(code.key);
  if (head?.gates.some(({ mode }) => mode === "strict")) await pause(parts.lostAt() + aloneAfter - now());
  const type = ticket && head?.types[ticket.type];
  const decision = head
    ? decideAlone(
        {
          head,
          gateId: enrolled.gate.id,
          decides: parts.decides(),
          now: new Date(now() + state().clockAhead),
        },
        ticket,
        ownRowsOf(rows, code.key, head),
        code,
      )
    : ({ verdict: "unlisted", admits: false, isAgain: false, asksAge: false } as const);
  return {
    decision,
    typeName: type?.name ?? null,
    isAddOn: type ? !type.admits : false,
    lastEntry: ownEntry(parts, code.key),
    entriesTotal: ticket?.total ?? null,
  };
}

/** When this phone itself last let somebody in on the ticket. */
function ownEntry({ rows, enrolled }: PhoneParts, key: string): Answered["lastEntry"] {
  const last = rows.findLast(({ shown }) => shown.key === key && shown.kind === "admit");
  return last ? { at: new Date(last.shown.at).toISOString(), gateName: enrolled.gate.name } : null;
}

/** Returns who decides about the ticket: another gate, or another phone of this gate. */
function placeOf(parts: PhoneParts, id: string): string | null {
  if (id === parts.enrolled.gate.id) return texts.otherPhone;
  return parts.list().head?.gates.find((gate) => gate.id === id)?.name ?? null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, ms)));
}
