import { grouped } from "#kernel/romanian.ts";
import type { OtherRows } from "#ticketing/reports/reconciliation.ts";
import { reconciliationTexts as texts } from "./reconciliation-texts.ts";

/** What the account has beside our payments: rows that cannot be read, and the money of other products. */
export function OtherRowsCards({ others: { foreign, unreadable } }: { others: OtherRows }) {
  const unread = unreadable.map(({ kind, id }) => ({ key: id, what: texts.kinds[kind], ids: id }));
  const money = foreign.map(({ currency, count, amount, ids }) => ({
    key: currency,
    what: `${moneyIn(currency, amount)}, ${texts.foreign.count(count)}:`,
    ids: count > ids.length ? `${ids.join(", ")} ${texts.foreign.more(count - ids.length)}` : ids.join(", "),
  }));
  return [
    { ...texts.unreadable, rows: unread },
    { ...texts.foreign, rows: money },
  ].map(({ title, note, rows }) =>
    rows.length === 0 ? null : (
      <section key={title} className="books-difference">
        <h2>{title}</h2>
        <p className="muted">{note}</p>
        <ul>
          {rows.map(({ key, what, ids }) => (
            <li key={key} className="figures">
              {what} <span className="mono">{ids}</span>
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}

/** An amount in the smallest unit of a currency, as it is written there: 45,00 EUR, 450 JPY. */
function moneyIn(currency: string, amount: number): string {
  if (!/^[a-z]{3}$/.test(currency)) return `${grouped(amount)} ${currency}`;
  const format = new Intl.NumberFormat("ro-RO", {
    ...{ style: "currency", currency, currencyDisplay: "code", useGrouping: "always" },
  });
  const parts = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** parts).replace("-", "−");
}
