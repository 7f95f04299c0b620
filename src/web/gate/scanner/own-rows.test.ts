import { expect, it } from "vitest";
import { type NumberedRow, ownRowsOf, type ShownRow } from "./own-rows.ts";

const row = (seq: number, shown: Partial<ShownRow>): NumberedRow => ({
  seq,
  shown: {
    kind: "admit",
    mode: "offline",
    key: "a",
    entries: 1,
    typeName: null,
    verdict: null,
    at: 0,
    undoes: null,
    reason: null,
    ...shown,
  },
});
const nothing = { countedThrough: 0, countedAsks: [] };

it("counts what was let in on this ticket, and nothing else", () => {
  const rows = [
    row(1, { entries: 2 }),
    row(2, { key: "b" }),
    row(3, { kind: "refuse", entries: 0 }),
    row(4, {}),
  ];
  expect(ownRowsOf(rows, "a", nothing)).toEqual({ entries: 3, outside: 0, secretVersion: 0 });
});

it("leaves out what the list has: rows up to its number, and answers of the server beyond it", () => {
  const rows = [row(1, { entries: 2 }), row(2, {}), row(3, { entries: 4 })];
  expect(ownRowsOf(rows, "a", { countedThrough: 1, countedAsks: [3] })).toMatchObject({
    entries: 1,
    outside: 0,
  });
});

it("takes an undone row off, also one that the list already has", () => {
  const undo = row(3, { kind: "undo", entries: 0, undoes: 1, reason: "mistake" });
  const rows = [row(1, { entries: 2 }), row(2, {}), undo];
  expect(ownRowsOf(rows, "a", nothing).entries).toBe(1);
  expect(ownRowsOf(rows, "a", { countedThrough: 2, countedAsks: [] }).entries).toBe(-2);
  expect(ownRowsOf(rows, "a", { countedThrough: 3, countedAsks: [] }).entries).toBe(0);
});

it("counts who came back by the stamp, and an undone return", () => {
  const rows = [row(1, { kind: "return", entries: 1 }), row(2, { kind: "return", entries: 2 })];
  expect(ownRowsOf(rows, "a", nothing, 4)).toMatchObject({ entries: 0, outside: 1 });
  const undo = row(3, { kind: "undo", entries: 0, undoes: 2, reason: "other" });
  expect(ownRowsOf([...rows, undo], "a", nothing, 4)).toMatchObject({ entries: 0, outside: 3 });
});

it("a return of whom the list does not know outside takes off nobody who goes out afterwards", () => {
  const rows = [row(1, { kind: "return", entries: 2 }), row(2, { kind: "exit", entries: 1 })];
  expect(ownRowsOf(rows, "a", nothing, 1)).toMatchObject({ entries: 0, outside: 1 });
});

it("an undone row changes nothing, whatever came between (one kind: phone and server count people outside in two ways)", () => {
  const undo = (seq: number, undoes: number) =>
    row(seq, { kind: "undo", entries: 0, undoes, reason: "mistake" });
  const [exit, back] = [row(1, { kind: "exit" }), row(2, { kind: "return" })];
  const outAgain = [exit, back, row(3, { kind: "exit" }), undo(4, 1)];
  expect(ownRowsOf(outAgain, "a", nothing).outside).toBe(1);
  expect(ownRowsOf([back, undo(3, 2)], "a", nothing).outside).toBe(0);
  expect(ownRowsOf([exit, undo(2, 1)], "a", { countedThrough: 1, countedAsks: [] }, 1).outside).toBe(0);
});

it("knows the newest version of a ticket's codes from all rows, also those that the list has and that let nobody in", () => {
  const rows = [
    row(1, { secretVersion: 2 }),
    row(2, { kind: "refuse", entries: 0, secretVersion: 3 }),
    row(3, { secretVersion: 1 }),
    row(4, { key: "b", secretVersion: 9 }),
  ];
  expect(ownRowsOf(rows, "a", { countedThrough: 3, countedAsks: [] }).secretVersion).toBe(3);
});
