import { onOneDay } from "#test/support/days.ts";
import type { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { openTurns } from "#test/support/turns.ts";
import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { decideAlone } from "#ticketing/gate/admission.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { listDoubleEntries } from "#ticketing/gate/door-board-queries.server.ts";
import { type GateListHead, readGateList, writeGateList } from "#ticketing/gate/gate-list.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import type { DoorResult, DoorRules, Phone, Row, Ticket } from "./door-rules.ts";

export type Stage = Awaited<ReturnType<typeof openDoorStage>>;

/** Seconds: the server's six, and a beat. */
const awayAfter = 8;

/** The owner has one connection: what several runs do with it, they do one after another. */
const ownerTurn = openTurns(1);

async function makeDoor(
  stage: Stage,
  rules: DoorRules,
  { gates, entries }: { readonly gates: number; readonly entries: () => number },
) {
  const eventId = await stage.night();
  const typeId = await stage.season.ticketType({ events: [eventId], entries: 2 });
  const phones: Phone[] = [];
  for (let n = gates; n > 0; n--) {
    const gateId = await stage.gate(eventId, { typeIds: [typeId], isStrict: rules.isStrict });
    const made = await stage.phone(gateId);
    const head = undefined as unknown as GateListHead;
    phones.push({
      ...made,
      gateId,
      rows: [],
      unsent: [],
      isUp: true,
      aloneSince: null,
      settledAt: 0,
      head,
      tickets: new Map(),
    });
  }
  const tickets: Ticket[] = [];
  for (let n = 0; n < 8; n++) tickets.push(...(await stage.tickets(eventId, { typeId, entries: entries() })));
  return { eventId, phones, tickets };
}

/** An evening at a door, in which each step is the caller's. */
export async function openEvening(
  stage: Stage,
  rules: DoorRules,
  { gates, entries }: { readonly gates: number; readonly entries: () => number },
) {
  await onOneDay();
  const { site, season } = stage;
  const { eventId, phones, tickets } = await ownerTurn(() => makeDoor(stage, rules, { gates, entries }));
  const { rows: bought } = await ownerTurn(() =>
    season.client.query<{ id: string; n: number }>(
      "SELECT id, entries_total AS n FROM ticket_purchases WHERE event_id = $1",
      [eventId],
    ),
  );
  const entriesOf = new Map(bought.map(({ id, n }) => [id, n]));
  for (const phone of phones) await refresh(phone);
  let scans = 0;
  let second = 0;
  return { phones, tickets, entriesOf, begin, deliver, forget, beat, refresh, scan, end };

  /** The evening comes to this second. */
  async function begin(now: number): Promise<void> {
    second = now;
    for (const phone of phones) if (!phone.isUp) phone.aloneSince ??= now;
    // far from the server's limit on both sides: how long a second of the evening takes here means nothing
    const isAway = (phone: Phone) => rules.leavesToAway && now - phone.settledAt >= awayAfter - 2;
    await ownerTurn(() =>
      season.client.query(
        "UPDATE gate_devices SET settled_at = now() + CASE WHEN id = ANY($2) THEN interval '-1 hour' ELSE interval '1 hour' END WHERE event_id = $1",
        [eventId, phones.filter(isAway).map(({ device }) => device)],
      ),
    );
  }

  async function deliver(phone: Phone, rows: readonly Row[], { isAnswerLost = false } = {}): Promise<void> {
    if (!phone.isUp || rows.length === 0) return;
    const taken = await takeGateRows(site, { device: phone.device, rows: rows.map(({ sent }) => sent) });
    if (!taken.ok) throw new Error(`a signed row was refused: ${taken.refusal.reason}`);
    for (const row of rows) row.arrivedAt = Math.min(row.arrivedAt, second);
    const { ackedThrough } = taken.value;
    if (!isAnswerLost) phone.unsent = phone.unsent.filter(({ sent }) => sent.seq > ackedThrough);
  }

  /** What a phone without its rule does when it has sent these rows. */
  function forget(phone: Phone, sent: readonly Row[]): void {
    if (!rules.keepsRows) phone.unsent = phone.unsent.filter((row) => !sent.includes(row));
  }

  async function beat(phone: Phone, { isLast = false } = {}): Promise<boolean> {
    const { keys, device } = phone;
    const through = rules.sendsFirst || isLast ? phone.rows.length : 0;
    const answer = await takeBeat(site, keys.call("beat", { v: 1, device, at: Date.now(), through }));
    if (!answer.ok) return false;
    const { isSettled } = answer.value;
    if (isSettled) phone.settledAt = second;
    return isSettled;
  }

  async function refresh(phone: Phone): Promise<void> {
    const { keys, device, head } = phone;
    const since = head?.version ?? null;
    const answer = await sendGateList(site, keys.call("list", { v: 1, device, at: Date.now(), since }));
    if (!answer.ok) throw new Error(answer.refusal.reason);
    const list = readGateList(writeGateList(answer.value));
    phone.head = list.head;
    for (const ticket of list.tickets) phone.tickets.set(ticket.key, ticket);
  }

  /** Resolves to the gate to which the person was sent. */
  async function scan(phone: Phone, ticket: Ticket, breaks = () => false): Promise<string | undefined> {
    const now = second;
    scans += 1;
    const seq = phone.rows.length + 1;
    if (phone.isUp && phone.aloneSince === null) {
      const ask = () => answerScan(site, phoneAsk(phone.keys, phone.device, { seq, qr: ticket.qr }));
      let asked = await ask();
      if (!asked.ok && asked.refusal.reason === "rows_missing") {
        await deliver(phone, phone.unsent);
        asked = await ask();
      }
      if (!breaks()) {
        if (asked.ok) {
          const { decision } = asked.value;
          write(phone, ticket, { now, isAdmit: decision.verdict === "admitted" });
          return "gateId" in decision ? decision.gateId : undefined;
        }
        throw new Error(asked.refusal.reason);
      }
      phone.aloneSince = now;
    }
    const { head } = phone;
    const gates = rules.ownTickets
      ? head.gates
      : head.gates.map((gate) => ({ ...gate, mode: "open" as const }));
    const counted = (row: Row) =>
      row.sent.seq <= head.countedThrough || head.countedAsks.includes(row.sent.seq);
    const own = rules.ownRows
      ? phone.rows.filter((row) => row.isAdmit && row.ticket === ticket && !counted(row)).length
      : 0;
    const decision = decideAlone(
      { head: { ...head, gates }, gateId: phone.gateId, decides: phone.decides, now: new Date() },
      phone.tickets.get(ticket.key),
      { entries: own, outside: 0, secretVersion: 0 },
      { key: ticket.key, scope: scopeOf(eventId), secretVersion: 1, entries: 1, stamp: null },
    );
    // every question is followed by its row, also when nobody came in
    write(phone, ticket, { now: now + 3, isAdmit: decision.verdict === "admitted" });
    return "gateId" in decision ? decision.gateId : undefined;
  }

  function write(phone: Phone, ticket: Ticket, { now, isAdmit }: { now: number; isAdmit: boolean }): void {
    const { aloneSince } = phone;
    const sent = phoneRow(phone.keys, phone.device, {
      seq: phone.rows.length + 1,
      qr: ticket.qr,
      mode: aloneSince === null ? "online" : "offline",
      ...(isAdmit ? { kind: "admit", entries: 1 } : { kind: "refuse", entries: 0 }),
    });
    const row = { sent, ticket, isAdmit, aloneSince, at: now, arrivedAt: Number.POSITIVE_INFINITY };
    phone.rows.push(row);
    phone.unsent.push(row);
  }

  /** Every phone comes back and sends what it has; what the evening was. */
  async function end(): Promise<DoorResult> {
    for (const phone of phones) {
      phone.isUp = true;
      for (let tries = 0; tries < 5 && phone.unsent.length > 0; tries++) await deliver(phone, phone.unsent);
      await beat(phone, { isLast: true });
    }
    return reckon();
  }

  async function reckon(): Promise<DoorResult> {
    const { rows: kept } = await ownerTurn(() =>
      season.client.query<{ device: string; seq: number; text: string }>(
        "SELECT device_id AS device, seq, signed_text AS text FROM gate_log WHERE event_id = $1 AND NOT is_quarantined",
        [eventId],
      ),
    );
    const keptTexts = new Map(kept.map(({ device, seq, text }) => [`${device} ${seq}`, text]));
    const written = phones.flatMap((phone) => phone.rows.map((row) => ({ ...row, phone })));
    const lost = written.filter(
      ({ phone, sent }) => keptTexts.get(`${phone.device} ${sent.seq}`) !== sent.text,
    );
    const admits = written.filter(({ isAdmit }) => isAdmit);
    const byTicket = Map.groupBy(admits, ({ ticket }) => ticket.purchaseId);
    const entered = new Map([...byTicket].map(([id, rows]) => [id, rows.length]));
    const doubles = tickets.flatMap((ticket) => {
      const rows = byTicket.get(ticket.purchaseId) ?? [];
      return rows.length > (entriesOf.get(ticket.purchaseId) ?? 0) ? [{ ticket, rows }] : [];
    });
    const blind = [...byTicket.values()].flatMap((rows) =>
      rows.filter(
        ({ aloneSince, at }) =>
          aloneSince === null &&
          rows.some(
            (lone) =>
              lone.aloneSince !== null &&
              lone.at < at &&
              lone.arrivedAt > at &&
              at > lone.aloneSince + awayAfter,
          ),
      ),
    );
    const excess = doubles.reduce(
      (n, { ticket, rows }) => n + rows.length - (entriesOf.get(ticket.purchaseId) ?? 0),
      0,
    );
    const alone = [...byTicket].map(
      ([id, rows]) =>
        [
          id,
          new Set(rows.filter(({ aloneSince }) => aloneSince !== null).map(({ phone }) => phone)).size,
        ] as const,
    );
    const listed = await site.database.withDuty("admit", (sql) => listDoubleEntries(sql, eventId));
    return {
      scans,
      admitted: admits.length,
      lost: lost.length,
      blind: blind.length,
      excess,
      doubles,
      listed,
      entered,
      entries: entriesOf,
      aloneOn: new Map(alone),
    };
  }
}
