import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { liftStop } from "#ticketing/events/lift-stop.server.ts";
import { startStop } from "#ticketing/events/start-stop.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { countInside, listBoardGates, listFoundRows } from "./door-board-queries.server.ts";
import { listDoorTills, sumDoorSales } from "./door-sale-queries.server.ts";
import type { SentRow, WrittenGateRow } from "./gate-row-form.ts";
import { giveBackFromDoor } from "./give-back-from-door.server.ts";
import { readDoorSales } from "./read-door-sales.server.ts";
import { sendGateList } from "./send-gate-list.server.ts";
import { setAsideForDoor } from "./set-aside-for-door.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;
const { client } = season;
const boxOffice = await season.person("box_office");
const accountant = await season.person("accountant");

async function door({ entries = 1, capacity = 100, price = 13_000, nightCapacity = 1000 } = {}) {
  const eventId = await season.night({ inDays: 0, time: null, capacity: nightCapacity });
  const type = await season.ticketType({
    events: [eventId],
    title: "Intrare la ușă",
    price,
    capacity,
    entries,
  });
  const phone = await stage.phone(await stage.gate(eventId));
  return { eventId, type, phone };
}
type Door = Awaited<ReturnType<typeof door>>;

const setAside = ({ eventId, type, phone }: Door, quantity: number, actor = chief) =>
  setAsideForDoor(site, { actor, eventId, deviceId: phone.device, ticketTypeId: type, quantity });
const shareOf = async ({ phone, type }: Door) =>
  (
    await client.query(
      "SELECT id, quantity, price::int AS price FROM door_shares WHERE device_id = $1 AND ticket_type_id = $2",
      [phone.device, type],
    )
  ).rows[0];
const counter = async (id: string) =>
  (await client.query("SELECT held, sold FROM stock_counters WHERE id = $1", [id])).rows[0];
const send = (phone: StagePhone, ...rows: SentRow[]) => takeGateRows(site, { device: phone.device, rows });
const sale = (
  { phone, type }: Door,
  seq: number,
  more: Partial<NonNullable<WrittenGateRow["sale"]>> = {},
  entries = 1,
) => {
  const quantity = more.quantity ?? 1;
  const facts = { type, quantity, bani: 13_000 * quantity, means: "cash" as const, receipt: null, ...more };
  return phoneRow(phone.keys, phone.device, { seq, kind: "sale", entries: entries * quantity, sale: facts });
};
const undo = ({ phone }: Door, seq: number, of: number) =>
  phoneRow(phone.keys, phone.device, {
    ...{
      seq,
      kind: "undo" as const,
      entries: 0,
      undoes: { device: phone.device, seq: of },
      reason: "mistake" as const,
    },
  });
const handOver = ({ phone }: Door, seq: number, cash: number, opening?: number) =>
  phoneRow(phone.keys, phone.device, {
    seq,
    kind: "shift",
    entries: 0,
    shift: opening === undefined ? { cash } : { cash, opening },
  });
const listed = async ({ phone }: Door) => {
  const list = await sendGateList(
    site,
    phone.keys.call("list", { v: 1, device: phone.device, at: Date.now(), since: null }),
  );
  if (!list.ok) throw new Error(list.refusal.reason);
  return list.value.head.stock;
};
const logged = async (phone: StagePhone) =>
  (
    await client.query(
      "SELECT seq, kind, is_counted AS counted, finding FROM gate_log WHERE device_id = $1 ORDER BY seq",
      [phone.device],
    )
  ).rows;
const holds = async () => expect(await findViolations(client, dataInvariants)).toEqual([]);

describe("tickets that are set aside for the door", () => {
  it("leave the type, the night and the pool, and come back when they are given back", async () => {
    const here = await door({ entries: 2 });
    const pool = await season.pool({ event: here.eventId, types: [here.type], capacity: 50 });
    expect(await setAside(here, 20)).toEqual({ ok: true, value: 20 });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 20 });
    expect(await counter(here.eventId)).toEqual({ held: 0, sold: 40 });
    expect(await counter(pool)).toEqual({ held: 0, sold: 40 });
    await holds();
    expect(await setAside(here, 6)).toEqual({ ok: false, refusal: { reason: "not_enough", available: 5 } });
    expect(await setAside(here, 5, boxOffice)).toEqual({ ok: true, value: 25 });
    const { id } = await shareOf(here);
    await send(here.phone, sale(here, 1, { quantity: 3 }, 2));
    expect(await giveBackFromDoor(site, { actor: boxOffice, shareId: id })).toEqual({ ok: true, value: 22 });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 3 });
    expect(await counter(here.eventId)).toEqual({ held: 0, sold: 6 });
    expect(await counter(pool)).toEqual({ held: 0, sold: 6 });
    expect(await giveBackFromDoor(site, { actor: chief, shareId: id })).toMatchObject({
      refusal: { reason: "nothing_left" },
    });
    await holds();
  });

  it("cannot be bought by others, and none is set aside that others hold", async () => {
    const here = await door({ capacity: 5 });
    const buyer = await season.person();
    const wish = (quantity: number) =>
      openCheckout(site, {
        ...{
          sessionHash: buyer.sessionHash,
          lines: [{ ticketTypeId: here.type, quantity }],
          eventId: here.eventId,
        },
        ...{ total: null, priceId: null, origin: "event" as const, requestKey: null },
      });
    await setAside(here, 3);
    expect(await wish(3)).toMatchObject({ ok: false });
    expect(await wish(2)).toMatchObject({ ok: true });
    expect(await setAside(here, 1)).toMatchObject({ refusal: { reason: "not_enough", available: 0 } });
    await holds();
  });

  it("keep the price of the moment, until none of them is out any more", async () => {
    const here = await door();
    await season.phases(here.type, [{ price: 9_000, capacity: 10 }, { price: 15_000 }]);
    await setAside(here, 2);
    expect(await shareOf(here)).toMatchObject({ quantity: 2, price: 9_000 });
    await client.query(
      "UPDATE price_phases SET ends_at = now() - interval '1 minute' WHERE ticket_type_id = $1 AND no = 1",
      [here.type],
    );
    await setAside(here, 1);
    expect(await shareOf(here)).toMatchObject({ quantity: 3, price: 9_000 });
    const { id } = await shareOf(here);
    await giveBackFromDoor(site, { actor: chief, shareId: id });
    await setAside(here, 1);
    expect(await shareOf(here)).toMatchObject({ quantity: 1, price: 15_000 });
    await holds();
  });

  it("are for phones and ordinary types of that night, and for who leads the sale there", async () => {
    const here = await door();
    const other = await door();
    const pass = await season.ticketType({ events: [here.eventId], family: "season_pass" });
    const reason = async (about: Partial<Parameters<typeof setAsideForDoor>[1]>) => {
      const answer = await setAsideForDoor(site, {
        ...{
          actor: chief,
          eventId: here.eventId,
          deviceId: here.phone.device,
          ticketTypeId: here.type,
          quantity: 1,
        },
        ...about,
      });
      return answer.ok ? answer.value : answer.refusal.reason;
    };
    expect(await reason({ actor: gateStaff })).toBe("not_allowed");
    expect(await reason({ actor: await season.person("manager") })).toBe("not_allowed");
    expect(await reason({ ticketTypeId: other.type })).toBe("missing");
    expect(await reason({ ticketTypeId: pass })).toBe("missing");
    expect(await reason({ deviceId: other.phone.device })).toBe("missing");
    const archived = await season.ticketType({ events: [here.eventId] });
    await client.query("UPDATE tickets SET archived_at = now() WHERE id = $1", [archived]);
    expect(await reason({ ticketTypeId: archived })).toBe("missing");
    const administrator = await season.person("admin");
    const form = { kind: "read_only", eventId: here.eventId, reason: "vreme", until: null } as const;
    const stop = await startStop(site, { actor: administrator, form });
    if (!stop.ok) throw new Error(stop.refusal.reason);
    expect(await reason({})).toBe("read_only");
    await liftStop(site, { actor: administrator, id: stop.value.id });
    expect(await reason({ deviceId: newId() })).toBe("missing");
    expect(await reason({ deviceId: "x" })).toBe("missing");
    for (const quantity of [0, -1, 1.5, 5001, Number.NaN])
      expect(await reason({ quantity })).toBe("bad_quantity");
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    expect(await reason({})).toBe("phone_stopped");
    expect(await giveBackFromDoor(site, { actor: gateStaff, shareId: newId() })).toMatchObject({
      refusal: { reason: "not_allowed" },
    });
    expect(await giveBackFromDoor(site, { actor: chief, shareId: newId() })).toMatchObject({
      refusal: { reason: "missing" },
    });
    await client.query("UPDATE events SET cancelled_at = now() WHERE id = $1", [other.eventId]);
    expect(await setAside(other, 1)).toMatchObject({ refusal: { reason: "cancelled" } });
  });
});

describe("a sale that a phone wrote down", () => {
  it("lets its people in and leaves the stock as it is; undone, they are out and the ticket can be sold again", async () => {
    const here = await door({ entries: 2 });
    await setAside(here, 4);
    await send(here.phone, sale(here, 1, { quantity: 2, receipt: "0042" }, 2));
    await send(here.phone, sale(here, 1, { quantity: 2, receipt: "0042" }, 2));
    const inside = () => site.database.readAs(chief, (sql) => countInside(sql, here.eventId));
    expect(await inside()).toMatchObject({ entered: 4, lastQuarter: 4 });
    expect(await site.database.readAs(chief, (sql) => listBoardGates(sql, here.eventId))).toMatchObject([
      { entered: 4 },
    ]);
    expect(await counter(here.type)).toEqual({ held: 0, sold: 4 });
    expect(await listed(here)).toMatchObject([
      { name: "Intrare la ușă", price: 13_000, entries: 2, quantity: 4, sold: 2 },
    ]);
    await send(here.phone, undo(here, 2, 1));
    expect(await inside()).toMatchObject({ entered: 0, lastQuarter: 0 });
    expect(await listed(here)).toMatchObject([{ quantity: 4, sold: 0 }]);
    expect(await counter(here.type)).toEqual({ held: 0, sold: 4 });
    await holds();
  });

  it("is kept and counted when more was sold than is set aside, also at the same time, and listed", async () => {
    const here = await door();
    await setAside(here, 3);
    await Promise.all([1, 2, 3, 4, 5].map((seq) => send(here.phone, sale(here, seq))));
    const rows = await logged(here.phone);
    expect(rows.map(({ counted }) => counted)).toEqual(Array(5).fill(true));
    expect(rows.filter(({ finding }) => finding === "over_stock")).toHaveLength(2);
    expect(await site.database.readAs(chief, (sql) => countInside(sql, here.eventId))).toMatchObject({
      entered: 5,
    });
    expect(await site.database.readAs(chief, (sql) => listFoundRows(sql, here.eventId, 9))).toHaveLength(2);
    await holds();
  });

  it("is taken after what it sold was given back, and then it is over the stock", async () => {
    const here = await door();
    await setAside(here, 2);
    const { id } = await shareOf(here);
    await giveBackFromDoor(site, { actor: chief, shareId: id });
    expect(await send(here.phone, sale(here, 1))).toMatchObject({ value: { ackedThrough: 1 } });
    expect(await logged(here.phone)).toMatchObject([{ counted: true, finding: "over_stock" }]);
    await holds();
  });

  it("at another price, of what was never set aside, of a stopped phone or with nonsense is kept and listed", async () => {
    const here = await door();
    const other = await door();
    await setAside(here, 9);
    await send(
      here.phone,
      sale(here, 1, { bani: 1 }),
      sale(here, 2, { means: "protocol" }),
      sale(here, 3, { means: "protocol", bani: 0 }),
    );
    await send(here.phone, sale(here, 4, { type: other.type }), sale(here, 5, { type: newId() }));
    await send(
      here.phone,
      sale(here, 6, { quantity: 21 }),
      sale(here, 7, { bani: -1 }),
      sale(here, 8, { receipt: "" }),
    );
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    await send(here.phone, sale(here, 9), handOver(here, 10, 5));
    expect((await logged(here.phone)).map(({ counted, finding }) => [counted, finding])).toEqual([
      ...[
        [true, "other_price"],
        [true, "other_price"],
        [true, null],
      ],
      ...[
        [false, "unproven"],
        [false, "unproven"],
      ],
      ...Array(3).fill([false, "unreadable"]),
      ...[
        [false, "revoked"],
        [false, "revoked"],
      ],
    ]);
    await holds();
  });

  it("by a phone that was loaded before there was any has no field of it", async () => {
    const here = await door();
    const row = phoneRow(here.phone.keys, here.phone.device, { seq: 1, kind: "refuse", entries: 0 });
    expect(row.text).not.toContain("sale");
    await send(here.phone, row);
    expect(await logged(here.phone)).toMatchObject([{ kind: "refuse", counted: false, finding: null }]);
  });

  it("is in the phone's list up to the row that the phone knows as counted", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(here.phone, sale(here, 1), sale(here, 3), undo(here, 4, 1));
    expect(await listed(here)).toMatchObject([{ sold: 1 }]);
    await send(here.phone, sale(here, 2));
    expect(await listed(here)).toMatchObject([{ sold: 2 }]);
  });
});

describe("a till", () => {
  const tills = (eventId: Uuid) =>
    site.database.readAs(chief, async (sql) =>
      (await listDoorTills(sql, eventId)).map(({ seq, expected, counted }) => [seq, expected, counted]),
    );

  it("has the cash since the last hand-over, less what was undone since; cards and guests of the house are not in it", async () => {
    const here = await door();
    await setAside(here, 20);
    await send(
      here.phone,
      sale(here, 1, { quantity: 2 }),
      sale(here, 2, { means: "terminal" }),
      sale(here, 3, { means: "protocol", bani: 0 }),
    );
    expect(await tills(here.eventId)).toEqual([[null, 26_000, null]]);
    await send(here.phone, handOver(here, 4, 25_000), sale(here, 5), undo(here, 6, 1), undo(here, 7, 1));
    expect(await tills(here.eventId)).toEqual([
      [4, 26_000, 25_000],
      [null, -13_000, null],
    ]);
    await send(here.phone, handOver(here, 8, 0));
    expect(await tills(here.eventId)).toEqual([
      [4, 26_000, 25_000],
      [8, -13_000, 0],
    ]);
    // the cash that the till began with is expected and counted, and is of no sale
    await send(here.phone, sale(here, 9), handOver(here, 10, 33_000, 20_000));
    expect((await tills(here.eventId)).at(-1)).toEqual([10, 33_000, 33_000]);
    await send(here.phone, undo(here, 11, 9), handOver(here, 12, 0));
    const sums = await site.database.readAs(chief, (sql) => sumDoorSales(sql, [here.eventId]));
    expect(sums.map(({ means, tickets, people, bani }) => [means, tickets, people, bani])).toEqual([
      ["cash", 1, 1, 13_000],
      ["terminal", 1, 1, 13_000],
      ["protocol", 1, 1, 0],
    ]);
    const settled = await readSettlement(site, { actor: accountant, of: { eventId: here.eventId } });
    expect(settled).toMatchObject({ ok: true, value: { doorSales: sums, rows: [] } });
    await holds();
  });

  it("is seen by the box office, with the phones that are out of touch, and by no door staff", async () => {
    const here = await door();
    await setAside(here, 2);
    await client.query("UPDATE gate_devices SET said_through = 7 WHERE id = $1", [here.phone.device]);
    const read = await readDoorSales(site, { actor: boxOffice, eventId: here.eventId });
    expect(read).toMatchObject({
      value: {
        phones: [
          { name: "A1", isUnsettled: true, unsent: 7, shares: [{ quantity: 2, sold: 0, price: 13_000 }] },
        ],
      },
    });
    expect(await readDoorSales(site, { actor: gateStaff, eventId: here.eventId })).toMatchObject({
      refusal: { reason: "not_allowed" },
    });
    expect(await readDoorSales(site, { actor: chief, eventId: newId() })).toMatchObject({
      refusal: { reason: "missing" },
    });
  });
});
