import { expect, it } from "vitest";
import { instantOf } from "#kernel/time.ts";
import type { GateListHead } from "#ticketing/gate/gate-list.ts";
import type { NumberedRow, ShownRow } from "./own-rows.ts";
import { cashOffers, peopleOfSale, stockLeft, tillOf } from "./phone-sale.ts";
import { tillTexts } from "./scanner-texts.ts";

const row = (seq: number, shown: Partial<ShownRow>): NumberedRow => ({
  seq,
  shown: {
    kind: "sale",
    mode: "offline",
    key: "",
    entries: 1,
    typeName: "Intrare",
    verdict: null,
    at: 0,
    undoes: null,
    reason: null,
    ...shown,
  },
});
const sale = (seq: number, quantity: number, means: "cash" | "terminal" | "protocol" = "cash", type = "a") =>
  row(seq, {
    sale: { type, quantity, bani: means === "protocol" ? 0 : quantity * 100, means },
    entries: quantity,
  });
const undo = (seq: number, undoes: number) =>
  row(seq, { kind: "undo", entries: 0, undoes, reason: "mistake" });
const shift = (seq: number) => row(seq, { kind: "shift", entries: 0 });

const night = { date: "2027-07-24", doors: null, time: "22:00", minimumAge: null, isCancelled: false };
const head = (sold: number, countedThrough: number) =>
  ({
    countedThrough,
    night,
    types: [{ id: "a", name: "Intrare", admits: true, enterUntil: "01:00" }],
    stock: [{ typeId: "a", name: "Intrare", price: 100, entries: 1, quantity: 10, sold }],
  }) as unknown as GateListHead;
const lastHour = instantOf("2027-07-25", "01:00").getTime();
const before = lastHour - 1;
const leftOf = (rows: readonly NumberedRow[], ...of: Parameters<typeof head>) =>
  stockLeft(head(...of), rows, before)[0]?.left;

it.each([
  [1, "Intră 2 persoane. 18+ cere buletinul. O greșeală se anulează la Ultimele."],
  [4, "Intră 8 persoane. 18+ cere buletinul. O greșeală se anulează la Ultimele."],
  [0, null],
])(
  "who buys two of %s entries is told of their identity cards by the night alone, whatever they pay with",
  (entries, said) => {
    const people = (isAdult: boolean) => peopleOfSale({ asksAge: () => isAdult }, { entries }, 2);
    const [ofAdults, ofAll] = [people(true), people(false)];
    expect(ofAdults && tillTexts.enter(ofAdults)).toBe(said);
    expect(ofAll && tillTexts.enter(ofAll)).toBe(said?.replace(" 18+ cere buletinul.", "") ?? null);
  },
);

it("has left what was set aside, less what the list knows as sold, less what was sold since", () => {
  expect(leftOf([], 0, 0)).toBe(10);
  expect(leftOf([sale(1, 2), sale(2, 3), sale(3, 1, "cash", "b")], 0, 0)).toBe(5);
  expect(leftOf([sale(1, 2), sale(2, 3)], 2, 1)).toBe(5);
  expect(leftOf([sale(1, 9), sale(2, 9)], 9, 1)).toBe(0);
  expect(stockLeft(undefined, [sale(1, 1)], before)).toEqual([]);
  expect(stockLeft({ countedThrough: 0 } as GateListHead, [], before)).toEqual([]);
});

it("has none left of a type after its last hour of entry, with which nobody would come in", () => {
  const at = (now: number) => stockLeft(head(0, 0), [], now);
  expect(at(before)).toMatchObject([{ left: 10, endedAt: null }]);
  expect(at(lastHour)).toMatchObject([{ left: 0, endedAt: "01:00" }]);
});

it("can sell again what was undone, also where the list has the sale and not its undo", () => {
  expect(leftOf([sale(1, 4), undo(2, 1)], 0, 0)).toBe(10);
  expect(leftOf([sale(1, 4), undo(2, 1)], 4, 1)).toBe(10);
  expect(leftOf([sale(1, 4), undo(2, 1)], 0, 2)).toBe(10);
});

it("has in its till the cash since the last hand-over, less what was undone since", () => {
  const rows = [sale(1, 5), shift(2), sale(3, 2), sale(4, 1, "terminal"), sale(5, 3, "protocol"), undo(6, 1)];
  expect(tillOf(rows)).toMatchObject({
    cash: -300,
    terminal: 100,
    tickets: { cash: -3, terminal: 1, protocol: 3 },
    admitted: 6,
    refused: 0,
    undone: 1,
    byChief: 0,
  });
  expect(tillOf(rows.slice(0, 1))).toMatchObject({ cash: 500 });
  expect(tillOf([...rows, shift(7)])).toMatchObject({ cash: 0, admitted: 0 });
});

it("counts nobody as come in whose entry was undone, in this shift or of the one before, and no add-on", () => {
  const rows = [
    row(1, { kind: "admit", key: "k" }),
    shift(2),
    row(3, { kind: "admit", entries: 4, key: "k" }),
    row(4, { kind: "guest", entries: 2, key: "g" }),
    row(5, { kind: "admit", key: "p", isAddOn: true }),
    undo(6, 3),
    undo(7, 1),
  ];
  expect(tillOf(rows)).toMatchObject({ admitted: 2, undone: 2 });
});

it("counts the people who came in, were refused, or were let in by the chief during the shift, without undone ones", () => {
  const admit = (seq: number, entries: number, mode: ShownRow["mode"] = "online") =>
    row(seq, { kind: "admit", entries, mode, key: "k" });
  const rows = [
    admit(1, 4),
    shift(2),
    admit(3, 2),
    admit(4, 1, "override"),
    row(5, { kind: "refuse", entries: 0 }),
    admit(6, 3, "override"),
  ];
  expect(tillOf(rows)).toMatchObject({ admitted: 6, refused: 1, undone: 0, byChief: 4 });
  expect(tillOf([...rows, undo(7, 4)])).toMatchObject({ admitted: 5, undone: 1, byChief: 3 });
});

it("offers the exact sum and what the next notes make, each once", () => {
  expect(cashOffers(26_000)).toEqual([26_000, 30_000, 40_000]);
  expect(cashOffers(13_000)).toEqual([13_000, 15_000, 20_000]);
  expect(cashOffers(20_000)).toEqual([20_000, 50_000]);
  expect(cashOffers(4_950)).toEqual([4_950, 5_000, 10_000]);
});
