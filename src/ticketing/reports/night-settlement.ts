import { groupBy } from "#kernel/group-by.ts";
import { bani, type Money } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";

export const settledKinds = ["ticket", "pass", "add_on", "invitation"] as const;
/** `pass`: a type for several nights, of which a night has its share. `invitation`: given without money. */
export type SettledKind = (typeof settledKinds)[number];

/** What a night has of one type at one price. Bani; `gross` less `discounts` less `returned` is `net`. */
export type SettledRow = {
  readonly eventId: string;
  readonly kind: SettledKind;
  readonly typeName: string;
  /** Null where the type has one price. */
  readonly phaseName: string | null;
  /** Of one ticket; null for the share of a pass. */
  readonly price: number | null;
  /** All that were ever paid for or given; where there is a price, `sold` times it is `gross`. */
  readonly sold: number;
  /** Of them, the valid ones, as the reports count them. */
  readonly tickets: number;
  readonly gross: number;
  readonly discounts: number;
  readonly returned: number;
  readonly net: number;
  /** People whom valid tickets let in, and those who came in. */
  readonly expected: number;
  readonly entered: number;
};

export type SettledNight = {
  readonly id: string;
  readonly title: string;
  readonly date: Day;
  readonly capacity: number;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  /** Of guest lists: people who were expected by name, and those who came in. */
  readonly listed: number;
  readonly listedEntered: number;
  /** Of VAT on the night's day, in hundredths of a percent; null until somebody sets one. */
  readonly rate: { readonly rate: number; readonly validFrom: Day } | null;
};

/** The same money in the other books of the house, in bani. */
export type SettledBooks = {
  /** What the report of sales says of these nights. */
  readonly report: number;
  /** Of it, passes: whole, on the first of their nights. */
  readonly passesInReport: number;
  /** Revenue in the ledger, of all orders with a ticket of these nights. */
  readonly ledger: number;
  /** What those orders have of other nights. */
  readonly elsewhere: number;
  /** Money of those orders that came to the card provider, went back, and is disputed. */
  readonly paidIn: number;
  readonly paidBack: number;
  readonly disputed: number;
  /** The last comparison with the provider, and how many of its differences are of those orders. */
  readonly compared: { readonly at: Date; readonly differences: number } | null;
  /**
   * What the entries of the provider's balance say of the money of those orders, before fees, when they were read last, and
   * what the ledger had of it later; null until they were read.
   */
  readonly balance: {
    readonly at: Date;
    readonly isOfLastComparison: boolean;
    readonly entries: number;
    readonly later: number;
  } | null;
};

/** What a night has of one payout, or of what is in none. Bani. */
export type PayoutPart = {
  readonly eventId: string;
  readonly payout: {
    readonly id: string;
    readonly state: "under_way" | "paid" | "failed";
    readonly amount: number;
    readonly arrivesOn: Day;
  } | null;
  readonly gross: number;
  readonly fees: number;
  /** Of the fees, those of refunds and disputes. */
  readonly feesOfReturns: number;
};

/** In cash, on the club's own card terminal, or given to a guest of the house. */
export const settledMeans = ["cash", "terminal", "protocol"] as const;
export type SettledMeans = (typeof settledMeans)[number];

/** What was sold at the doors of a night, by means: not of the ledger, for no card provider had it. Bani. */
export type SettledDoorSale = {
  readonly eventId: string;
  readonly typeName: string;
  readonly means: SettledMeans;
  readonly tickets: number;
  readonly people: number;
  readonly bani: number;
};

export type NightSettlement = {
  readonly nights: readonly SettledNight[];
  readonly rows: readonly SettledRow[];
  readonly doorSales: readonly SettledDoorSale[];
  readonly payoutParts: readonly PayoutPart[];
  readonly books: SettledBooks;
};

export type SettledSums = Pick<
  SettledRow,
  "sold" | "tickets" | "gross" | "discounts" | "returned" | "net" | "expected" | "entered"
> & {
  /** Of the valid ones, those that admit nobody, and those given without money. */
  readonly addOns: number;
  readonly given: number;
  /** Within `net`; null where a rate is missing. */
  readonly vat: Money | null;
};

/** The VAT within an amount that includes it, rounded half up. `rate` in hundredths of a percent. */
export function vatWithin(amount: number, rate: number): Money {
  const whole = 10_000 + rate;
  return bani(Math.floor((2 * amount * rate + whole) / (2 * whole)));
}

/** The VAT within one row; null where its night has no rate. */
export function vatOf(row: SettledRow, nights: readonly SettledNight[]): Money | null {
  const rate = nights.find(({ id }) => id === row.eventId)?.rate;
  return rate ? vatWithin(row.net, rate.rate) : null;
}

/** The sums of some rows; the VAT is that of the rows, so that a total is what stands above it. */
export function sumsOf(rows: readonly SettledRow[], nights: readonly SettledNight[]): SettledSums {
  const sum = (of: (row: SettledRow) => number) => rows.reduce((n, row) => n + of(row), 0);
  const vats = rows.map((row) => vatOf(row, nights));
  return {
    sold: sum(({ sold }) => sold),
    tickets: sum(({ tickets }) => tickets),
    addOns: sum(({ kind, tickets }) => (kind === "add_on" ? tickets : 0)),
    given: sum(({ kind, tickets }) => (kind === "invitation" ? tickets : 0)),
    gross: sum(({ gross }) => gross),
    discounts: sum(({ discounts }) => discounts),
    returned: sum(({ returned }) => returned),
    net: sum(({ net }) => net),
    expected: sum(({ expected }) => expected),
    entered: sum(({ entered }) => entered),
    vat: vats.some((vat) => vat === null) ? null : bani(vats.reduce<number>((n, vat) => n + (vat ?? 0), 0)),
  };
}

/** What was sold at the doors of some nights by one means; the VAT is null where a rate is missing. */
export function doorSumOf(
  sales: readonly SettledDoorSale[],
  means: SettledMeans | null,
  nights: readonly SettledNight[],
): { readonly tickets: number; readonly people: number; readonly bani: number; readonly vat: Money | null } {
  const own = sales.filter((sale) => means === null || sale.means === means);
  const sum = (of: (sale: SettledDoorSale) => number) => own.reduce((n, sale) => n + of(sale), 0);
  const rateOf = ({ eventId }: SettledDoorSale) => nights.find(({ id }) => id === eventId)?.rate;
  return {
    tickets: sum(({ tickets }) => tickets),
    people: sum(({ people }) => people),
    bani: sum((sale) => sale.bani),
    vat: own.some((sale) => !rateOf(sale))
      ? null
      : bani(sum((sale) => vatWithin(sale.bani, rateOf(sale)?.rate ?? 0))),
  };
}

/** In bani: what of the settlement the report has elsewhere or not at all, and what the ledger does not explain. */
export function comparisonOf({ rows, books }: NightSettlement) {
  const net = rows.reduce((n, row) => n + row.net, 0);
  const shares = rows.reduce((n, row) => n + (row.kind === "pass" ? row.net : 0), 0);
  return {
    /** Shares of passes here, less the passes that the report counts whole. */
    passes: shares - books.passesInReport,
    unexplainedByReport: net - (shares - books.passesInReport) - books.report,
    unexplainedByLedger: net + books.elsewhere - books.ledger,
  };
}

/** The sums of some parts: what is left of the money after fees is what was paid out and what was not yet. */
export function payoutSumsOf(parts: readonly PayoutPart[]) {
  const sum = (some: readonly PayoutPart[], of: (part: PayoutPart) => number) =>
    some.reduce((n, part) => n + of(part), 0);
  const left = ({ gross, fees }: PayoutPart) => gross - fees;
  // what was sent back by the bank is on the balance again
  const isOut = ({ payout }: PayoutPart) => payout !== null && payout.state !== "failed";
  const byPayout = groupBy(parts.filter(isOut), ({ payout }) => payout?.id);
  return {
    gross: sum(parts, ({ gross }) => gross),
    fees: sum(parts, ({ fees }) => fees),
    feesOfReturns: sum(parts, ({ feesOfReturns }) => feesOfReturns),
    left: sum(parts, left),
    payouts: [...byPayout.values()].flatMap((some) => {
      const payout = some[0]?.payout;
      return payout ? [{ ...payout, part: sum(some, left) }] : [];
    }),
    notPaidOut: sum(
      parts.filter((part) => !isOut(part)),
      left,
    ),
  };
}

/** In bani: what the provider's balance has more than the ledger had when it was read; null until it was read. */
export function balanceDifferenceOf({ books }: NightSettlement): number | null {
  const { balance, paidIn, paidBack, disputed } = books;
  return balance && balance.entries - (paidIn - paidBack - disputed - balance.later);
}
