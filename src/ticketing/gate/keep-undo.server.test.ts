import { describe, expect, it } from "vitest";
import { inSeconds } from "#kernel/time.ts";
import type { StagePhone } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { acceptPhoneRows } from "./accept-phone-rows.server.ts";
import { countInside, listDoubleEntries, listFoundRows } from "./door-board-queries.server.ts";
import { listUndoRows } from "./door-night-queries.server.ts";
import { lockNumber } from "./door-store.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const selling = await openSellingStage();
const { stage, door, setAside, shareOf, giveBack, send, sale, undo, codeOf, listed, logged } = selling;
const { site, season, chief } = stage;
const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);

/** A door that has sold two tickets, let in two people on two tickets, one of whom is out, and handed its till over. */
async function busyDoor(at = Date.now()) {
  const here = await door();
  const gate = await stage.gate(here.eventId);
  const other = await stage.phone(gate, "B1");
  const chiefs = await stage.phone(gate, "S1", { isChief: true });
  await setAside(here, 5);
  const [first] = await stage.tickets(here.eventId);
  const [second] = await stage.tickets(here.eventId);
  const { keys, device } = here.phone;
  const rows = [
    phoneRow(keys, device, { seq: 1, qr: first?.qr ?? "", at }),
    phoneRow(keys, device, { seq: 2, qr: second?.qr ?? "", at }),
    phoneRow(keys, device, { seq: 3, kind: "exit", qr: second?.qr ?? "", at }),
    sale(here, 4, { quantity: 2 }),
    selling.handOver(here, 5, 26_000),
  ];
  const known = () =>
    site.database.withDuty("settle", async (sql) => ({
      left: await Promise.all([first, second].map((ticket) => stage.left(ticket?.purchaseId ?? ""))),
      tills: (await listDoorTills(sql, here.eventId)).map(({ seq, expected }) => [seq, expected]),
      sums: (await sumDoorSales(sql, [here.eventId])).map(({ tickets, bani }) => [tickets, bani]),
      sold: (await listed(here))?.map(({ sold }) => sold),
    }));
  const board = () =>
    site.database.readAs(chief, async (sql) => ({
      inside: await countInside(sql, here.eventId),
      doubles: await listDoubleEntries(sql, here.eventId),
      undos: await listUndoRows(sql, here.eventId),
    }));
  const undos = (by: StagePhone) => [1, 2, 3, 4].map((of) => undo(here, of, of, by));
  return { here, other, chiefs, rows, undos, first, known, seen: async () => [await known(), await board()] };
}

describe("a row that another phone undoes without the chief's code", () => {
  it.each([
    ["after it", false],
    ["in advance", true],
  ])("counts as it did, and the undo is listed (%s)", async (_, isFirst) => {
    const { here, other, rows, undos, seen } = await busyDoor();
    if (isFirst) await send(other, ...undos(other));
    await send(here.phone, ...rows);
    const before = await seen();
    if (!isFirst) await send(other, ...undos(other));
    expect(await seen()).toEqual(before);
    expect(before).toMatchObject([
      {
        left: [0, 0],
        tills: [[5, 26_000]],
        sums: [[2, 26_000]],
        sold: [2],
      },
      { inside: { entered: 4, outside: 1 }, undos: [] },
    ]);
    expect(await logged(other)).toEqual(
      [1, 2, 3, 4].map((seq) => ({ seq, kind: "undo", counted: false, finding: "late_undo" })),
    );
    const found = await site.database.readAs(chief, (sql) => listFoundRows(sql, here.eventId, 9));
    expect(found.map(({ finding, counts }) => [finding, counts])).toEqual(
      Array(4).fill(["late_undo", "nothing"]),
    );
    const { id } = await shareOf(here);
    await giveBack(id);
    expect(await shareOf(here)).toMatchObject({ quantity: 2 });
    await holds();
  });

  it("counts as it did also when the undo came from a stopped phone that the chief accepts", async () => {
    const { here, other, rows, undos, seen } = await busyDoor();
    await send(here.phone, ...rows);
    const before = await seen();
    await stopPhone(site, { actor: chief, deviceId: other.device });
    await send(other, ...undos(other));
    expect(await acceptPhoneRows(site, { actor: chief, deviceId: other.device })).toMatchObject({ value: 0 });
    expect(await seen()).toEqual(before);
    await holds();
  });

  it("lets its ticket in once, however often the first phone asks", async () => {
    const { here, other, rows, undos, first, known } = await busyDoor();
    await send(other, ...undos(other));
    await send(here.phone, ...rows);
    const again = phoneRow(here.phone.keys, here.phone.device, { seq: 6, qr: first?.qr ?? "" });
    await send(here.phone, again);
    expect(await known()).toMatchObject({ left: [0, 0] });
    const doubles = await site.database.readAs(chief, (sql) => listDoubleEntries(sql, here.eventId));
    expect(doubles).toMatchObject([{ purchaseId: first?.purchaseId, entered: 2 }]);
  });
});

describe("a row that another phone undoes with the chief's code", () => {
  it.each([
    ["after it, and the till that was handed over stays as it was", false],
    ["in advance", true],
  ])("no longer counts (%s)", async (_, isFirst) => {
    const tills = isFirst
      ? [[5, 0]]
      : [
          [5, 26_000],
          [null, -26_000],
        ];
    const { here, chiefs, rows, seen } = await busyDoor();
    const undone = [1, 2, 3, 4].map((of) => undo(here, of, of, chiefs, codeOf(chiefs, Date.now() + of)));
    if (isFirst) await send(chiefs, ...undone);
    await send(here.phone, ...rows);
    if (!isFirst) await send(chiefs, ...undone);
    expect(await logged(chiefs)).toEqual(
      [1, 2, 3, 4].map((seq) => ({ seq, kind: "undo", counted: true, finding: null })),
    );
    expect(await seen()).toMatchObject([
      { left: [1, 1], tills, sums: [], sold: [0] },
      { inside: { entered: 0, outside: 0 } },
    ]);
    await holds();
  });

  it("counts as it did when the code is another row's, of a stopped chief's phone, or none of a chief's", async () => {
    const { here, other, chiefs, rows, seen } = await busyDoor();
    await send(here.phone, ...rows);
    const used = codeOf(chiefs);
    const [ticket] = await stage.tickets(here.eventId);
    const override = { seq: 6, qr: ticket?.qr ?? "", mode: "override", chief: used } as const;
    await send(here.phone, phoneRow(here.phone.keys, here.phone.device, override));
    const before = await seen();
    await send(other, undo(here, 1, 1, other, used), undo(here, 2, 2, other, codeOf(other)));
    const late = codeOf(chiefs, Date.now() + 1);
    await stopPhone(site, { actor: chief, deviceId: chiefs.device });
    await send(other, undo(here, 3, 3, other, late), undo(here, 4, 4, other, used));
    expect(await seen()).toEqual(before);
    expect((await logged(other)).map(({ counted, finding }) => [counted, finding])).toEqual([
      [false, "same_code"],
      [false, "no_chief"],
      [false, "chief_stopped"],
      [false, "chief_stopped"],
    ]);
    await holds();
  });
});

describe("a row that another phone undoes with a chief's code of hours ago", () => {
  /**
   * Undos with the codes of two hours ago, of row 1 with the highest number, and the row of now that comes with the
   * number 1.
   */
  async function oldCodes({ many = 4, areRowsOld = false } = {}) {
    const then = Date.now() - 2 * inSeconds.hour * 1000;
    const made = await busyDoor(areRowsOld ? then : Date.now());
    const { here, other, chiefs } = made;
    await stage.unheard(other, here.phone);
    const undos = Array.from({ length: many }, (_, n) => n + 1).map((of) =>
      phoneRow(other.keys, other.device, {
        seq: many + 2 - of,
        kind: "undo",
        mode: "override",
        entries: 0,
        reason: "mistake",
        undoes: { device: here.phone.device, seq: of },
        chief: codeOf(chiefs, then + of),
        at: then,
      }),
    );
    const refusal = phoneRow(other.keys, other.device, { seq: 1, kind: "refuse", entries: 0 });
    return { ...made, undos, refusal };
  }
  const undosOf = async (phone: StagePhone) =>
    (await logged(phone)).flatMap(({ kind, counted, finding }) =>
      kind === "undo" ? [[counted, finding]] : [],
    );
  const refuted = Array(4).fill([false, "no_chief"]);

  it.each([
    ["after it", false],
    ["in advance", true],
  ])("counts again when an earlier row shows how old the code was (undone %s)", async (_, isFirst) => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes({ areRowsOld: true });
    if (isFirst) await send(other, ...undos);
    await send(here.phone, ...rows);
    const before = isFirst ? undefined : await seen();
    if (!isFirst) await send(other, ...undos);
    // only the sale is of now
    expect(await undosOf(other)).toEqual([[true, "late_undo"], ...Array(3).fill([true, null])]);
    expect(await seen()).toMatchObject([{ left: [1, 1], sold: [0] }, { inside: { entered: 0 } }]);
    await send(other, refusal);
    expect(await undosOf(other)).toEqual(refuted);
    const after = await seen();
    expect(after).toMatchObject([{ left: [0, 0], sold: [2] }, { inside: { entered: 4, outside: 1 } }]);
    if (before) expect(after).toEqual(before);
    await holds();
  });

  it("counts when it comes after both", async () => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes();
    await send(other, ...undos);
    await send(other, refusal);
    expect(await undosOf(other)).toEqual(refuted);
    await send(here.phone, ...rows);
    expect(await seen()).toMatchObject([{ left: [0, 0], sold: [2] }, { inside: { entered: 4, outside: 1 } }]);
    await holds();
  });

  it("counts again also when the undo was listed as late before", async () => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes();
    await send(here.phone, ...rows);
    const before = await seen();
    await send(other, ...undos);
    expect(await undosOf(other)).toEqual(Array(4).fill([true, "late_undo"]));
    await send(other, refusal);
    expect(await undosOf(other)).toEqual(refuted);
    expect(await seen()).toEqual(before);
    await holds();
  });

  it("counts also when the chief afterwards accepts the stopped phone that wrote the undo", async () => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes();
    await send(here.phone, ...rows);
    const before = await seen();
    await stopPhone(site, { actor: chief, deviceId: other.device });
    await send(other, ...undos);
    expect(await undosOf(other)).toEqual(Array(4).fill([false, "late_undo"]));
    await send(other, refusal);
    expect(await acceptPhoneRows(site, { actor: chief, deviceId: other.device })).toMatchObject({ value: 0 });
    expect(await undosOf(other)).toEqual(refuted);
    expect(await seen()).toEqual(before);
    await holds();
  });

  it("counts again also when the undo is one of more than are judged again", async () => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes({ many: limits.rowsJudgedAgain + 2 });
    await send(here.phone, ...rows);
    const before = await seen();
    await send(other, ...undos);
    await send(other, refusal);
    expect(await undosOf(other)).toEqual(undos.map(() => [false, "no_chief"]));
    expect(await seen()).toEqual(before);
    await holds();
  });

  it("waits for the number that it undoes, so that neither misses the other", async () => {
    const { here, other, rows, undos, refusal, seen } = await oldCodes();
    await send(other, ...undos);
    await season.client.query("BEGIN");
    await lockNumber(season.client, here.phone.device, 1);
    let isJudged = false;
    const judged = send(other, refusal).finally(() => {
      isJudged = true;
    });
    await untilWaiting(season.client, 1, () => isJudged);
    expect(isJudged).toBe(false);
    await season.client.query("COMMIT");
    await Promise.all([judged, send(here.phone, ...rows)]);
    expect(await undosOf(other)).toEqual(refuted);
    expect(await seen()).toMatchObject([{ left: [0, 0] }, { inside: { entered: 4 } }]);
    await holds();
  });

  it("is listed as sold too often when what the undo had freed was given back", async () => {
    const { here, other, rows, undos, refusal } = await oldCodes();
    await send(here.phone, ...rows);
    await send(other, ...undos);
    await giveBack((await shareOf(here)).id);
    expect(await shareOf(here)).toMatchObject({ quantity: 0 });
    await send(other, refusal);
    const sales = (await logged(here.phone)).filter(({ kind }) => kind === "sale");
    expect(sales).toMatchObject([{ counted: true, finding: "over_stock" }]);
    await holds();
  });
});

it("a phone that undoes its own sale after its till was handed over takes the money from the open till", async () => {
  const { here, rows, known } = await busyDoor();
  await send(here.phone, ...rows);
  await send(here.phone, undo(here, 6, 4));
  expect((await known()).tills).toEqual([
    [5, 26_000],
    [null, -26_000],
  ]);
  await holds();
});
