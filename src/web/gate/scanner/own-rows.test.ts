import { expect, it } from "vitest";
import { everyEvening, peopleAfter } from "#test/support/people-outside.ts";
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
  expect(ownRowsOf(rows, "a", nothing, { used: 4, outside: 4 })).toMatchObject({ entries: 0, outside: 1 });
  const undo = row(3, { kind: "undo", entries: 0, undoes: 2, reason: "other" });
  expect(ownRowsOf([...rows, undo], "a", nothing, { used: 4, outside: 4 })).toMatchObject({
    entries: 0,
    outside: 3,
  });
});

it("a return of whom the list does not know outside takes off nobody who goes out afterwards", () => {
  const rows = [row(1, { kind: "return", entries: 2 }), row(2, { kind: "exit", entries: 1 })];
  expect(ownRowsOf(rows, "a", nothing, { used: 1, outside: 1 })).toMatchObject({ entries: 0, outside: 1 });
});

it("nobody of a ticket is outside who did not come in or is back, whatever a phone alone writes and undoes, and however much of it its list has", () => {
  for (const doings of everyEvening(4)) {
    const rows = doings.map(({ kind }, at) => row(at + 1, { kind }));
    for (const [at, { isUndone }] of doings.entries())
      if (isUndone)
        rows.push(row(rows.length + 1, { kind: "undo", entries: 0, undoes: at + 1, reason: "mistake" }));
    const { came, outside } = peopleAfter(doings);
    for (let countedThrough = 0; countedThrough <= rows.length; countedThrough++) {
      const listed = ownRowsOf(rows.slice(0, countedThrough), "a", nothing);
      const known = { used: listed.entries, outside: listed.outside };
      const told = ownRowsOf(rows, "a", { countedThrough, countedAsks: [] }, known);
      expect([known.used + told.entries, told.outside], JSON.stringify([doings, countedThrough])).toEqual([
        came,
        outside,
      ]);
    }
  }
});

it("of people whom other phones let in, out and back, the list's number changes by the phone's own rows alone", () => {
  const undo = (seq: number, undoes: number) =>
    row(seq, { kind: "undo", entries: 0, undoes, reason: "mistake" });
  const [exit, back] = [row(1, { kind: "exit" }), row(1, { kind: "return" })];
  const outside = (rows: NumberedRow[], listed: { used: number; outside: number }) =>
    ownRowsOf(rows, "a", { countedThrough: 1, countedAsks: [] }, listed).outside;
  expect(outside([exit], { used: 1, outside: 1 })).toBe(1);
  expect(outside([exit, undo(2, 1)], { used: 1, outside: 1 })).toBe(0);
  // who went out here is back at another phone, and goes out again
  expect(outside([exit, row(2, { kind: "exit" })], { used: 1, outside: 0 })).toBe(1);
  expect(outside([exit, undo(2, 1)], { used: 1, outside: 0 })).toBe(0);
  // who went out at another phone is back here
  expect(outside([back], { used: 1, outside: 0 })).toBe(0);
  expect(outside([back, undo(2, 1)], { used: 1, outside: 0 })).toBe(1);
  // the one entry of two that is undone takes nobody with it while the other one may be outside
  expect(outside([row(1, {}), undo(2, 1)], { used: 2, outside: 1 })).toBe(1);
  expect(outside([row(1, {}), undo(2, 1)], { used: 1, outside: 1 })).toBe(0);
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
