import type { ModelCode, ModelOrder, ModelPart, SaleModel } from "./sale-nouns.ts";

/**
 * What is counted, by a name: `units 0` of an offer, people of `night 0` and `pool 0`, tickets of `phase 0.1` (the offer's
 * second) and those bought with `code 0`.
 */
export function capacities(model: SaleModel): Map<string, number> {
  const named = (what: string, all: readonly { capacity: number }[]) =>
    all.map(({ capacity }, i) => [`${what} ${i}`, capacity] as const);
  return new Map([
    ...named("units", model.offers),
    ...model.offers.flatMap(({ phases }, i) =>
      phases.map(({ capacity }, no) => [`phase ${i}.${no}`, capacity] as const),
    ),
    ...model.nights.map((capacity, i) => [`night ${i}`, capacity] as const),
    ...model.pools.map((capacity, i) => [`pool ${i}`, capacity] as const),
    ...named("code", model.codes),
  ]);
}

const open = ["held", "checkout_open", "payment_pending"];

export const isOpenOrder = ({ state }: ModelOrder) => open.includes(state);
export const hasTickets = ({ state }: ModelOrder) => state === "paid" || state === "partially_refunded";
const wasPaid = (order: ModelOrder) => hasTickets(order) || order.state === "refunded";

/** What tickets of an offer take; an add-on lets nobody in. */
export function takesOf(
  model: SaleModel,
  { offer, quantity, phase, code }: Pick<ModelPart, "offer" | "quantity" | "phase" | "code">,
): [string, number][] {
  const { entries = 0, nights = [], pool = null } = model.offers[offer] ?? {};
  const people = quantity * entries;
  return [
    [`units ${offer}`, quantity],
    ...nights.map((night): [string, number] => [`night ${night}`, people]),
    ...(pool === null ? [] : [[`pool ${pool}`, people] satisfies [string, number]]),
    ...(phase === null ? [] : [[`phase ${offer}.${phase}`, quantity] satisfies [string, number]]),
    ...(code === null ? [] : [[`code ${code}`, quantity] satisfies [string, number]]),
  ];
}

export type Counted = Map<string, { held: number; sold: number }>;

/** What is held and sold: a phase keeps what went back, and a code does unless its uses come back. */
export function counted(model: SaleModel): Counted {
  const counters: Counted = new Map();
  for (const key of capacities(model).keys()) counters.set(key, { held: 0, sold: 0 });
  for (const order of model.orders)
    for (const [i, part] of order.parts.entries())
      for (const [key, n] of takesOf(model, part)) {
        const counter = counters.get(key);
        if (!counter) continue;
        if (isOpenOrder(order)) counter.held += n;
        if (!wasPaid(order)) continue;
        const back = hasTickets(order) ? (order.back[i] ?? 0) : part.quantity;
        const isKept =
          key.startsWith("phase") || (key.startsWith("code") && !codeOf(model, part)?.returnsUses);
        counter.sold += isKept ? n : (n / part.quantity) * (part.quantity - back);
      }
  return counters;
}

const codeOf = (model: SaleModel, part: ModelPart): ModelCode | undefined =>
  part.code === null ? undefined : model.codes[part.code];

/** How much of each counter is free, as if the replaced order were gone. */
export function freeNow(model: SaleModel, replaced?: ModelOrder): (key: string) => number {
  const counters = counted({ ...model, orders: model.orders.filter((order) => order !== replaced) });
  const all = capacities(model);
  return (key) => {
    const { held, sold } = counters.get(key) ?? { held: 0, sold: 0 };
    return (all.get(key) ?? 0) - held - sold;
  };
}

/** For how many tickets a person has used a code, those on hold too. */
export function usedBy(model: SaleModel, mailbox: number, code: number, replaced?: ModelOrder): number {
  const own = model.orders.filter((o) => o !== replaced && model.mailboxes[o.customer] === mailbox);
  const { held, sold } = counted({ ...model, orders: own }).get(`code ${code}`) ?? { held: 0, sold: 0 };
  return held + sold;
}

/** The tickets of an order that are valid, by line, with what was paid for them. */
export function validTickets(order: ModelOrder) {
  if (!hasTickets(order)) return [];
  return order.parts.flatMap((part, i) => {
    const units = part.quantity - (order.back[i] ?? 0);
    const price = units * (part.price - part.off);
    return units > 0 ? [{ line_no: i + 1, isByPerson: order.isByPerson[i], units, price }] : [];
  });
}
