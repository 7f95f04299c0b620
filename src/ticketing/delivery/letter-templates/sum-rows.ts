import { escapeHtml } from "#kernel/escape-html.ts";
import { formatLei } from "#kernel/money.ts";
import { formatInstant } from "#kernel/time.ts";
import { keptOf, type MoneyOfOrder, orderSums } from "#ticketing/orders/order-sums.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { sans, table } from "./letter-blocks.ts";

/** The facts about the order in an email with its tickets. Amounts in bani. */
export type BoughtOrder = MoneyOfOrder & {
  readonly number: number;
  readonly paidAt: Date | null;
  /** One entry for each type, add-ons last. */
  readonly types: readonly { readonly title: string; readonly quantity: number; readonly total: number }[];
  readonly total: number;
  /** Whether the team gave the tickets away. */
  readonly isInvitation: boolean;
};

/**
 * The rows of the sums replace this mark after all variables are filled in, so that nobody's text acts as a variable.
 */
export const sumsPlace = "<!-- sums -->";

type Row = readonly [what: string, amount: string];

/** Written in place of a price, because the team gave the tickets away. */
export const insteadOfPrice = "invitație";

const rowsOf = (order: BoughtOrder): Row[] => [
  ...order.types.map(
    (type): Row => [
      `${type.quantity} × ${type.title}`,
      order.isInvitation ? insteadOfPrice : `${formatLei(type.total)} LEI`,
    ],
  ),
  ...sumsOf(order),
];

const sumsOf = (order: BoughtOrder): Row[] =>
  order.isInvitation
    ? []
    : orderSums({ ...order, paid: order.paid || order.total }).map(({ what, amount }) => [
        what === "paid" ? totalName : returnTexts.sums[what],
        `${what === "returned" || what === "taken" ? "−" : ""}${formatLei(amount)} LEI`,
      ]);
const totalName = "Total plătit";

/** The HTML table of an order's sums: a row for each type, then the paid amount and what of it is gone. */
export function sumRows(order: BoughtOrder): string {
  const rows = rowsOf(order).map(([what, amount], at) => {
    const line = at === 0 ? "" : "border-top:1px solid #D6CBB4;";
    const type = `${line}${sans};font-size:16px;line-height:22px;color:#0B1020`;
    const weight = what === totalName ? ";font-weight:bold" : "";
    return (
      `<tr><td valign="top" style="padding:10px 12px 10px 0;${type}${weight}">${escapeHtml(what)}</td>` +
      `<td valign="top" align="right" style="padding:10px 0;white-space:nowrap;${type};font-weight:bold">${amount}</td></tr>`
    );
  });
  return `<${table} width="100%" style="width:100%">${rows.join("")}</table>`;
}

/**
 * The values of `order_sums` (the sums as lines of text) and `order_paid` (the order's number and payment). An email
 * with one code has no rows of sums, so there `order_paid` also says how much of it is gone.
 */
export function orderValues(order: BoughtOrder, codes: number) {
  const lines = (rows: readonly Row[]) => rows.map(([what, amount]) => `${what}: ${amount}`);
  const inWords = codes > 1 || keptOf(order) === order.paid ? [] : lines(sumsOf(order));
  return {
    order_sums: lines(rowsOf(order)).join("\n"),
    order_paid: [orderInWords(order), ...inWords].join("; "),
  };
}

/** The text after "Comanda": "10482, plătită pe 14.06.2027, 21:07". A free order is "received" instead of paid. */
function orderInWords({ number, paidAt, total }: BoughtOrder): string {
  if (!paidAt) return String(number);
  return `${number}, ${total > 0 ? "plătită" : "primită"} pe ${formatInstant(paidAt)}`;
}
