import { grouped } from "#kernel/romanian.ts";
import type { Cell, CellKind } from "#kernel/table-cell.ts";
import { formatLongDate } from "#kernel/time.ts";
import type { DoorSaleSum } from "#ticketing/events/door-sale.ts";
import type { DataTable } from "./file-table.ts";
import {
  awaitedPeople,
  byArrival,
  type NightSettlement,
  owedOfNights,
  payoutSumsOf,
  type SettledNight,
  type SettledRow,
  type SettledSums,
  sumsOf,
  vatLinesOf,
  vatOf,
} from "./night-settlement.ts";
import {
  dayAndYear,
  settledMoney as money,
  settledMoment,
  settlementTexts as texts,
} from "./settlement-texts.ts";

/** The columns of a settlement on its page, in its files and in its PDF, each with its kind of cell. */
export const settledColumns = {
  night: "text",
  date: "day",
  channel: "label",
  type: "text",
  phase: "text",
  price: "lei",
  sold: "number",
  gross: "lei",
  discounts: "lei",
  back: "number",
  returned: "lei",
  tickets: "number",
  net: "lei",
  base: "lei",
  vat: "lei",
  expected: "number",
  entered: "number",
} as const satisfies Record<keyof typeof texts.columns, CellKind>;

export type SettledColumn = keyof typeof settledColumns;
/** A row's cells. Deductions are negative: sold + back = tickets left, gross + discounts + returned = net. */
type SettledCells = Readonly<Record<SettledColumn, Cell>>;
/** The same as texts for people. An amount of zero that would be deducted is empty. */
export type SettledLine = Readonly<Record<SettledColumn, string>>;

const amountsOf = (row: Omit<SettledSums, "addOns" | "free" | "vat">, vat: number | null) => ({
  sold: row.sold,
  back: row.tickets - row.sold,
  tickets: row.tickets,
  gross: row.gross,
  discounts: 0 - row.discounts,
  returned: 0 - row.returned,
  net: row.net,
  base: vat === null ? null : row.net - vat,
  vat,
  expected: row.expected,
  entered: row.entered,
});

function nightOf(eventId: string, { nights }: NightSettlement) {
  const night = nights.find(({ id }) => id === eventId);
  return { night: night?.title ?? "", date: night?.date ?? null };
}

function cellsOf(row: SettledRow, settlement: NightSettlement): SettledCells {
  return {
    ...nightOf(row.eventId, settlement),
    channel: texts.online,
    type: row.typeName,
    price: row.price || null,
    phase: row.kind === "ticket" ? (row.phaseName ?? texts.onePrice) : texts.kinds[row.kind],
    ...amountsOf(row, vatOf(row, settlement.nights)),
  };
}

/** A door sale in the same columns. Its money is in no other book. */
function doorCellsOf(sale: DoorSaleSum, settlement: NightSettlement): SettledCells {
  const { eventId, typeName: type, means, tickets, people, bani } = sale;
  const saleSums = { sold: tickets, tickets, gross: bani, net: bani, expected: people, entered: people };
  return {
    ...nightOf(eventId, settlement),
    channel: texts.atDoor(texts.means[means]),
    type,
    phase: "",
    price: null,
    ...amountsOf(
      { ...saleSums, discounts: 0, returned: 0 },
      vatOf({ eventId, net: bani }, settlement.nights),
    ),
  };
}

/** The people of a night who came in without a ticket that was sold, in the same columns. They have no money. */
function unsoldCellsOf(night: SettledNight, { rows, doorSales }: NightSettlement): SettledCells[] {
  const ofNight = ({ eventId }: { readonly eventId: string }) => eventId === night.id;
  const people = awaitedPeople({
    nights: [night],
    rows: rows.filter(ofNight),
    doorSales: doorSales.filter(ofNight),
  });
  const none = Object.fromEntries(
    Object.keys(settledColumns).map((column) => [column, null]),
  ) as SettledCells;
  const about = { night: night.title, date: night.date, type: "", phase: "" };
  return [
    { channel: texts.lists, expected: people.listed, entered: people.listedEntered },
    { channel: texts.beyond, expected: 0, entered: people.beyond },
  ].flatMap((some) => (some.expected + some.entered === 0 ? [] : [{ ...none, ...about, ...some }]));
}

const deductedColumns: ReadonlySet<string> = new Set<SettledColumn>(["discounts", "back", "returned"]);

function lineInWords(cells: SettledCells): SettledLine {
  const words = Object.entries(settledColumns).map(([column, kind]) => {
    const cell = cells[column as SettledColumn];
    if (cell === null || (cell === 0 && deductedColumns.has(column))) return [column, ""];
    if (kind === "day") return [column, formatLongDate(String(cell))];
    if (kind === "number") return [column, grouped(Number(cell))];
    return [column, kind === "lei" ? money(Number(cell)) : String(cell)];
  });
  return Object.fromEntries(words);
}

/** A row as the page and the PDF show it. */
export const lineOf = (row: SettledRow, settlement: NightSettlement) => lineInWords(cellsOf(row, settlement));

export const doorLineOf = (sale: DoorSaleSum, settlement: NightSettlement) =>
  lineInWords(doorCellsOf(sale, settlement));

/** The sums below the rows, as texts for people. */
export function totalOf(rows: readonly SettledRow[], settlement: NightSettlement): SettledLine {
  const sums = sumsOf(rows, settlement.nights);
  const head = { night: texts.total, date: null, channel: "", type: texts.total, phase: "", price: null };
  return lineInWords({ ...head, ...amountsOf(sums, sums.vat) });
}

/** When the card provider's figures were read, in words; null until they were read as a whole. */
export const cardReadAt = ({ books: { balance } }: NightSettlement): string | null =>
  balance && settledMoment(balance.at);

type PayoutSum = ReturnType<typeof payoutSumsOf>["payouts"][number];

/** The words for a payout: its day, its whole amount, and why a part is more than the whole. */
export function payoutInWords(payout: PayoutSum) {
  const { state, arrivesOn, amount, part } = payout;
  const words = (state === "paid" ? texts.paidOut : texts.onItsWay)(arrivesOn, amount);
  return part > amount ? `${words} ${texts.otherParts(amount - part)}` : words;
}

/** A payout as a row of the PDF. */
export const payoutLineOf = ({ state, arrivesOn, amount, part }: PayoutSum) => ({
  label: texts.payouts[state === "paid" ? "paid" : "under_way"],
  arrives: dayAndYear(arrivesOn),
  whole: money(amount),
  value: money(part),
  rest: part > amount ? texts.otherParts(amount - part) : "",
});

/** The money that came by card, the provider's fees, and where the rest is; empty when the balance was not read. */
export function byCardOf({
  nights,
  payoutParts,
  books,
}: NightSettlement): { label: string; value: string }[] {
  if (payoutParts.length === 0) return [];
  const { gross, fees, feesOfReturns, left, payouts, notPaidOut } = payoutSumsOf(payoutParts);
  const owed = owedOfNights(books.owedReadHere);
  return [
    { label: texts.chargedByCard(nights.length), value: money(gross) },
    ...(owed === 0 ? [] : [{ label: texts.owedPart, value: money(owed) }]),
    { label: texts.fees, value: money(-fees) },
    ...(feesOfReturns === 0 ? [] : [{ label: texts.feesOfReturns, value: money(-feesOfReturns) }]),
    { label: texts.leftOfCard(nights.length), value: money(left) },
    ...(["paid", "under_way"] as const).flatMap((state) => {
      const payoutsInState = payouts.filter((payout) => payout.state === state);
      const part = payoutsInState.reduce((sum, payout) => sum + payout.part, 0);
      return payoutsInState.length === 0 ? [] : [{ label: texts.payouts[state], value: money(part) }];
    }),
    ...(notPaidOut === 0 ? [] : [{ label: texts.notPaidOut, value: money(notPaidOut) }]),
  ];
}

/** The base and the VAT of each rate, online and at the doors, each on a line of its own. */
export function vatInWords(settlement: NightSettlement): { label: string; value: string }[] {
  return vatLinesOf(settlement).flatMap(({ rate, isDoor, net, vat }) => {
    const where = isDoor ? texts.byDoor : texts.online;
    const base = { label: texts.vatBase(rate, where), value: money(net - vat) };
    return rate === null ? [base] : [base, { label: texts.vatSum(rate, where), value: money(vat) }];
  });
}

/** Tables of which no column sums two things. The door's has everybody who came in without a ticket sold online. */
export function settlementTables(
  settlement: NightSettlement,
): Record<"rows" | "door" | "vat" | "byCard" | "payouts", DataTable> {
  const headOf = (column: SettledColumn) => ({ head: texts.columns[column], kind: settledColumns[column] });
  const columns = (Object.keys(settledColumns) as SettledColumn[]).map(headOf);
  const inColumns = (cells: SettledCells) =>
    Object.keys(settledColumns).map((key) => cells[key as SettledColumn]);
  const byCard = settlement.nights.flatMap(({ id, title, date }) => {
    const parts = settlement.payoutParts.filter(({ eventId }) => eventId === id);
    return parts.length === 0
      ? []
      : [{ ...payoutSumsOf(parts), night: [title, date], owed: settlement.books.owedReadHere[id] ?? 0 }];
  });
  return {
    rows: {
      name: texts.open,
      columns,
      rows: settlement.rows.map((row) => inColumns(cellsOf(row, settlement))),
    },
    door: {
      name: texts.doorSheet,
      columns,
      rows: [
        ...settlement.doorSales.map((sale) => doorCellsOf(sale, settlement)),
        ...settlement.nights.flatMap((night) => unsoldCellsOf(night, settlement)),
      ].map(inColumns),
    },
    vat: {
      name: texts.vatSheet,
      columns: [
        { head: texts.rateColumn, kind: "text" },
        ...(["channel", "net", "base", "vat"] as const).map(headOf),
      ],
      rows: vatLinesOf(settlement).map(({ rate, isDoor, net, vat }) => [
        texts.vatRate(rate),
        isDoor ? texts.byDoor : texts.online,
        net,
        rate === null ? null : net - vat,
        rate === null ? null : vat,
      ]),
    },
    byCard: {
      name: texts.cardSheet,
      columns: texts.cardColumns,
      rows: byCard.map(({ night, gross, owed, fees, left, notPaidOut }) => [
        ...night,
        gross,
        owed,
        -fees,
        left,
        notPaidOut,
        cardReadAt(settlement),
      ]),
    },
    payouts: {
      name: texts.payoutSheet,
      columns: texts.payoutColumns,
      rows: byCard
        .flatMap(({ night, payouts }) => payouts.map((payout) => ({ ...payout, night })))
        .toSorted(byArrival)
        .map(({ night, state, arrivesOn, amount, part }) => [
          ...night,
          texts.payouts[state === "paid" ? "paid" : "under_way"],
          arrivesOn,
          amount,
          part,
        ]),
    },
  };
}
