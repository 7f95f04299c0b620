import { groupBy } from "#kernel/group-by.ts";
import { bani, type Money } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { DoorSaleSum, SaleMeans } from "#ticketing/events/door-sale.ts";
import type { UsedTickets } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";

export const settledKinds = ["ticket", "pass", "add_on", "invitation"] as const;
/** `pass`: a type for several nights, of which each night has a share. `invitation`: given without money. */
export type SettledKind = (typeof settledKinds)[number];

/** A night's sales of one type at one price. Bani; `net` is `gross` less `discounts` and `returned`. */
export type SettledRow = {
  readonly eventId: string;
  readonly kind: SettledKind;
  readonly typeName: string;
  /** Null when the type has one price only. */
  readonly phaseName: string | null;
  /** The price of one ticket; null for the share of a pass. */
  readonly price: number | null;
  /** All tickets ever paid for or given. Where there is a price, `gross` is `sold` times the price. */
  readonly sold: number;
  /** How many of them are left. The reports go on counting a pass for a night whose share went back. */
  readonly tickets: number;
  /** How many of those admit nobody, and how many of the others cost nothing: an invitation, or a code of 100 %. */
  readonly addOns: number;
  readonly free: number;
  readonly gross: number;
  readonly discounts: number;
  readonly returned: number;
  readonly net: number;
  /** All people with a ticket, and how many of them came in. Who came in stays one of them after a refund. */
  readonly expected: number;
  readonly entered: number;
};

export type SettledNight = {
  readonly id: string;
  readonly title: string;
  readonly date: Day;
  readonly capacity: number;
  readonly isOver: boolean;
  /** What its cancellation does with the money of used tickets; null for a night that takes place. */
  readonly cancelled: UsedTickets | null;
  /** People expected from guest lists, and how many of them came in. A cancelled night expects nobody else. */
  readonly listed: number;
  readonly listedEntered: number;
  /** Everybody who came in, as the door's board counts: also twice on one ticket, or on a ticket refunded since. */
  readonly entered: number;
  /** The VAT rate on the night's day, in hundredths of a percent; null until somebody sets one. */
  readonly rate: { readonly rate: number; readonly validFrom: Day } | null;
};

/** The same money in the club's other books, in bani. */
export type SettledBooks = {
  /** Revenue of these nights in the sales report. */
  readonly report: number;
  /** The part of `report` from passes. The report counts a pass as a whole on the first of its nights. */
  readonly passesInReport: number;
  /** Revenue in the ledger of all orders with a ticket for these nights. */
  readonly ledger: number;
  /** The part of `ledger` that belongs to other nights. */
  readonly elsewhere: number;
  /** Money of those orders that came to the card provider, went back, or is disputed. */
  readonly paidIn: number;
  readonly paidBack: number;
  readonly disputed: number;
  /** The part of `ledger` that a bank holds until it decides, and these nights' part of that. */
  readonly atBank: number;
  readonly atBankHere: number;
  /** What is owed to the buyers of those orders, and each of these nights' part of it. It is in `returned`. */
  readonly owed: number;
  readonly owedHere: Readonly<Record<string, number>>;
  /** The parts of both that the last reading of the balance contains. All of them until it was read. */
  readonly owedRead: number;
  readonly owedReadHere: Readonly<Record<string, number>>;
  /** The last comparison with the provider, and how many of its differences concern those orders. */
  readonly compared: { readonly at: Date; readonly differences: number } | null;
  /**
   * The same money by the provider's balance, before fees, at the last reading, and what the ledger booked after it.
   * Null until the balance was read.
   */
  readonly balance: {
    readonly at: Date;
    readonly isOfLastComparison: boolean;
    readonly entries: number;
    readonly later: number;
  } | null;
};

/** A night's part of one payout, or of money that is in no payout yet. Bani. */
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
  /** The part of `fees` that is for refunds and disputes. */
  readonly feesOfReturns: number;
};

export type NightSettlement = {
  readonly nights: readonly SettledNight[];
  readonly rows: readonly SettledRow[];
  readonly doorSales: readonly DoorSaleSum[];
  readonly payoutParts: readonly PayoutPart[];
  readonly books: SettledBooks;
};

const counts = ["sold", "tickets", "addOns", "free", "expected", "entered"] as const;
const amounts = ["gross", "discounts", "returned", "net"] as const;
type Summed = Pick<SettledRow, (typeof counts)[number] | (typeof amounts)[number]>;

export type SettledSums = Summed & {
  /** The VAT within `net`; null when a night has no rate. */
  readonly vat: Money | null;
};

/** The VAT within an amount that includes it, rounded half up. `rate` is in hundredths of a percent. */
export function vatWithin(amount: number, rate: number): Money {
  const whole = 10_000 + rate;
  return bani(Math.floor((2 * amount * rate + whole) / (2 * whole)));
}

/** The VAT within one row; null where its night has no rate. */
export function vatOf(
  row: Pick<SettledRow, "eventId" | "net">,
  nights: readonly SettledNight[],
): Money | null {
  const rate = nights.find(({ id }) => id === row.eventId)?.rate;
  return rate ? vatWithin(row.net, rate.rate) : null;
}

/** The sums of some rows. The VAT is the sum of the rows' VAT, so that the total matches the rows above it. */
export function sumsOf(rows: readonly SettledRow[], nights: readonly SettledNight[]): SettledSums {
  const sums = [...counts, ...amounts].map((what) => [what, rows.reduce((n, row) => n + row[what], 0)]);
  const vats = rows.map((row) => vatOf(row, nights));
  return {
    ...(Object.fromEntries(sums) as Summed),
    vat: vats.some((vat) => vat === null) ? null : bani(vats.reduce<number>((n, vat) => n + (vat ?? 0), 0)),
  };
}

/** The sums of door sales by one means, or by all (null). The VAT is null when a night has no rate. */
export function doorSumOf(sales: readonly DoorSaleSum[], means: SaleMeans | null) {
  const salesOfMeans = sales.filter((sale) => means === null || sale.means === means);
  const sum = (amountOf: (sale: DoorSaleSum) => number) =>
    salesOfMeans.reduce((n, sale) => n + amountOf(sale), 0);
  return {
    tickets: sum(({ tickets }) => tickets),
    people: sum(({ people }) => people),
    bani: sum((sale) => sale.bani),
  };
}

/**
 * What was taken at each rate of VAT (null: none is written), online before the doors, the highest rate first. Bani;
 * `net` includes `vat`, the sum of the rows' VAT.
 */
export function vatLinesOf({ nights, rows, doorSales }: NightSettlement) {
  const lines = new Map<string, { isDoor: boolean; rate: number | null; net: number; vat: number }>();
  const add = (eventId: string, isDoor: boolean, net: number) => {
    const rate = nights.find(({ id }) => id === eventId)?.rate?.rate ?? null;
    const line = lines.get(`${isDoor} ${rate}`) ?? { isDoor, rate, net: 0, vat: 0 };
    const vat = line.vat + vatWithin(net, rate ?? 0);
    lines.set(`${isDoor} ${rate}`, { ...line, net: line.net + net, vat });
  };
  for (const { eventId, net } of rows) add(eventId, false, net);
  for (const { eventId, bani } of doorSales) add(eventId, true, bani);
  return [...lines.values()].toSorted(
    (a, b) => Number(a.isDoor) - Number(b.isDoor) || (b.rate ?? -1) - (a.rate ?? -1),
  );
}

/**
 * The people of some nights: with a ticket, on guest lists, with a ticket from the door, and `beyond` these. The four
 * kinds of people who came in add up to `entered`.
 */
export function awaitedPeople({
  nights,
  rows,
  doorSales,
}: Pick<NightSettlement, "nights" | "rows" | "doorSales">) {
  const tickets = sumsOf(rows, nights);
  const ofNights = (countOf: (night: SettledNight) => number) =>
    nights.reduce((n, night) => n + countOf(night), 0);
  const listed = ofNights((night) => night.listed);
  const listedEntered = ofNights((night) => night.listedEntered);
  const atDoor = doorSumOf(doorSales, null).people;
  const entered = ofNights((night) => night.entered);
  return {
    withTicket: tickets.expected,
    cameWithTicket: tickets.entered,
    listed,
    listedEntered,
    missing: tickets.expected - tickets.entered + listed - listedEntered,
    atDoor,
    entered,
    beyond: entered - tickets.entered - listedEntered - atDoor,
  };
}

/** Differences in bani: what the report counts elsewhere, and what report and ledger leave unexplained. */
export function comparisonOf({ rows, books }: NightSettlement) {
  const net = rows.reduce((n, row) => n + row.net, 0);
  const shares = rows.reduce((n, row) => n + (row.kind === "pass" ? row.net : 0), 0);
  return {
    /** The shares of passes here, less the passes that the report counts as a whole. */
    passes: shares - books.passesInReport,
    unexplainedByReport: net - (shares - books.passesInReport) - books.report,
    unexplainedByLedger: net + books.elsewhere - books.ledger,
  };
}

/** Payouts by the day on which they arrive; those of one day stay in their order. */
export const byArrival = (one: { readonly arrivesOn: Day }, other: { readonly arrivesOn: Day }) =>
  one.arrivesOn < other.arrivesOn ? -1 : one.arrivesOn > other.arrivesOn ? 1 : 0;

/** The sums of some parts, payouts by date. `left` is the money after fees: what was paid out and what was not yet. */
export function payoutSumsOf(parts: readonly PayoutPart[]) {
  const sum = (some: readonly PayoutPart[], amountOf: (part: PayoutPart) => number) =>
    some.reduce((n, part) => n + amountOf(part), 0);
  const left = ({ gross, fees }: PayoutPart) => gross - fees;
  // a payout that the bank sent back is on the balance again
  const isOut = ({ payout }: PayoutPart) => payout !== null && payout.state !== "failed";
  const byPayout = groupBy(parts.filter(isOut), ({ payout }) => payout?.id);
  return {
    gross: sum(parts, ({ gross }) => gross),
    fees: sum(parts, ({ fees }) => fees),
    feesOfReturns: sum(parts, ({ feesOfReturns }) => feesOfReturns),
    left: sum(parts, left),
    payouts: [...byPayout.values()]
      .flatMap((some) => {
        const payout = some[0]?.payout;
        return payout ? [{ ...payout, part: sum(some, left) }] : [];
      })
      .toSorted(byArrival),
    notPaidOut: sum(
      parts.filter((part) => !isOut(part)),
      left,
    ),
  };
}

/** What all these nights owe together. */
export const owedOfNights = (byNight: Readonly<Record<string, number>>) =>
  Object.values(byNight).reduce((n, amount) => n + amount, 0);

/** Bani by which the provider's balance exceeds the ledger at the time of reading; null until it was read. */
export function balanceDifferenceOf({ books }: NightSettlement): number | null {
  const { balance, paidIn, paidBack, disputed } = books;
  return balance && balance.entries - (paidIn - paidBack - disputed - balance.later);
}
