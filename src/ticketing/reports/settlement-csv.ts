import { csvField } from "./formula-guard.ts";
import type { NightSettlement } from "./night-settlement.ts";
import { doorLineOf, lineOf, payoutLinesOf, type SettledLine, totalOf } from "./settlement-table.ts";
import { settlementTexts as texts } from "./settlement-texts.ts";

const columns: readonly (keyof SettledLine)[] = [
  ...(["night", "date", "type", "phase", "tickets", "price", "gross", "discounts", "returned"] as const),
  ...(["net", "vat", "expected", "entered"] as const),
];

/** A settlement as CSV: a line for each type and price, the sums, what was sold at the door, and the provider's fees and payouts. An amount that goes off has no sign, as its column says. */
export function settlementCsv(settlement: NightSettlement): string {
  const lines = [
    ...settlement.rows.map((row) => lineOf(row, settlement)),
    totalOf(settlement.rows, settlement),
    ...settlement.doorSales.map((sale) => doorLineOf(sale, settlement)),
    ...payoutLinesOf(settlement),
  ];
  const cellOf = (line: SettledLine) => (column: keyof SettledLine) =>
    String(line[column]).replace(column === "discounts" || column === "returned" ? "−" : "", "");
  return [columns.map((column) => texts.columns[column]), ...lines.map((line) => columns.map(cellOf(line)))]
    .map((cells) => `${cells.map(csvField).join(",")}\n`)
    .join("");
}
