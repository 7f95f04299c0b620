import type { Uuid } from "#kernel/id.ts";
import type { openDoorStage, StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { openTurns } from "#test/support/turns.ts";
import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { chooseDecidingPhone } from "#ticketing/gate/choose-deciding-phone.server.ts";
import { type DoubleEntry, listDoubleEntries } from "#ticketing/gate/door-board-queries.server.ts";
import {
  type GateListHead,
  type ListedTicket,
  readGateList,
  writeGateList,
} from "#ticketing/gate/gate-list.ts";
import type { SentRow } from "#ticketing/gate/gate-row-form.ts";
import { decideAlone } from "#ticketing/gate/phone-decision.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import type { DoorRules } from "./door-rules.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

type Stage = Awaited<ReturnType<typeof openDoorStage>>;
type Ticket = Awaited<ReturnType<Stage["tickets"]>>[number];

type Row = {
  readonly sent: SentRow;
  readonly ticket: Ticket;
  readonly isAdmit: boolean;
  /** Since when the phone that wrote it decided alone; null where the server decided. */
  readonly aloneSince: number | null;
  readonly at: number;
  /** When the server got it. */
  arrivedAt: number;
};

type Phone = Omit<StagePhone, "decides"> & {
  readonly gateId: Uuid;
  /** What it believes. */
  decides: boolean;
  /** The order that it has obeyed. */
  yielded: string | null;
  readonly rows: Row[];
  /** What it still keeps to send. */
  unsent: Row[];
  isUp: boolean;
  aloneSince: number | null;
  head: GateListHead;
  tickets: Map<string, ListedTicket>;
};

export type DoorResult = {
  readonly scans: number;
  readonly admitted: number;
  /** Rows that a phone wrote and the server does not have, or has otherwise. */
  readonly lost: number;
  /** People whom the server let in on a ticket of which its gate's phone, lost for `awayAfter`, had let in somebody unheard of. */
  readonly blind: number;
  /** Seconds in which two phones of a gate believed that they decide, and how often another one came to decide. */
  readonly twoDecide: number;
  readonly swapped: number;
  /** People beyond what their tickets admit. */
  readonly excess: number;
  /** Tickets with more people, each with what the board says. */
  readonly doubles: readonly {
    readonly ticket: Ticket;
    readonly rows: readonly (Row & { phone: Phone })[];
  }[];
  readonly listed: readonly DoubleEntry[];
  /** People let in, by the ticket's id. */
  readonly entered: ReadonlyMap<string, number>;
  readonly entries: ReadonlyMap<string, number>;
  /** How many phones decided alone about a ticket, by its id. */
  readonly aloneOn: ReadonlyMap<string, number>;
};

const seconds = 60;
/** Seconds: the server's six, and a beat. */
const awayAfter = 8;

/** The owner has one connection: what several runs do with it, they do one after another. */
const ownerTurn = openTurns(1);

export type DoorSize = { readonly gates?: number; readonly entries?: readonly [number, number] };

async function makeDoor(stage: Stage, random: Random, rules: DoorRules, size: DoorSize) {
  const { gates = random.between(2, 3), entries = [1, 2] } = size;
  const eventId = await stage.night();
  const typeId = await stage.season.ticketType({ events: [eventId], entries: 2 });
  const phones: Phone[] = [];
  for (let n = gates; n > 0; n--) {
    const gateId = await stage.gate(eventId, { typeIds: [typeId], isStrict: rules.isStrict });
    for (let count = rules.swaps ? 2 : 1; count > 0; count--) {
      const made = await stage.phone(gateId);
      const head = undefined as unknown as GateListHead;
      phones.push({
        ...{ ...made, gateId, rows: [], unsent: [], yielded: null },
        ...{ isUp: true, aloneSince: null, head, tickets: new Map() },
      });
    }
  }
  const tickets: Ticket[] = [];
  for (let n = 0; n < 8; n++)
    tickets.push(...(await stage.tickets(eventId, { typeId, entries: random.between(...entries) })));
  return { eventId, phones, tickets };
}

/** One evening of `seconds`, a second at a time: connections break, messages are lost, delayed, repeated, and out of order. */
export async function runDoor(
  stage: Stage,
  seed: number,
  rules: DoorRules,
  size: DoorSize = {},
): Promise<DoorResult> {
  const random = seededRandom(seed);
  const { site, season } = stage;
  const chance = (share: number) => random.next() < share;
  const { eventId, phones, tickets } = await ownerTurn(() => makeDoor(stage, random, rules, size));
  const entriesOf = new Map<string, number>();
  const { rows: bought } = await ownerTurn(() =>
    season.client.query<{ id: string; n: number }>(
      "SELECT id, entries_total AS n FROM ticket_purchases WHERE event_id = $1",
      [eventId],
    ),
  );
  for (const { id, n } of bought) entriesOf.set(id, n);
  // some carry a copy of the same code
  const people = tickets.flatMap((ticket) =>
    Array.from(
      { length: (entriesOf.get(ticket.purchaseId) ?? 1) + (chance(0.8) ? random.between(1, 3) : 0) },
      () => ({
        ticket,
        at: random.between(1, seconds - 1),
        phone: random.pick(phones),
        tries: 0,
      }),
    ),
  );
  for (const phone of phones) await refresh(phone);
  const late: { at: number; phone: Phone; rows: Row[] }[] = [];
  const [swaps, believed] = [{ two: 0, done: 0 }, new Map(phones.map((phone) => [phone, phone.decides]))];
  const isBeside = (one: Phone) => (other: Phone) => other.gateId === one.gateId && other !== one;
  let wanted = phones.filter(({ decides }) => decides);
  let scans = 0;
  let second = 0;

  for (let now = 1; now < seconds; now++) {
    second = now;
    const passing = rules.leavesToAway
      ? "UPDATE gate_devices SET settled_at = settled_at - interval '1 second' WHERE event_id = $1"
      : "UPDATE gate_devices SET settled_at = now() WHERE event_id = $1";
    await ownerTurn(() => season.client.query(passing, [eventId]));
    for (const phone of phones) {
      if (chance(phone.isUp ? 0.08 : 0.07)) phone.isUp = !phone.isUp;
      if (!phone.isUp) phone.aloneSince ??= now;
      else if (now % 2 === 0) await connect(phone, now);
    }
    for (const one of late.filter(({ at }) => at === now)) await deliver(one.phone, one.rows);
    if (rules.swaps) {
      // the chief repeats a wish until it is fulfilled, and has another then
      wanted = wanted.map((one) => (one.decides ? random.pick(phones.filter(isBeside(one))) : one));
      for (const one of wanted) await swap(one);
    }
    swaps.two += [...Map.groupBy(phones, ({ gateId }) => gateId).values()].filter(
      (ofGate) => ofGate.filter(({ decides }) => decides).length > 1,
    ).length;
    for (const phone of phones) {
      if (phone.decides && !believed.get(phone)) swaps.done += 1;
      believed.set(phone, phone.decides);
    }
    const arriving = people.filter(({ at }) => at === now);
    for (const person of arriving) {
      scans += 1;
      const sentTo = await scan(person.phone, person.ticket, now);
      if (sentTo && person.tries++ < 3) {
        const there = phones.filter(({ gateId }) => gateId === sentTo);
        person.phone = there.find(({ decides }) => decides) ?? there[0] ?? person.phone;
        person.at = now + 1;
      }
    }
  }
  for (const phone of phones) {
    phone.isUp = true;
    for (let tries = 0; tries < 5 && phone.unsent.length > 0; tries++) await deliver(phone, phone.unsent);
    await beat(phone, phone.rows.length);
  }
  return reckon();

  async function connect(phone: Phone, now: number): Promise<void> {
    // what it sends may come late, twice, in another order, or without its answer
    const sending = phone.unsent.toSorted(() => random.next() - 0.5).slice(0, random.between(1, 4));
    if (sending.length > 0 && chance(0.25)) {
      if (chance(0.4)) late.push({ at: now + random.between(1, 4), phone, rows: sending });
      else await deliver(phone, sending, { isAnswerLost: chance(0.2) });
      if (chance(0.3)) late.push({ at: now + random.between(1, 6), phone, rows: sending });
      if (!rules.keepsRows) phone.unsent = phone.unsent.filter((row) => !sending.includes(row));
    }
    // while phones yield, one answer in five is lost: the phone is alone from then on
    const isAnswerLost = rules.swaps && chance(0.2);
    const isSettled = await beat(phone, rules.sendsFirst ? phone.rows.length : 0, isAnswerLost);
    if (isAnswerLost && isSettled) phone.aloneSince = now;
    else if (isSettled) phone.aloneSince = null;
    if (chance(0.8)) await refresh(phone);
  }

  async function deliver(phone: Phone, rows: readonly Row[], { isAnswerLost = false } = {}): Promise<void> {
    if (!phone.isUp || rows.length === 0) return;
    const taken = await takeGateRows(site, { device: phone.device, rows: rows.map(({ sent }) => sent) });
    if (!taken.ok) throw new Error(`a signed row was refused: ${taken.refusal.reason}`);
    for (const row of rows) row.arrivedAt = Math.min(row.arrivedAt, second);
    const { ackedThrough } = taken.value;
    if (!isAnswerLost) phone.unsent = phone.unsent.filter(({ sent }) => sent.seq > ackedThrough);
  }

  async function beat(phone: Phone, through: number, isAnswerLost = false): Promise<boolean> {
    const { keys, device, yielded } = phone;
    const said = { v: 1, device, at: 0, through, ...(yielded === null ? {} : { yielded }) };
    const answer = await takeBeat(site, keys.call("beat", said));
    if (!answer.ok) return false;
    const { decides, yields, isSettled } = answer.value;
    if (isAnswerLost) return isSettled;
    if (decides && !phone.decides) await refresh(phone);
    phone.decides = decides;
    phone.yielded = decides ? null : yields;
    return isSettled;
  }

  /** The chief wants this phone to decide. */
  async function swap({ device, gateId }: Phone): Promise<void> {
    if (rules.yieldsFirst) {
      await chooseDecidingPhone(site, { actor: stage.chief, deviceId: device });
      return;
    }
    await ownerTurn(async () => {
      await season.client.query("UPDATE gate_devices SET decides = false WHERE gate_id = $1", [gateId]);
      await season.client.query("UPDATE gate_devices SET decides = true WHERE id = $1", [device]);
    });
  }

  async function refresh(phone: Phone): Promise<void> {
    const { keys, device, head } = phone;
    const since = head?.version ?? null;
    const answer = await sendGateList(site, keys.call("list", { v: 1, device, at: 0, since }));
    if (!answer.ok) throw new Error(answer.refusal.reason);
    const list = readGateList(writeGateList(answer.value));
    phone.head = list.head;
    for (const ticket of list.tickets) phone.tickets.set(ticket.key, ticket);
  }

  /** Resolves to the gate to which the person was sent. */
  async function scan(phone: Phone, ticket: Ticket, now: number): Promise<string | undefined> {
    const seq = phone.rows.length + 1;
    if (phone.isUp && phone.aloneSince === null) {
      const ask = () => answerScan(site, phoneAsk(phone.keys, phone.device, { seq, qr: ticket.qr }));
      let asked = await ask();
      if (!asked.ok && asked.refusal.reason === "rows_missing") {
        await deliver(phone, phone.unsent);
        asked = await ask();
      }
      if (!chance(0.05)) {
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
      { entries: own, outside: 0 },
      { key: ticket.key, scope: scopeOf(eventId), secretVersion: 1, entries: 1, stamp: null },
    );
    // every question is followed by its row, also when nobody came in
    write(phone, ticket, { now: now + 3, isAdmit: decision.verdict === "admitted" });
    return "gateId" in decision ? decision.gateId : undefined;
  }

  function write(phone: Phone, ticket: Ticket, { now, isAdmit }: { now: number; isAdmit: boolean }): void {
    const { aloneSince } = phone;
    const sent = phoneRow(phone.keys, phone.device, {
      ...{ seq: phone.rows.length + 1, qr: ticket.qr, mode: aloneSince === null ? "online" : "offline" },
      ...(isAdmit ? { kind: "admit", entries: 1 } : { kind: "refuse", entries: 0 }),
    });
    const row = { sent, ticket, isAdmit, aloneSince, at: now, arrivedAt: Number.POSITIVE_INFINITY };
    phone.rows.push(row);
    phone.unsent.push(row);
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
      ...{ twoDecide: swaps.two, swapped: swaps.done },
      ...{ scans, admitted: admits.length, lost: lost.length, blind: blind.length, excess, doubles, listed },
      ...{ entered, entries: entriesOf, aloneOn: new Map(alone) },
    };
  }
}
