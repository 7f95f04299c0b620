import { groupBy } from "#kernel/group-by.ts";
import { grouped } from "#kernel/romanian.ts";
import { formatLongDate } from "#kernel/time.ts";
import { saleMeans } from "#ticketing/events/door-sale.ts";
import {
  awaitedPeople,
  doorSumOf,
  type NightSettlement,
  owedOfNights,
  payoutSumsOf,
  type SettledNight,
  sumsOf,
} from "#ticketing/reports/night-settlement.ts";
import { booksInWords, ratesInWords } from "#ticketing/reports/settlement-sentences.ts";
import {
  byCardOf,
  cardReadAt,
  lineOf,
  payoutInWords,
  totalOf,
  vatInWords,
} from "#ticketing/reports/settlement-table.ts";
import {
  dayAndYear,
  settledMoney as money,
  settlementTexts as words,
} from "#ticketing/reports/settlement-texts.ts";
import { settlementScreenTexts as texts } from "./settlement-screen-texts.ts";

type Line = { label: string; value: string };
export type SettlementView = ReturnType<typeof viewOfNight> | ReturnType<typeof viewOfDays>;

/** Returns the settlement of one night for its page. */
export function viewOfNight(settlement: NightSettlement, night: SettledNight) {
  return {
    ...commonOf(settlement),
    title: texts.title(night.title),
    sub: formatLongDate(night.date),
    days: null,
    query: new URLSearchParams({ event: night.id }).toString(),
    night: { id: night.id, title: night.title },
    notice: night.cancelled ? texts.cancelled[night.cancelled] : night.isOver ? texts.over : texts.going,
  };
}

/** Returns the settlement of the nights of some days. */
export function viewOfDays(settlement: NightSettlement, days: { from: string; to: string }) {
  return {
    ...commonOf(settlement),
    title: texts.ofDays,
    sub: `${dayAndYear(days.from)} – ${dayAndYear(days.to)}, ${texts.nights(settlement.nights.length)}`,
    query: new URLSearchParams(days).toString(),
    days,
    night: null,
    notice: settlement.nights.every(({ isOver }) => isOver) ? null : texts.daysGoing,
  };
}

function commonOf(settlement: NightSettlement) {
  const { nights, rows } = settlement;
  return {
    figures: figuresOf(settlement),
    groups: nights.map((night) => {
      const rowsOfNight = rows.filter(({ eventId }) => eventId === night.id);
      return {
        id: night.id,
        title: `${night.title}, ${formatLongDate(night.date)}`,
        net: money(sumsOf(rowsOfNight, nights).net),
        lines: rowsOfNight.map((row) => lineOf(row, settlement)),
      };
    }),
    total: totalOf(rows, settlement),
    doorSales: doorSalesOf(settlement),
    byCard: byCardOf(settlement),
    byCardTitle: words.byCard(cardReadAt(settlement)),
    payouts: [...payoutSumsOf(settlement.payoutParts).payouts]
      .reverse()
      .map((payout) => ({ label: payoutInWords(payout), value: money(payout.part) })),
    noShows: noShowsOf(settlement),
    books: booksInWords(settlement),
    rates: ratesInWords(settlement),
    tax: vatInWords(settlement),
  };
}

function doorSalesOf({ doorSales }: NightSettlement): Line[] {
  if (doorSales.length === 0) return [];
  return [
    ...saleMeans.flatMap((means) => {
      const { tickets, bani } = doorSumOf(doorSales, means);
      return tickets === 0
        ? []
        : [{ label: words.doorTickets(words.means[means], tickets), value: money(bani) }];
    }),
    { label: words.total, value: money(doorSumOf(doorSales, null).bani) },
  ];
}

function figuresOf(settlement: NightSettlement): (Line & { note: string })[] {
  const { nights, rows, payoutParts, books } = settlement;
  const sums = sumsOf(rows, nights);
  const people = awaitedPeople(settlement);
  const { withTicket, listed, missing, atDoor, beyond } = people;
  const isOver = nights.every((night) => night.isOver);
  const { fees, feesOfReturns } = payoutSumsOf(payoutParts);
  const owed = owedOfNights(books.owedHere);
  const expected = withTicket + listed;
  const share = expected === 0 ? 0 : Math.round((missing / expected) * 100);
  return [
    {
      label: texts.figures.net,
      value: money(sums.net),
      note: [
        texts.gross(money(sums.gross)),
        ...(books.atBankHere === 0 ? [] : [words.atBank(books.atBankHere)]),
        ...(owed === 0 ? [] : [words.owed(owed)]),
      ].join(", "),
    },
    {
      label: texts.figures.tickets,
      value: grouped(sums.tickets - sums.addOns),
      note: texts.kept(sums.tickets - sums.addOns - sums.free, sums.free, sums.addOns),
    },
    {
      label: texts.figures.entered,
      value: grouped(people.entered),
      note: [
        ...(withTicket === 0 ? [] : [texts.cameWithTicket(people.cameWithTicket, withTicket)]),
        ...(listed === 0 ? [] : [texts.cameOnLists(people.listedEntered, listed)]),
        ...(atDoor === 0 ? [] : [texts.boughtAtDoor(atDoor)]),
        ...(beyond === 0 ? [] : [texts.beyond(beyond)]),
        ...(isOver && expected > 0 ? [texts.noShow(missing, share)] : []),
      ].join(", "),
    },
    ...(payoutParts.length === 0
      ? []
      : [
          {
            label: texts.figures.fees,
            value: money(fees),
            note: texts.feesOf(feesOfReturns === 0 ? null : money(feesOfReturns), cardReadAt(settlement)),
          },
        ]),
    ...(sums.vat === null
      ? []
      : [{ label: texts.figures.vat, value: money(sums.vat), note: texts.vatIn(money(sums.net)) }]),
  ];
}

function noShowsOf({ nights, rows }: NightSettlement): Line[] {
  const pastNightIds = new Set(nights.filter(({ isOver }) => isOver).map(({ id }) => id));
  const byType = groupBy(
    rows.filter(({ eventId, expected }) => pastNightIds.has(eventId) && expected > 0),
    ({ kind, typeName }) => (kind === "invitation" ? `${typeName} (${words.kinds.invitation})` : typeName),
  );
  const lists = nights.filter(({ isOver, listed }) => isOver && listed > 0);
  const sum = <Thing>(things: readonly Thing[], countOf: (thing: Thing) => number) =>
    things.reduce((n, thing) => n + countOf(thing), 0);
  const line = (label: string, expected: number, entered: number) => ({
    label,
    value: texts.came(expected - entered, expected),
  });
  return [
    ...[...byType].map(([label, some]) =>
      line(
        label,
        sum(some, ({ expected }) => expected),
        sum(some, ({ entered }) => entered),
      ),
    ),
    ...(lists.length === 0
      ? []
      : [
          line(
            texts.lists,
            sum(lists, ({ listed }) => listed),
            sum(lists, ({ listedEntered }) => listedEntered),
          ),
        ]),
  ];
}
