import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { bani, sum } from "#kernel/money.ts";
import { seededRandom } from "#test/races/seeded-random.ts";
import { sellableType } from "#test/support/hold-batch.ts";
import type { PhaseOnSale, TicketTypeOnSale } from "#ticketing/events/event.ts";
import { usesLeft, type Voucher } from "#ticketing/events/voucher.ts";
import { codedLines } from "#ticketing/orders/checkout/coded-lines.ts";
import { linesOf, type SellableType } from "#ticketing/orders/checkout/sellable-type.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { ticketTypeView } from "#web/public/event-views.ts";
import { codeView } from "./code-view.server.ts";
import { priceChoice, severalPrices } from "./priced-choice.ts";

const night = newId();
const random = seededRandom(40);
const now = new Date();

/** A type as the page reads it, and as the hold does. */
function someType(): { shown: TicketTypeOnSale; sold: SellableType; left: Map<string, number> } {
  const id = newId();
  const phases: PhaseOnSale[] = Array.from({ length: random.between(0, 3) }, (_, no) => ({
    id: newId(),
    name: `Faza ${no}`,
    price: bani(random.between(1, 40) * 250),
    endsAt: null,
    isOver: random.next() < 0.2,
    capacity: noLimit,
    left: random.pick([0, 1, 3, noLimit]),
  }));
  // one without a phase on sale is not offered
  const last = phases.pop();
  if (last) phases.push({ ...last, isOver: false, left: noLimit });
  const open = phases.find((phase) => !phase.isOver && phase.left > 0);
  const price = bani(last?.price ?? random.between(1, 40) * 250);
  const shown: TicketTypeOnSale = {
    id,
    title: "T",
    description: null,
    price: open?.price ?? price,
    entries: 1,
    available: 500,
    off: null,
    saleStartsAt: null,
    saleEndsAt: "2027-07-18T02:00:00Z",
    mayReturn: false,
    pool: null,
    family: "ordinary",
    enterUntil: null,
    requiresCode: false,
    codePer: "person",
    eventIds: [night],
    nights: [],
    cancelled: [],
    phases,
  };
  const sold = sellableType({ id, price, phases });
  return { shown, sold, left: new Map(phases.map((phase) => [phase.id, phase.left])) };
}

function someVoucher(ids: readonly string[]): Voucher {
  const effect =
    random.next() < 0.5
      ? { kind: "percent" as const, percent: random.between(1, 100) }
      : { kind: "fixed" as const, amount: bani(random.between(1, 6000)) };
  return {
    id: newId(),
    isInForce: true,
    eventIds: random.pick([null, [night], [newId()]]),
    ...effect,
    ticketTypeIds: random.pick([null, ids.slice(0, 1)]),
    perPerson: random.pick([null, 2]),
  };
}

it("the panel's total is that of the hold, for any phases, numbers and codes", () => {
  let reduced = 0;
  let split = 0;
  for (let round = 0; round < 400; round += 1) {
    const types = Array.from({ length: random.between(1, 3) }, someType);
    const left = random.pick([0, 1, 4, noLimit]);
    const used = random.between(0, 2);
    const voucher = random.next() < 0.7 ? someVoucher(types.map(({ shown }) => shown.id)) : null;
    const view =
      voucher &&
      codeView("COD", { voucher, left }, { types: types.map((one) => one.shown), used, hold: null });
    const chosen = types.map((type) => ({ ...type, quantity: random.between(1, 8) }));
    const usable = view?.kind === "usable" ? view : null;
    const panel = priceChoice(
      chosen.map(({ shown, quantity }) => ({ type: ticketTypeView(shown, now), quantity })),
      usable,
    );
    const lines = chosen.flatMap(({ sold, left, quantity }) =>
      linesOf({ type: sold, quantity }, [night], (id) => left.get(id) ?? noLimit),
    );
    const sold = types.map((one) => one.sold);
    const uses = voucher ? usesLeft(voucher, left, used) : 0;
    const due = codedLines(lines, sold, voucher, uses);
    // what the hold refuses is what the panel sends without the code
    const isRefused = "reason" in due;
    expect(isRefused, `round ${round}`).toBe(voucher !== null && (usable === null || panel.isCodeForOthers));
    const total = isRefused
      ? sum(lines.map((line) => bani(line.listPrice * line.quantity)))
      : sum(due.map((line) => line.total));
    expect(panel.total, `round ${round}`).toBe(total);
    expect(panel.listTotal - (panel.discount?.amount ?? 0)).toBe(total);
    if (panel.discount) reduced += 1;
    if (severalPrices(panel.parts)) split += 1;
  }
  expect(reduced).toBeGreaterThan(50);
  expect(split).toBeGreaterThan(50);
});
