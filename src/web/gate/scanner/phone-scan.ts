import type { GateAsk } from "#ticketing/gate/gate-row-form.ts";
import { decideAlone } from "#ticketing/gate/phone-decision.ts";
import { ownRowsOf, type ShownRow } from "./own-rows.ts";
import { type Answered, CallRefused } from "./phone-calls.ts";
import { sha256Of } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { letsIn, type ScanResult } from "./scan-result.ts";
import { checkTicket } from "./ticket-check.ts";

/** Milliseconds until a strict gate's phone decides by itself after a call was lost (decision 86). */
const aloneAfter = 3000;

type Wish = {
  /** How many come in now. */
  readonly entries: number;
  readonly stamp: boolean | null;
};

/** Scans a ticket's code: asks the server, and decides by the list when nobody answers. To be called in turn. */
export async function scanTicket(parts: PhoneParts, qr: string, wish: Wish): Promise<ScanResult> {
  const { enrolled, now, state, write } = parts;
  const { entries, stamp } = wish;
  const nothing = { typeName: null, isAddOn: false, entriesTotal: null, lastEntry: null, otherGate: null };
  const scanned = await readScanned(parts, qr);
  if (!scanned) return { ...nothing, qr, seq: null, answer: { verdict: "invalid" } };
  const { code, key, payload } = scanned;
  let asked: Answered | undefined;
  try {
    if (state().isOnline && !state().isStopped) {
      const ask = { v: 1, device: enrolled.device, at: now(), seq: parts.nextSeq(), code, entries, stamp };
      asked = await askServer(parts, ask as GateAsk, qr);
    }
  } catch {
    return { ...nothing, qr, seq: null, answer: { verdict: "not_written" } };
  }
  const mode = asked ? "online" : "offline";
  const { scope, secretVersion } = payload;
  const decided = asked ?? (await alone(parts, { key, scope, secretVersion, entries, stamp }));
  const { decision } = decided;
  const result: Omit<ScanResult, "answer" | "seq"> = {
    ...{ qr, typeName: decided.typeName, isAddOn: decided.isAddOn, entriesTotal: decided.entriesTotal },
    lastEntry: decided.lastEntry,
    otherGate: "gateId" in decision ? gateName(parts, decision.gateId) : null,
  };
  const lets = letsIn(decision, entries);
  const shown: ShownRow = {
    ...{ kind: lets?.kind ?? "refuse", mode, key, entries: lets?.entries ?? 0, typeName: decided.typeName },
    ...{ verdict: lets ? null : decision.verdict, at: now(), undoes: null, reason: null },
  };
  // an answer of the server that waits for another has no row yet: the next question has the same number
  if (asked && (decision.verdict === "stamp" || decision.verdict === "how_many"))
    return { ...result, seq: null, answer: decision };
  try {
    const seq = await write({ kind: shown.kind, mode, code, entries: shown.entries }, { qr, shown });
    return { ...result, seq, answer: decision };
  } catch {
    return { ...result, seq: null, answer: { verdict: "not_written" } };
  }
}

/** What a code says, if it is one of ours: its hash, and its ticket's key in the list. */
export async function readScanned({ ticketKeys }: Pick<PhoneParts, "ticketKeys">, qr: string) {
  const payload = await checkTicket(ticketKeys, qr);
  if (!payload) return undefined;
  const [code, ofTicket] = await Promise.all(
    [qr, payload.purchaseId].map((text) => sha256Of(new TextEncoder().encode(text))),
  );
  return { payload, code: code ?? "", key: (ofTicket ?? "").slice(0, 16) };
}

async function askServer(parts: PhoneParts, fields: GateAsk, qr: string): Promise<Answered | undefined> {
  const { reach, calls, become, send } = parts;
  const call = await parts.signed("ask", fields);
  try {
    return await reach(() => calls.scan({ ...call, qr }));
  } catch (failure) {
    if (!(failure instanceof CallRefused)) throw failure;
    if (failure.reason === "stopped") become({ isStopped: true });
    // the number belongs to another scan: a row with it would be read as that one's
    if (failure.reason === "number_used") throw failure;
    if (failure.reason !== "rows_missing") return undefined;
    await send();
    return reach(() => calls.scan({ ...call, qr })).catch(() => undefined);
  }
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
          ...{ head, gateId: enrolled.gate.id, decides: parts.decides() },
          now: new Date(now() + state().clockAhead),
        },
        ticket,
        ownRowsOf(rows, code.key, head),
        code,
      )
    : ({ verdict: "unlisted", admits: false } as const);
  return {
    decision,
    ...{ typeName: type?.name ?? null, isAddOn: type ? !type.admits : false },
    ...{ lastEntry: ownEntry(parts, code.key), entriesTotal: ticket?.total ?? null },
  };
}

/** When this phone itself last let somebody in on the ticket. */
function ownEntry({ rows, enrolled }: PhoneParts, key: string): Answered["lastEntry"] {
  const last = rows.findLast(({ shown }) => shown.key === key && shown.kind === "admit");
  return last ? { at: new Date(last.shown.at).toISOString(), gateName: enrolled.gate.name } : null;
}

function gateName(parts: PhoneParts, id: string): string | null {
  return parts.list().head?.gates.find((gate) => gate.id === id)?.name ?? null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, ms)));
}
