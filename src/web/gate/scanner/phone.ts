import type { GateListHead, ListedTicket } from "#ticketing/gate/gate-list.ts";
import type { GateAsk, GateBeat, GateListCall, GateRow } from "#ticketing/gate/gate-row-form.ts";
import { decideAlone } from "#ticketing/gate/phone-decision.ts";
import { signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { limits } from "#ticketing/limits.ts";
import { type NumberedRow, ownRowsOf, type ShownRow } from "./own-rows.ts";
import { type Answered, CallRefused, type PhoneCalls, type SignedText } from "./phone-calls.ts";
import type { PhoneFacts } from "./phone-facts.ts";
import { sha256Of, signAsPhone } from "./phone-key.ts";
import type { PhoneStore, WrittenRow } from "./phone-store.ts";
import { letsIn, mayUndo, type ScanResult } from "./scan-result.ts";
import { checkTicket, importTicketKeys, type TicketKeys } from "./ticket-check.ts";

export type PhoneState = {
  readonly isOnline: boolean;
  readonly isStopped: boolean;
  /** Rows that the server has not confirmed. */
  readonly unsent: number;
  /** Milliseconds since 1970 when the list came; null before the first. */
  readonly listAt: number | null;
  readonly tickets: number;
  /** Milliseconds that the server's clock is ahead of the phone's. */
  readonly clockAhead: number;
};

/** Milliseconds: between two beats; until a strict gate's phone decides by itself after a call was lost (decision 86). */
export const beatGap = 2000;
const aloneAfter = 3000;

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/**
 * The phone at its gate. It asks the server, and decides by its list when nobody answers. Whatever it lets in is in its log
 * before anybody sees green, and stays there until the server has it.
 */
export async function openPhone(
  store: PhoneStore<ShownRow>,
  calls: PhoneCalls,
  { enrolled, keys }: PhoneFacts,
  now: () => number = Date.now,
) {
  const device = enrolled.device;
  const ticketKeys: TicketKeys = await importTicketKeys(enrolled.ticketKeys);
  const rows: WrittenRow<ShownRow>[] = await store.rows();
  const tickets = new Map((await store.tickets<ListedTicket>()).map((ticket) => [ticket.key, ticket]));
  let head = await store.fact<GateListHead>("head");
  let decides = (await store.fact<boolean>("decides")) ?? enrolled.decides;
  let state: PhoneState = {
    ...{ isOnline: true, isStopped: false, clockAhead: 0 },
    ...{ unsent: rows.filter(({ isSent }) => !isSent).length, tickets: tickets.size },
    listAt: (await store.fact<number>("list-at")) ?? null,
  };
  let lostAt = Number.NEGATIVE_INFINITY;
  let waitUntil = 0;
  const listeners = new Set<() => void>();

  function become(change: Partial<PhoneState>): void {
    state = { ...state, ...change, unsent: rows.filter(({ isSent }) => !isSent).length };
    for (const listener of listeners) listener();
  }

  /** The result of a call; undefined when nobody answered: from then on the phone is alone, until a beat is settled. */
  async function reach<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await call();
    } catch (failure) {
      if (failure instanceof CallRefused) throw failure;
      if (state.isOnline) lostAt = now();
      become({ isOnline: false });
      return undefined;
    }
  }

  async function signed(what: "row" | "ask" | "beat" | "list", fields: unknown): Promise<SignedText> {
    const text = JSON.stringify(fields);
    return { text, signature: await signAsPhone(keys, signedBytes(what, text)) };
  }

  // one after another: each row has the number after the last
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function write(
    row: Pick<GateRow, "kind" | "mode" | "code" | "entries" | "undoes" | "reason">,
    { seq, qr, shown }: { readonly seq: number; readonly qr: string | null; readonly shown: ShownRow },
  ): Promise<void> {
    const fields: GateRow = {
      ...{ v: 1, device, at: shown.at, seq, guest: null, list: head?.version ?? null },
      ...row,
    } as GateRow;
    const written = { seq, qr, isSent: false, shown, ...(await signed("row", fields)) };
    await store.append(written);
    rows.push(written);
    become({});
  }

  const nextSeq = () => (rows.at(-1)?.seq ?? 0) + 1;

  async function ask(fields: GateAsk, qr: string): Promise<Answered | undefined> {
    const call = await signed("ask", fields);
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

  async function scanInTurn(
    qr: string,
    { entries, stamp }: { readonly entries: number; readonly stamp: boolean | null },
  ): Promise<ScanResult> {
    const nothing = { typeName: null, isAddOn: false, entriesTotal: null, lastEntry: null, otherGate: null };
    const payload = await checkTicket(ticketKeys, qr);
    if (!payload) return { ...nothing, qr, seq: null, answer: { verdict: "invalid" } };
    const seq = nextSeq();
    const code = await sha256Of(new TextEncoder().encode(qr));
    const key = (await sha256Of(new TextEncoder().encode(payload.purchaseId))).slice(0, 16);
    let asked: Answered | undefined;
    try {
      if (state.isOnline && !state.isStopped)
        asked = await ask({ v: 1, device, at: now(), seq, code, entries, stamp }, qr);
    } catch {
      return { ...nothing, qr, seq: null, answer: { verdict: "not_written" } };
    }
    const mode = asked ? "online" : "offline";
    const decided =
      asked ??
      (await alone({ key, scope: payload.scope, secretVersion: payload.secretVersion, entries, stamp }));
    const { decision } = decided;
    const result: Omit<ScanResult, "answer" | "seq"> = {
      ...{ qr, typeName: decided.typeName, isAddOn: decided.isAddOn, entriesTotal: decided.entriesTotal },
      lastEntry: decided.lastEntry,
      otherGate: "gateId" in decision ? gateName(decision.gateId) : null,
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
      const row = {
        kind: shown.kind,
        mode,
        code,
        entries: shown.entries,
        undoes: null,
        reason: null,
      } as const;
      await write(row, { seq, qr, shown });
    } catch {
      return { ...result, seq: null, answer: { verdict: "not_written" } };
    }
    return { ...result, seq, answer: decision };
  }

  async function alone(code: Parameters<typeof decideAlone>[3]) {
    const ticket = tickets.get(code.key);
    if (head?.gates.some(({ mode }) => mode === "strict")) await pause(lostAt + aloneAfter - now());
    const type = ticket && head?.types[ticket.type];
    const decision = head
      ? decideAlone(
          { head, gateId: enrolled.gate.id, decides, now: new Date(now() + state.clockAhead) },
          ticket,
          ownRowsOf(rows, code.key, head),
          code,
        )
      : ({ verdict: "unlisted", admits: false } as const);
    return {
      decision,
      ...{
        typeName: type?.name ?? null,
        isAddOn: type ? !type.admits : false,
        lastEntry: ownEntry(code.key),
      },
      entriesTotal: ticket?.total ?? null,
    };
  }

  /** When this phone itself last let somebody in on the ticket. */
  function ownEntry(key: string): Answered["lastEntry"] {
    const last = rows.findLast(({ shown }) => shown.key === key && shown.kind === "admit");
    return last ? { at: new Date(last.shown.at).toISOString(), gateName: enrolled.gate.name } : null;
  }

  function gateName(id: string): string | null {
    return head?.gates.find((gate) => gate.id === id)?.name ?? null;
  }

  async function send(): Promise<void> {
    if (now() < waitUntil) return;
    const waiting = rows.filter(({ isSent }) => !isSent).slice(0, limits.rowsPerUpload);
    if (waiting.length === 0) return;
    const taken = await reach(() =>
      calls.log({
        device,
        rows: waiting.map(({ seq, text, signature, qr }) => ({
          seq,
          text,
          signature,
          ...(qr === null ? {} : { qr }),
        })),
      }),
    ).catch((failure: unknown) => {
      if (failure instanceof CallRefused) waitUntil = now() + failure.retryAfter * 1000;
      return undefined;
    });
    if (taken) await confirm(taken.ackedThrough);
  }

  async function confirm(through: number): Promise<void> {
    const confirmed = rows.filter(({ seq, isSent }) => !isSent && seq <= through);
    if (confirmed.length === 0) return;
    await store.markSent(confirmed);
    for (const row of confirmed) {
      const at = rows.indexOf(row);
      rows[at] = { ...row, qr: null, isSent: true };
    }
    become({});
  }

  async function fetchList(): Promise<void> {
    const fields: GateListCall = { v: 1, device, at: now(), since: head?.version ?? null } as GateListCall;
    const call = await signed("list", fields);
    const list = await reach(() => calls.list(call));
    if (!list) return;
    await store.keepList(list.head, list.tickets, list.head.isWhole);
    await store.keepFact("list-at", now());
    if (list.head.isWhole) tickets.clear();
    for (const ticket of list.tickets) tickets.set(ticket.key, ticket);
    head = list.head;
    become({ listAt: now(), tickets: tickets.size });
  }

  return {
    enrolled,
    state: () => state,
    rows: () => rows as readonly (NumberedRow & { readonly isSent: boolean })[],
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `entries`: how many come in now. A code that is none of ours leaves no row. */
    scan: (qr: string, wish: { readonly entries: number; readonly stamp: boolean | null }) =>
      inTurn(() => scanInTurn(qr, wish)),
    /** Takes back an entry of this phone, within `durations.undo`. False when that time is over or it was taken back before. */
    undo: (seq: number, reason: NonNullable<GateRow["reason"]>) =>
      inTurn(async () => {
        const undone = rows.find((row) => row.seq === seq)?.shown;
        if (!undone || !mayUndo(rows, seq, now())) return false;
        const shown: ShownRow = { ...undone, kind: "undo", entries: 0, at: now(), undoes: seq, reason };
        const row = {
          kind: "undo",
          mode: state.isOnline ? "online" : "offline",
          code: null,
          entries: 0,
        } as const;
        await write({ ...row, undoes: { device, seq }, reason } as Parameters<typeof write>[0], {
          ...{ seq: nextSeq(), qr: null, shown },
        });
        return true;
      }),
    /** One round with the server: rows, sign of life, and, where wanted, the list. */
    async sync({ withList }: { readonly withList: boolean }): Promise<void> {
      await send();
      const beat: GateBeat = { v: 1, device, at: now(), through: rows.at(-1)?.seq ?? 0 } as GateBeat;
      const answer = await reach(async () => calls.beat(await signed("beat", beat))).catch(() => undefined);
      if (!answer) return;
      await confirm(answer.ackedThrough);
      if (answer.decides !== decides) {
        decides = answer.decides;
        await store.keepFact("decides", decides);
      }
      const isOnline = state.isOnline || answer.isSettled;
      become({ isOnline, clockAhead: answer.serverTime - now(), isStopped: answer.isStopped });
      if (answer.isStopped) {
        if (state.unsent === 0) await store.forget();
        return;
      }
      if (withList) await fetchList().catch(() => undefined);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, ms)));
}
