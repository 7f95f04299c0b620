import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import { readGateBeat, readGateRow, readPhoneClock } from "./gate-row-form.ts";

const device = newId();
const row = {
  v: 1,
  device,
  at: Date.now(),
  seq: 1,
  kind: "admit",
  mode: "offline",
  code: "0".repeat(64),
  guest: null,
  entries: 1,
  undoes: null,
  reason: null,
  list: null,
};
const sale = { type: newId(), quantity: 1, bani: 13_000, means: "cash", receipt: null };
const [undo, ofSale] = [
  { kind: "undo", entries: 0, undoes: { device, seq: 1 }, reason: "mistake" },
  { kind: "sale", sale },
];
const override = { mode: "override", chief: { text: "x", signature: "A".repeat(86) } };
const shift = { kind: "shift", entries: 0, shift: { cash: 0 } };
const isRow = (about: object) => readGateRow(JSON.stringify({ ...row, ...about })) !== undefined;

it("a row says what belongs to its kind", () => {
  for (const good of [
    {},
    undo,
    ofSale,
    shift,
    override,
    { ...override, reason: "payment_seen" },
    { kind: "guest", guest: newId() },
    { kind: "refuse", entries: 0 },
    { ...undo, ...override },
    { ...shift, shift: { cash: limits.doorCash, opening: 0 } },
  ])
    expect(isRow(good), JSON.stringify(good)).toBe(true);
});

it.each([
  ["an undo without a reason", { ...undo, reason: null }],
  ["an undo for a reason of the chief's", { ...undo, reason: "payment_seen" }],
  ["an undo of nothing", { ...undo, undoes: null }],
  ["an entry that undoes", { undoes: { device, seq: 1 } }],
  ["a reason without the chief", { reason: "payment_seen" }],
  ["an override for a reason of an undo", { ...override, reason: "not_entered" }],
  ["a chief's code beside another mode", { ...override, mode: "offline" }],
  ["a guest without an id", { kind: "guest" }],
  ["an entry of a guest", { guest: newId() }],
  ["a sale of nothing", { kind: "sale" }],
  ["an entry with a sale", { sale }],
  ["a sale of more than are sold at once", { ...ofSale, sale: { ...sale, quantity: 21 } }],
  ["money below none", { ...ofSale, sale: { ...sale, bani: -1 } }],
  ["more money than a till may have", { ...shift, shift: { cash: limits.doorCash + 1 } }],
  ["a receipt that is one sign nobody sees", { ...ofSale, sale: { ...sale, receipt: "\0" } }],
  ["a receipt of blanks", { ...ofSale, sale: { ...sale, receipt: " \t" } }],
  ["an opening of more than that", { ...shift, shift: { cash: 0, opening: limits.doorCash + 1 } }],
  ["a hand-over without its cash", { kind: "shift", entries: 0 }],
  ["an entry of nobody", { entries: 0 }],
  ["an exit of nobody", { kind: "exit", entries: 0 }],
  ["a kind that only the server writes", { kind: "unreadable" }],
  ["a mode that says the chief without his code", { mode: "opened" }],
  ["a field that no phone writes", { verdict: "admitted" }],
])("%s is no row", (_, about) => {
  expect(isRow(about)).toBe(false);
});

it("a beat names no row beyond those that a phone may write", () => {
  const beat = { v: 1, device, at: row.at };
  const reads = (through: number) => readGateBeat(JSON.stringify({ ...beat, through })) !== undefined;
  expect([0, limits.rowsPerPhone, limits.rowsPerPhone + 1].map(reads)).toEqual([true, true, false]);
});

it("a phone's clock is thirteen digits, and says something only with a signature beside it", () => {
  expect(readPhoneClock("1795890000000", "s")).toEqual({ at: 1_795_890_000_000, signature: "s" });
  const others = [
    "",
    "179589000000",
    "17958900000000",
    "-179589000000",
    "1795890000.00",
    "1.79589e12",
    " 1795890000000",
    "0x1a2b3c4d5e6f7",
  ];
  for (const said of others) expect(readPhoneClock(said, "s"), said).toBeUndefined();
  expect(readPhoneClock("1795890000000")).toBeUndefined();
  expect(readPhoneClock(undefined, "s")).toBeUndefined();
});
