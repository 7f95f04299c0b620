import { describe, expect, it } from "vitest";
import { openSellingStage, type SellingDoor } from "#test/support/selling-door.ts";
import { limits } from "#ticketing/limits.ts";
import { acceptPhoneRows } from "./accept-phone-rows.server.ts";
import { closeTill } from "./close-till.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const selling = await openSellingStage();
const { stage, door, setAside, send, sale, undo, handOver, holds } = selling;
const { site, season, chief } = stage;
const { db } = season;

const read = ({ eventId }: SellingDoor) => site.database.readAs(chief, (sql) => listDoorTills(sql, eventId));

/** Of each till its number, what it must have and what was counted; and whether it came after the office's count. */
const tills = async (here: SellingDoor) =>
  (await read(here)).map(({ seq, expected, counted, isByOffice, isLate }) => [
    isByOffice ? "office" : seq,
    expected,
    counted,
    isLate,
  ]);

const stop = ({ phone }: SellingDoor) => stopPhone(site, { actor: chief, deviceId: phone.device });
const accept = ({ phone }: SellingDoor) => acceptPhoneRows(site, { actor: chief, deviceId: phone.device });
const end = ({ phone }: SellingDoor) =>
  db`UPDATE gate_devices SET enrolled_at = now() - interval '9 hours', ends_at = now() - interval '1 minute' WHERE id = ${phone.device}`;
const close = ({ eventId, phone }: SellingDoor, cash: number) =>
  closeTill(site, { actor: chief, eventId, deviceId: phone.device, cash });

/** A phone that has sold two tickets for cash. */
async function sold() {
  const here = await door();
  await setAside(here, 9);
  await send(here.phone, sale(here, 1), sale(here, 2));
  return here;
}

const counted = ["office", 26_000, 5000, false];

describe("what the office counted in a till, and what it must have had then", () => {
  it("stands in the journal with both sums", async () => {
    const here = await sold();
    await end(here);
    expect(await close(here, 5000)).toMatchObject({ ok: true });
    const rows =
      await db`SELECT after FROM journal WHERE subject_id = ${here.eventId} AND what = 'till_closed'`;
    expect(rows).toEqual([{ after: { name: "A1", cashExpected: 26_000, cashCounted: 5000 } }]);
  });

  it("stays when the phone hands over later, as it says before its end, and the hand-over stands as later", async () => {
    const here = await sold();
    await end(here);
    await close(here, 5000);
    expect(await tills(here)).toEqual([counted]);
    await send(here.phone, handOver(here, 3, 26_000));
    expect(await tills(here)).toEqual([counted, [3, 0, 26_000, true]]);
    expect((await read(here)).map(({ short, over, isLeft }) => [short, over, isLeft])).toEqual([
      [21_000, 0, false],
      [0, 26_000, false],
    ]);
    await holds();
  });

  it("stays when the phone undoes its sales later, and what is missing by that stands as later", async () => {
    const here = await sold();
    await end(here);
    await close(here, 5000);
    await send(here.phone, undo(here, 3, 1), undo(here, 4, 2));
    expect(await tills(here)).toEqual([counted, [null, -26_000, null, true]]);
    expect((await read(here)).map(({ isLeft }) => isLeft)).toEqual([false, false]);
    await holds();
  });

  it.each([
    ["that came before the count", true],
    ["that come after it", false],
  ])("stays when the chief accepts rows of the stopped phone %s", async (_, isBefore) => {
    const here = await sold();
    await stop(here);
    const rows = [undo(here, 3, 1), handOver(here, 4, 13_000)];
    if (isBefore) await send(here.phone, ...rows);
    await close(here, 5000);
    await accept(here);
    if (!isBefore) await send(here.phone, ...rows);
    expect(await tills(here)).toEqual([counted, [4, -13_000, 13_000, true]]);
    await holds();
  });

  it("has the rows of a stopped phone that the chief had accepted before", async () => {
    const here = await sold();
    await stop(here);
    await send(here.phone, sale(here, 3), handOver(here, 4, 39_000), sale(here, 5));
    await accept(here);
    await close(here, 5000);
    expect(await tills(here)).toEqual([
      [4, 39_000, 39_000, false],
      ["office", 13_000, 5000, false],
    ]);
  });

  it("has a line of its own however often the phone hands over afterwards", async () => {
    const here = await sold();
    await send(here.phone, handOver(here, 3, 26_000), sale(here, 4));
    await end(here);
    await close(here, 5000);
    const later = Array.from({ length: limits.tillsOfPhone + 3 }, (_, at) => handOver(here, 5 + at, 0));
    await send(here.phone, ...later);
    const [before, office, folded, ...single] = await read(here);
    expect(before).toMatchObject({ isByOffice: false, tills: 1, seq: 3, expected: 26_000, counted: 26_000 });
    expect(office).toMatchObject({ isByOffice: true, tills: 1, expected: 13_000, counted: 5000 });
    expect(folded).toMatchObject({ tills: 3, seq: 7, isLate: true });
    expect(single).toHaveLength(limits.tillsOfPhone);
  });
});

describe("the difference of a hand-over", () => {
  it("stays when the phone undoes a sale afterwards, under a number that it had left free", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(here.phone, sale(here, 1), handOver(here, 5, 0));
    expect(await tills(here)).toEqual([[5, 13_000, 0, false]]);
    await send(here.phone, undo(here, 2, 1), sale(here, 3), handOver(here, 4, 100));
    expect(await tills(here)).toEqual([
      [5, 13_000, 0, false],
      [4, 0, 100, false],
    ]);
    await holds();
  });

  it("is in the sum of older tills what is missing and what is too much, neither less the other", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(
      here.phone,
      sale(here, 1, { quantity: 4 }),
      handOver(here, 2, 12_000),
      handOver(here, 3, 40_000),
    );
    const empty = Array.from({ length: limits.tillsOfPhone }, (_, at) => handOver(here, 4 + at, 0));
    await send(here.phone, ...empty);
    const [folded, ...single] = await read(here);
    expect(folded).toMatchObject({
      tills: 2,
      expected: 52_000,
      counted: 52_000,
      short: 40_000,
      over: 40_000,
    });
    expect(single.map(({ short, over }) => short + over)).toEqual(empty.map(() => 0));
  });
});
