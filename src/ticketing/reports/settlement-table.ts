import { formatLongDate } from "#kernel/time.ts";
import {
  balanceDifferenceOf,
  comparisonOf,
  doorSumOf,
  type NightSettlement,
  payoutSumsOf,
  type SettledDoorSale,
  type SettledRow,
  sumsOf,
  vatOf,
} from "./night-settlement.ts";
import { settledMoney as money, settledMoment, settlementTexts as texts } from "./settlement-texts.ts";

export type SettledLine = {
  readonly night: string;
  readonly date: string;
  readonly type: string;
  readonly phase: string;
  /** Empty where a row counts none. */
  readonly tickets: number | "";
  readonly price: string;
  readonly gross: string;
  readonly discounts: string;
  readonly returned: string;
  readonly net: string;
  readonly vat: string;
  readonly expected: number | "";
  readonly entered: number | "";
};

const orNothing = (amount: number) => (amount === 0 ? "" : money(amount));

/** A row as the page and the files show it. */
export function lineOf(row: SettledRow, { nights }: NightSettlement): SettledLine {
  const night = nights.find(({ id }) => id === row.eventId);
  const vat = vatOf(row, nights);
  return {
    ...{ night: night?.title ?? "", date: night ? formatLongDate(night.date) : "", type: row.typeName },
    phase: row.kind === "ticket" ? (row.phaseName ?? texts.onePrice) : texts.kinds[row.kind],
    price: row.price === null || row.price === 0 ? "" : money(row.price),
    ...{ tickets: row.tickets, expected: row.expected, entered: row.entered },
    ...{ gross: money(row.gross), discounts: orNothing(-row.discounts), returned: orNothing(-row.returned) },
    ...{ net: money(row.net), vat: vat === null ? "" : money(vat) },
  };
}

/** The sums below the rows, in the same words. */
export function totalOf(rows: readonly SettledRow[], settlement: NightSettlement): SettledLine {
  const { tickets, addOns, gross, discounts, returned, net, vat, expected, entered } = sumsOf(
    rows,
    settlement.nights,
  );
  return {
    ...{ night: texts.total, date: "", type: "", phase: "", price: "" },
    ...{ tickets: tickets + addOns, expected, entered },
    ...{ gross: money(gross), discounts: orNothing(-discounts), returned: orNothing(-returned) },
    ...{ net: money(net), vat: vat === null ? "" : money(vat) },
  };
}

/** A sale at the door in the same columns, below the sums: its money is in no other book. */
export function doorLineOf(sale: SettledDoorSale, { nights }: NightSettlement): SettledLine {
  const night = nights.find(({ id }) => id === sale.eventId);
  const { vat } = doorSumOf([sale], null, nights);
  return {
    ...{ night: night?.title ?? "", date: night ? formatLongDate(night.date) : "", type: sale.typeName },
    ...{ phase: texts.atDoor(texts.means[sale.means]), price: "", discounts: "", returned: "" },
    ...{ tickets: sale.tickets, gross: money(sale.bani), net: money(sale.bani) },
    ...{ vat: vat === null ? "" : money(vat), expected: sale.people, entered: sale.people },
  };
}

/** What a payout is called, with the day and the whole sum of it. */
export const payoutInWords = (payout: { state: string; arrivesOn: string; amount: number }) =>
  (payout.state === "paid" ? texts.paidOut : texts.onItsWay)(payout.arrivesOn, payout.amount);

/** The provider's fees of each night and the payouts that its money went with, in the same columns. */
export function payoutLinesOf({ nights, payoutParts }: NightSettlement): SettledLine[] {
  return nights.flatMap((night) => {
    const parts = payoutParts.filter(({ eventId }) => eventId === night.id);
    if (parts.length === 0) return [];
    const { fees, payouts, notPaidOut } = payoutSumsOf(parts);
    const line = (type: string, amount: number): SettledLine => ({
      ...{ night: night.title, date: formatLongDate(night.date), type, phase: "", tickets: "", price: "" },
      ...{ gross: "", discounts: "", returned: "", net: money(amount), vat: "", expected: "", entered: "" },
    });
    return [
      line(texts.fees, fees),
      ...payouts.map((payout) => line(payoutInWords(payout), payout.part)),
      ...(notPaidOut === 0 ? [] : [line(texts.notPaidOut, notPaidOut)]),
    ];
  });
}

/** What the other books of the house say of this money, in sentences. */
export function booksInWords(settlement: NightSettlement): string[] {
  const { report, ledger, elsewhere, paidIn, paidBack, disputed, compared } = settlement.books;
  const { passes, unexplainedByReport, unexplainedByLedger } = comparisonOf(settlement);
  return [
    unexplainedByReport === 0 && passes === 0 ? texts.reportEqual : texts.reportApart(report, passes),
    texts.ledgerEqual(ledger, elsewhere),
    ...[unexplainedByReport, unexplainedByLedger].filter((n) => n !== 0).map(texts.unexplained),
    texts.provider(paidIn, paidBack, disputed),
    ...(settlement.doorSales.length === 0
      ? []
      : [texts.doorApart(doorSumOf(settlement.doorSales, null, settlement.nights).bani)]),
    compared ? texts.compared(settledMoment(compared.at), compared.differences) : texts.notCompared,
    ...balanceInWords(settlement),
  ];
}

function balanceInWords(settlement: NightSettlement): string[] {
  const { balance } = settlement.books;
  const difference = balanceDifferenceOf(settlement);
  if (!balance || difference === null) return [texts.balanceUnread];
  const at = settledMoment(balance.at);
  return [
    difference === 0
      ? texts.balanceEqual(at, balance.entries)
      : texts.balanceApart(at, balance.entries, difference),
    ...(balance.later === 0 ? [] : [texts.balanceLater(balance.later)]),
    ...(balance.isOfLastComparison ? [] : [texts.balanceOld]),
  ];
}
