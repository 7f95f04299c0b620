import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { PhaseOnSale } from "#ticketing/events/event.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { phaseViews } from "./phase-note.ts";

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
const full = phase("Preț întreg", 100);

it("the page knows of a phase no more tickets than one order can have", () => {
  const over = phase("Zori", 70, { ...few(3), isOver: true });
  expect(phaseViews({ phases: [over, phase("Early Bird", 80, few(3)), full] })).toEqual([
    { id: "Early Bird", name: "Early Bird", price: 8000, left: 3 },
    { id: "Preț întreg", name: "Preț întreg", price: 10_000, left: 10 },
  ]);
});
