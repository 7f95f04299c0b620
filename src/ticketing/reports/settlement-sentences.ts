import { balanceDifferenceOf, comparisonOf, doorSumOf, type NightSettlement } from "./night-settlement.ts";
import { settledMoment, settlementTexts as texts } from "./settlement-texts.ts";

/** The rates of VAT of the nights, each once, and for how many of them there is none. */
export function ratesInWords({ nights }: Pick<NightSettlement, "nights">): string[] {
  const rated = nights.flatMap(({ rate }) => rate ?? []);
  const without = nights.filter(({ rate }) => rate === null).map(({ date }) => date);
  const last = without.toSorted().at(-1);
  return [
    ...new Set(rated.map(({ rate, validFrom }) => texts.rate(rate, validFrom))),
    ...(last ? [texts.noRate(rated.length, without.length, last)] : []),
  ];
}

/** Sentences that compare this money with the club's other books. */
export function booksInWords(settlement: NightSettlement): string[] {
  const { report, ledger, elsewhere, paidIn, paidBack, disputed, atBank, owed, owedRead, compared } =
    settlement.books;
  const { passes, unexplainedByReport, unexplainedByLedger } = comparisonOf(settlement);
  const unexplained = [unexplainedByReport, unexplainedByLedger].filter((n) => n !== 0);
  return [
    unexplainedByReport === 0 && passes === 0 ? texts.reportEqual : texts.reportApart(report, passes),
    texts.ledgerEqual(ledger, elsewhere),
    ...(atBank === 0 ? [] : [texts.atBankWhy(atBank)]),
    ...(owed === 0 ? [] : [texts.owedWhy(owed, owedRead)]),
    ...unexplained.map(texts.unexplained),
    texts.provider(paidIn, paidBack, disputed),
    ...(settlement.doorSales.length === 0
      ? []
      : [texts.doorApart(doorSumOf(settlement.doorSales, null).bani)]),
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
