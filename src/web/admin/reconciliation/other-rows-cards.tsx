import { grouped } from "#kernel/romanian.ts";
import type { OtherRows } from "#ticketing/reports/reconciliation.ts";
import { reconciliationTexts as texts } from "./reconciliation-texts.ts";

/** What the account has beside our payments: rows that cannot be read, and the money of other products. */
export function OtherRowsCards({ others: { foreign, unreadable } }: { others: OtherRows }) {
  return (
    <>
      {unreadable.length > 0 ? (
        <section className="books-difference">
          <h2>{texts.unreadable.title}</h2>
          <p className="muted">{texts.unreadable.note}</p>
          <ul>
            {unreadable.map(({ kind, id }) => (
              <li key={`${kind} ${id}`}>
                {texts.kinds[kind]} <span className="mono">{id}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {foreign.length > 0 ? (
        <section className="books-others">
          <h2>{texts.foreign.title}</h2>
          <p className="muted">{texts.foreign.note}</p>
          <ul>
            {foreign.map(({ currency, count, amount, ids }) => (
              <li key={currency}>
                <b className="figures">{moneyIn(currency, amount)}</b>, {texts.foreign.count(count)}:{" "}
                <span className="mono">{ids.join(", ")}</span>{" "}
                {count > ids.length ? texts.foreign.more(count - ids.length) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** An amount in the smallest unit of a currency, as it is written there: 45,00 EUR, 450 JPY. */
function moneyIn(currency: string, amount: number): string {
  if (!/^[a-z]{3}$/.test(currency)) return `${grouped(amount)} ${currency}`;
  const format = new Intl.NumberFormat("ro-RO", {
    ...{ style: "currency", currency, currencyDisplay: "code", useGrouping: "always" },
  });
  return format
    .format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .replace("-", "−");
}
