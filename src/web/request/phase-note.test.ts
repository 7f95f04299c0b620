import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { PhaseOnSale } from "#ticketing/events/event.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { phaseNote } from "./phase-note.ts";

// a Tuesday, 22:00 in Bucharest
const now = new Date("2027-06-22T19:00:00Z");

const phase = (name: string, lei: number, more: Partial<PhaseOnSale> = {}): PhaseOnSale => ({
  id: name,
  name,
  price: bani(lei * 100),
  endsAt: null,
  isOver: false,
  capacity: noLimit,
  left: noLimit,
  ...more,
});
const few = (left: number) => ({ capacity: 100, left });
const noteOf = (phases: readonly PhaseOnSale[], available = 500) => {
  const note = phaseNote({ phases, available }, now);
  return note && `${note.now} · ${note.until}`;
};
const full = phase("Preț întreg", 100);
const until = (endsAt: string) => ({ endsAt });

it("a phase says what it costs, until how many or until when, and what comes next; only what is true", () => {
  const friday = until("2027-06-25T20:59:00Z");
  expect(noteOf([phase("Early Bird", 80, { ...few(23), ...friday }), full])).toBe(
    "Early Bird 80 LEI · încă 23 sau până vineri, 23:59. Apoi 100 LEI",
  );
  expect(noteOf([phase("Early Bird", 80, few(23)), full])).toBe("Early Bird 80 LEI · încă 23. Apoi 100 LEI");
  expect(noteOf([phase("Early Bird", 80, few(1)), full])).toBe("Early Bird 80 LEI · încă unul. Apoi 100 LEI");
  expect(noteOf([phase("Early Bird", 80, friday), full])).toBe(
    "Early Bird 80 LEI · până vineri, 23:59. Apoi 100 LEI",
  );
  // a large number is no news
  expect(noteOf([phase("Early Bird", 80, few(51)), full])).toBe("Early Bird 80 LEI · Apoi 100 LEI");
  expect(noteOf([phase("Early Bird", 80, few(50)), full])).toBe("Early Bird 80 LEI · încă 50. Apoi 100 LEI");
  // few of the type are left, but at any number the price is the same
  expect(noteOf([phase("Early Bird", 80, friday), full], 7)).toBe(
    "Early Bird 80 LEI · până vineri, 23:59. Apoi 100 LEI",
  );
});

it("the last phase says which one has ended, and a single one says nothing", () => {
  const over = phase("Early Bird", 80, { ...few(9), isOver: true });
  const soldOut = phase("Early Bird", 80, few(0));
  expect(noteOf([over, full])).toBe("Preț întreg 100 LEI · Early Bird s-a terminat");
  expect(noteOf([soldOut, full])).toBe("Preț întreg 100 LEI · Early Bird s-a terminat");
  expect(noteOf([soldOut, phase("Preț întreg", 100, few(4))])).toBe("Preț întreg 100 LEI · încă 4");
  expect(noteOf([full])).toBeNull();
  expect(noteOf([])).toBeNull();
});

it("no more are promised than the type itself has left, and no price after its last ticket", () => {
  const early = phase("Early Bird", 80, few(23));
  expect(noteOf([early, full], 7)).toBe("Early Bird 80 LEI · încă 7");
  expect(noteOf([early, full], 0)).toBeNull();
});

it.each([
  ["2027-06-22T20:59:00Z", "azi, 23:59"],
  ["2027-06-22T21:00:00Z", "mâine, 00:00"],
  ["2027-06-28T09:00:00Z", "luni, 12:00"],
  ["2027-06-29T09:00:00Z", "pe 29 iunie, 12:00"],
])("%s is told as %s, by the clocks of Bucharest", (at, words) => {
  expect(noteOf([phase("Early Bird", 80, until(at)), full])).toBe(
    `Early Bird 80 LEI · până ${words}. Apoi 100 LEI`,
  );
});
