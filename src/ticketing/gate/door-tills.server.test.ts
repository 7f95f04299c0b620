import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { acceptPhoneRows } from "./accept-phone-rows.server.ts";
import { closeTill } from "./close-till.server.ts";
import { countInside } from "./door-board-queries.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";
import { readDoorSales } from "./read-door-sales.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const selling = await openSellingStage();
const { stage, door, setAside, send, sale, undo, handOver, holds } = selling;
const { site, season, chief, gateStaff } = stage;
const { db } = season;
const boxOffice = await season.person("box_office");
const accountant = await season.person("accountant");

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
    const settled = await readSettlement(site, { actor: accountant, chosen: { eventId: here.eventId } });
    expect(settled).toMatchObject({ ok: true, value: { doorSales: sums, rows: [] } });
    await holds();
  });

  it("of a phone that hands none over any more is counted once, by the person who leads the sale, and of another phone not", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(here.phone, sale(here, 1), handOver(here, 2, 13_000), sale(here, 3));
    const close = (cash: number, actor = boxOffice, eventId: string = here.eventId) =>
      closeTill(site, { actor, eventId, deviceId: here.phone.device, cash });
    expect(await whyNot(close(13_000))).toBe("missing");
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    expect(await whyNot(close(13_000, gateStaff))).toBe("not_allowed");
    expect(await whyNot(close(13_000, chief, newId()))).toBe("missing");
    for (const nonsense of [Number.NaN, -1, 0.5, limits.doorCash + 1])
      expect(await whyNot(close(nonsense)), String(nonsense)).toBe("bad_sum");
    expect(await close(12_000)).toMatchObject({ ok: true });
    expect(await whyNot(close(13_000, chief))).toBe("missing");
    expect(await tills(here.eventId)).toEqual([
      [2, 13_000, 13_000],
      [null, 13_000, 12_000],
    ]);
    const read = await readDoorSales(site, { actor: boxOffice, eventId: here.eventId });
    expect(read.ok && read.value.tills.map(({ isLeft, at }) => [isLeft, at !== null])).toEqual([
      [false, true],
      [false, true],
    ]);
    await holds();
  });

  it("is seen by the box office, with the phones that are out of touch, and by no door staff", async () => {
    const here = await door();
    await setAside(here, 2);
    await db`UPDATE gate_devices SET said_through = 7 WHERE id = ${here.phone.device}`;
    expect(await readDoorSales(site, { actor: boxOffice, eventId: here.eventId })).toMatchObject({
      value: {
        phones: [
          { name: "A1", isUnsettled: true, unsent: 7, shares: [{ quantity: 2, sold: 0, price: 13_000 }] },
        ],
      },
    });
    expect(await whyNot(readDoorSales(site, { actor: gateStaff, eventId: here.eventId }))).toBe(
      "not_allowed",
    );
    expect(await whyNot(readDoorSales(site, { actor: chief, eventId: newId() }))).toBe("missing");
  });

  it("of a phone that was stopped has when and by whom beside it, and no warning if the phone was heard until then", async () => {
    const here = await door();
    await setAside(here, 2);
    const { device } = here.phone;
    await stopPhone(site, { actor: chief, deviceId: device });
    await db`UPDATE profiles SET full_name = 'Anca V.' WHERE id = ${chief.userId}`;
    const phone = async () => {
      const read = await readDoorSales(site, { actor: boxOffice, eventId: here.eventId });
      const [only] = (read.ok && read.value.phones) || [];
      return [only?.closedAt instanceof Date, only?.closedBy, only?.isUnsettled];
    };
    await db`UPDATE gate_devices SET revoked_at = now() - interval '1 hour', settled_at = now() - interval '1 hour' WHERE id = ${device}`;
    expect(await phone()).toEqual([true, `Anca V., ${chief.userId}@exemplu.ro`, false]);
    await db`UPDATE gate_devices SET settled_at = now() - interval '2 hours' WHERE id = ${device}`;
    expect(await phone()).toEqual([true, `Anca V., ${chief.userId}@exemplu.ro`, true]);
    await db`UPDATE gate_devices SET revoked_at = NULL, revoked_by = NULL, enrolled_at = now() - interval '9 hours', ends_at = now() - interval '1 hour' WHERE id = ${device}`;
    expect(await phone()).toEqual([true, null, true]);
  });

  it("of a stopped phone has nothing that it wrote, until the chief accepts that", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(here.phone, sale(here, 1));
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    await send(here.phone, sale(here, 2, { quantity: 2 }), undo(here, 3, 1), handOver(here, 4, 20_000));
    const seen = async () => {
      const [sums, inside] = await site.database.readAs(chief, async (sql) => [
        await sumDoorSales(sql, [here.eventId]),
        await countInside(sql, here.eventId),
      ]);
      return [await tills(here.eventId), sums.map(({ bani }) => bani), inside?.entered];
    };
    expect(await seen()).toEqual([[[null, 13_000, null]], [13_000], 1]);
    await acceptPhoneRows(site, { actor: chief, deviceId: here.phone.device });
    expect(await seen()).toEqual([[[4, 26_000, 20_000]], [26_000], 2]);
    await holds();
  });

  it("from which the chief's phone took a sale lacks it where the sale is, whatever the number of the undo", async () => {
    const here = await door();
    const other = await stage.phone(await stage.gate(here.eventId), "S1", { isChief: true });
    await setAside(here, 9);
    await send(here.phone, sale(here, 1), handOver(here, 2, 13_000), sale(here, 3, { quantity: 2 }));
    await send(other, undo(here, 1, 3, other, selling.codeOf(other)));
    expect(await tills(here.eventId)).toEqual([
      [2, 13_000, 13_000],
      [null, 0, null],
    ]);
    await holds();
  });
});
