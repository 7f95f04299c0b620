import { expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { listDoubleEntries } from "./door-board-queries.server.ts";
import { markCleared, readNote } from "./mark-cleared.server.ts";
import { readNightChiefs } from "./night-chief-queries.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, chief, season } = stage;

const night = await stage.night();
const [ticket] = await stage.tickets(night);
const purchaseId = ticket?.purchaseId ?? "";
/** One person more comes in on the ticket, at a phone without network. */
async function oneMore() {
  const { device, keys } = await stage.phone(await stage.gate(night));
  const send = (...about: Parameters<typeof phoneRow>[2][]) =>
    takeGateRows(site, { device, rows: about.map((row) => phoneRow(keys, device, row)) });
  await send({ seq: 1, qr: ticket?.qr ?? "" });
  return {
    undo: () => send({ seq: 2, kind: "undo", entries: 0, undoes: { device, seq: 1 }, reason: "mistake" }),
  };
}
const doubles = () => site.database.withDuty("admit", (sql) => listDoubleEntries(sql, night));
const mark = (entered: number, word = "aceeași persoană", actor = chief) =>
  markCleared(site, { actor, eventId: night, subject: purchaseId, entered, word });

it("50: a double entry is cleared up once, with who, when and a word, is open again when one more comes in, and loses no entry", async () => {
  await oneMore();
  expect(await mark(1)).toMatchObject(refused({ reason: "missing" }));
  await oneMore();
  expect(await mark(1)).toMatchObject(refused({ reason: "changed" }));
  expect(await mark(2, "x", stage.gateStaff)).toMatchObject(refused({ reason: "not_allowed" }));
  expect((await doubles())[0]?.mark).toBeNull();
  const began = Date.now();
  expect([await mark(2), await mark(2, "alt cuvânt")]).toMatchObject([{ ok: true }, { ok: true }]);
  const [double] = await doubles();
  expect(double?.mark).toMatchObject({ word: "aceeași persoană", by: chief.userId });
  const at = Date.parse(double?.mark?.at ?? "");
  expect([began <= at, at <= Date.now()]).toEqual([true, true]);
  expect(double?.rows).toHaveLength(2);
  const { markers } = await site.database.withDuty("deliver", (sql) => readNightChiefs(sql, night));
  expect([...markers.keys()]).toEqual([chief.userId]);
  await oneMore();
  const [again] = await doubles();
  expect([again?.entered, again?.mark, again?.rows.length]).toEqual([3, null, 3]);
  expect(await mark(3)).toMatchObject({ ok: true });
  const rows =
    await season.db`SELECT after FROM journal WHERE subject_id = ${night} AND what = 'double_marked'`;
  expect(rows).toEqual([{ after: { label: ticket?.label } }, { after: { label: ticket?.label } }]);
});

it("a double entry that was cleared up is open when somebody comes in for one whose entry was undone, and is cleared up anew", async () => {
  const before = (await doubles())[0]?.everEntered ?? 0;
  const one = await oneMore();
  expect(await mark(before + 1)).toMatchObject({ ok: true });
  await one.undo();
  expect((await doubles())[0]).toMatchObject({ entered: before, mark: { word: "aceeași persoană" } });
  await oneMore();
  expect((await doubles())[0]).toMatchObject({ entered: before + 1, mark: null });
  expect(await mark(before + 1)).toMatchObject(refused({ reason: "changed" }));
  expect(await mark(before + 2, "alta")).toMatchObject({ ok: true });
  expect((await doubles())[0]).toMatchObject({ entered: before + 1, mark: { word: "alta" } });
});

it("the word on it is one line of at most 80 characters", () => {
  expect(readNote("  aceeași\n persoană ")).toBe("aceeași persoană");
  expect(["", " \n", "a\0", "a".repeat(81)].map(readNote)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(readNote("a".repeat(80))).toHaveLength(80);
});
