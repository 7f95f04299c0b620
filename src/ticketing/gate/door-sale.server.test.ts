import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage, type SellingDoor } from "#test/support/selling-door.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { countInside, listBoardGates, listFoundRows } from "./door-board-queries.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const selling = await openSellingStage();
const {
  stage,
  door,
  setAside,
  giveBack,
  shareOf,
  counter,
  send,
  sale,
  undo,
  handOver,
  listed,
  logged,
  holds,
} = selling;
const { site, chief } = stage;

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

  it("has the people of its tickets, whatever the row says; of more than a row holds, as many as that", async () => {
    const [here, towels, groups] = [
      await door({ entries: 2 }),
      await door({ entries: 0 }),
      await door({ entries: 10 }),
    ];
    for (const one of [here, towels, groups]) await setAside(one, 50);
    const people = async ({ eventId }: SellingDoor) =>
      site.database.readAs(chief, async (sql) => [
        (await countInside(sql, eventId))?.entered,
        (await sumDoorSales(sql, [eventId])).map((sum) => sum.people),
      ]);
    await send(here.phone, sale(here, 1, { quantity: 20 }, 0), sale(here, 2, {}, 100));
    expect(await people(here)).toEqual([42, [42]]);
    await send(towels.phone, sale(towels, 1, { quantity: 3 }, 5));
    expect(await people(towels)).toEqual([0, [0]]);
    await send(groups.phone, sale(groups, 1, { quantity: 20 }, 0));
    expect(await people(groups)).toEqual([100, [100]]);
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
    await giveBack(id);
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
      [true, "other_price"],
      [true, "other_price"],
      // free, and no chief has proven it
      [true, "no_chief"],
      [false, "unproven"],
      [false, "unproven"],
      ...Array(3).fill([false, "unreadable"]),
      [false, "revoked"],
      [false, "revoked"],
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

  it("is no more in the phone's list once the chief's phone undid it, whatever that one's number", async () => {
    const here = await door();
    const other = await stage.phone(await stage.gate(here.eventId), "S1", { isChief: true });
    await setAside(here, 9);
    await send(here.phone, sale(here, 1), sale(here, 2));
    await send(other, undo(here, 5, 1, other, selling.codeOf(other)));
    expect(await listed(here)).toMatchObject([{ sold: 1 }]);
  });
});
