import { asksForAge } from "#ticketing/gate/admission.ts";
import type { GateListHead, ListedTicket } from "#ticketing/gate/gate-list.ts";
import type { GateRow } from "#ticketing/gate/gate-row-form.ts";
import { clockText, signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { limits } from "#ticketing/limits.ts";
import { isUntold, type NumberedRow, type ShownRow } from "./own-rows.ts";
import { CallRefused, type PhoneCalls } from "./phone-calls.ts";
import { serverNow } from "./phone-clock.ts";
import { clockAheadOf, forgetGuestNames, type PhoneFacts } from "./phone-facts.ts";
import { scanGuest } from "./phone-guests.ts";
import { importTicketKeys, signAsPhone } from "./phone-key.ts";
import type { PhoneParts, PhoneState } from "./phone-parts.ts";
import { scanTicket } from "./phone-scan.ts";
import type { PhoneStore, WrittenRow } from "./phone-store.ts";
import { carriedUploads, sendCarried, sentRow } from "./rescue-rows.ts";
import { mayPhoneUndo } from "./scan-result.ts";

/** Milliseconds between two beats. */
export const beatGap = 2000;

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/**
 * Opens the phone at its gate. It asks the server, and decides by its list when nobody answers. Each entry is in its
 * log before anybody sees green, and stays there until the server has it.
 */
export async function openPhone(
  store: PhoneStore,
  calls: PhoneCalls,
  { enrolled, keys, name }: PhoneFacts,
  clock: () => number = Date.now,
) {
  const device = enrolled.device;
  const rows: WrittenRow[] = await store.rows();
  const tickets = new Map((await store.tickets<ListedTicket>()).map((ticket) => [ticket.key, ticket]));
  let head = await store.fact<GateListHead>("head");
  let ticketKeys = await importTicketKeys(head?.ticketKeys ?? enrolled.ticketKeys);
  let decides = (await store.fact<boolean>("decides")) ?? enrolled.decides;
  let state: PhoneState = {
    isOnline: true,
    isStopped: false,
    clockAhead: (await clockAheadOf(store)) ?? 0,
    unsent: rows.filter(({ isSent }) => !isSent).length,
    tickets: tickets.size,
    listAt: (await store.fact<number>("list-at")) ?? null,
  };
  // a clock that is set back stands still at the last row, so that no row and no chief's code is of an earlier hour
  const now = () => Math.max(clock(), rows.at(-1)?.shown.at ?? 0);
  let lostAt = Number.NEGATIVE_INFINITY;
  let waitUntil = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();

  function become(change: Partial<PhoneState>): void {
    state = { ...state, ...change, unsent: rows.filter(({ isSent }) => !isSent).length };
    for (const listener of listeners) listener();
  }

  const parts: PhoneParts = {
    enrolled,
    keys,
    name,
    store,
    calls,
    now,
    become,
    rows,
    send,
    holders: new Map(),
    ticketKeys: () => ticketKeys,
    state: () => state,
    list: () => ({ head, tickets }),
    asksAge: () => head !== undefined && asksForAge(head.night),
    decides: () => decides,
    lostAt: () => lostAt,
    nextSeq: () => (rows.at(-1)?.seq ?? 0) + 1,
    inTurn(work) {
      const done = turn.then(work);
      turn = done.catch(() => undefined);
      return done;
    },
    async write(
      row,
      { qr = null, key = "", typeName = null, verdict = null, isAddOn = false, secretVersion } = {},
    ) {
      const seq = parts.nextSeq();
      const mode = state.isOnline ? "online" : "offline";
      const emptyRow = { mode, code: null, guest: null, entries: 0, undoes: null, reason: null } as const;
      const rowFields = { ...emptyRow, ...row };
      const at = now();
      // a row with a chief's code has the server's time, like the code, so that the server can compare the two
      const saidAt = rowFields.mode === "override" ? serverNow(parts) : at;
      const fields = { v: 1, device, at: saidAt, seq, list: head?.version ?? null, ...rowFields };
      const shown: ShownRow = {
        kind: rowFields.kind,
        mode: rowFields.mode,
        key,
        entries: rowFields.entries,
        typeName,
        verdict,
        at,
        undoes: rowFields.undoes?.seq ?? null,
        reason: rowFields.reason,
        isAddOn,
        proof: rowFields.chief?.text,
        sale: rowFields.sale ?? undefined,
        secretVersion,
      };
      const written = { seq, qr, isSent: false, shown, ...(await parts.signed("row", fields)) };
      await store.append(written);
      rows.push(written);
      become({});
      // other phones learn of it by the row alone; what is not sent now goes with the next beat
      if (state.isOnline && isUntold(shown)) void send().catch(() => undefined);
      return seq;
    },
    async signed(what, fields) {
      const text = JSON.stringify(fields);
      return { text, signature: await signAsPhone(keys, signedBytes(what, text)) };
    },
    // without an answer the phone counts as offline, until a beat is settled
    async reach(call) {
      try {
        return await call();
      } catch (failure) {
        if (failure instanceof CallRefused) throw failure;
        if (state.isOnline) lostAt = now();
        become({ isOnline: false });
        return undefined;
      }
    },
    async reachInTime(what, fields, call) {
      const once = async () =>
        call(await parts.signed(what, { v: 1, device, at: serverNow(parts), ...fields }));
      return parts.reach(() =>
        once().catch((failure: unknown) => {
          if (!(failure instanceof CallRefused) || failure.serverTime === undefined) throw failure;
          become({ clockAhead: failure.serverTime - now() });
          return once();
        }),
      );
    },
  };
  const { reach, reachInTime, inTurn } = parts;

  async function send(): Promise<void> {
    if (clock() < waitUntil) return;
    const unsentRows = rows.filter(({ isSent }) => !isSent).slice(0, limits.rowsPerUpload);
    if (unsentRows.length === 0) return;
    const at = Math.round(now());
    const confirmation = await reach(async () =>
      calls.log(
        { device, rows: unsentRows.map(sentRow) },
        { at, signature: await signAsPhone(keys, signedBytes("clock", clockText(device, at))) },
      ),
    ).catch((failure: unknown) => {
      if (failure instanceof CallRefused) waitUntil = clock() + failure.retryAfter * 1000;
      return undefined;
    });
    if (confirmation) await confirm(confirmation.ackedThrough);
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

  async function fetchList(): Promise<boolean> {
    const list = await reachInTime("list", { since: head?.version ?? null }, calls.list);
    if (!list) return false;
    if (list.head.ticketKeys) ticketKeys = await importTicketKeys(list.head.ticketKeys);
    await store.keepList(list.head, list.tickets, list.head.isWhole);
    await store.keepFact("list-at", now());
    if (list.head.isWhole) tickets.clear();
    for (const ticket of list.tickets) tickets.set(ticket.key, ticket);
    head = list.head;
    become({ listAt: now(), tickets: tickets.size });
    return true;
  }

  /**
   * Follows the server's choice of who decides. It runs in turn, so that it never changes in the middle of a scan,
   * and is stored first. A phone that begins to decide first fetches a list with everything that the earlier phone
   * let in.
   */
  async function followDecider({
    decides: isChosen,
  }: Awaited<ReturnType<PhoneCalls["beat"]>>): Promise<void> {
    if (isChosen === decides || (isChosen && !(await fetchList()))) return;
    await inTurn(async () => {
      await store.keepFact("decides", isChosen);
      decides = isChosen;
    });
  }

  return {
    enrolled,
    /** For the phone's tools. */
    parts,
    state: () => state,
    rows: () => rows as readonly (NumberedRow & { readonly isSent: boolean })[],
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Scans a ticket or a guest's code. `entries`: how many people come in now. */
    scan: async (qr: string, wish: { readonly entries: number; readonly stamp: boolean | null }) =>
      (await scanGuest({ parts }, qr, wish.entries)) ?? inTurn(() => scanTicket(parts, qr, wish)),
    /**
     * Undoes a row of this phone within `durations.undo`. False when that time is over, or when it was undone before.
     */
    undo: (seq: number, reason: NonNullable<GateRow["reason"]>) =>
      inTurn(async () => {
        const undone = rows.find((row) => row.seq === seq)?.shown;
        if (!undone || !mayPhoneUndo(rows, seq, now())) return false;
        await parts.write({ kind: "undo", undoes: { device, seq }, reason }, { key: undone.key });
        return true;
      }),
    /** One round with the server: rows, a sign of life and, if wanted, the list. */
    async sync({ withList }: { readonly withList: boolean }): Promise<void> {
      await send();
      await sendCarried(parts);
      const battery = await batteryLeft();
      // no wait between the next two lines: `through` must cover every row that this phone has decided
      const through = rows.at(-1)?.seq ?? 0;
      const answer = await reachInTime("beat", { through, battery }, calls.beat).catch(() => undefined);
      if (!answer) return;
      await confirm(answer.ackedThrough);
      await followDecider(answer).catch(() => undefined);
      const isOnline = state.isOnline || answer.isSettled;
      become({ isOnline, clockAhead: answer.serverTime - now(), isStopped: answer.isStopped });
      if (answer.isStopped) {
        await forgetGuestNames(store);
        if (state.unsent === 0 && (await carriedUploads(parts)).length === 0) await store.forget();
        return;
      }
      if (withList) await fetchList().catch(() => undefined);
    },
  };
}

type Battery = { readonly level: number };

/** Returns the battery in percent; null when the browser does not tell it. */
export async function batteryLeft(): Promise<number | null> {
  // TypeScript's types do not have it, because only some browsers do
  const device = globalThis.navigator as { readonly getBattery?: () => Promise<Battery> } | undefined;
  const battery = await device?.getBattery?.().catch(() => null);
  return battery ? Math.round(battery.level * 100) : null;
}
