import { formatInstant } from "#kernel/time.ts";
import { type DoorSaleSum, saleMeans } from "#ticketing/events/door-sale.ts";
import type { DoorTill } from "#ticketing/gate/door-till-queries.server.ts";
import { doorSaleTexts as texts } from "../chief-texts.ts";
import { leiInWords } from "../scanner/scanner-texts.ts";

export function tillLines(tills: readonly DoorTill[]) {
  return tills.map((till) => {
    const { phoneId, seq, opening, expected, counted, isByOffice, isLate } = till;
    return {
      id: `${phoneId} ${seq ?? (isByOffice ? "office" : "open")}`,
      name: nameOf(till),
      expected: leiInWords(expected),
      counted: counted === null ? "" : leiInWords(counted),
      /** The cash at the start, in words; empty when there was none. */
      opening: opening > 0 ? texts.opening(leiInWords(opening)) : "",
      difference: counted === null ? "" : texts.difference(till, leiInWords),
      isOff: till.short > 0 || till.over > 0,
      advice: isLate && counted === null ? texts.lateAdvice : "",
    };
  });
}

function nameOf(till: DoorTill): string {
  const { tills, at, isByOffice, isLate } = till;
  const phone = texts.phone(till.gateName, till.phoneName);
  if (at === null) return texts.tillOpen(phone, till);
  if (isByOffice) return texts.tillByOffice(phone, formatInstant(at));
  const name =
    tills > 1 ? texts.tillsUntil(phone, tills, formatInstant(at)) : texts.tillAt(phone, formatInstant(at));
  return isLate ? `${name}, ${texts.late(tills)}` : name;
}

/** Returns the sales by means of payment, without means that were not used. */
export function saleLines(sums: readonly DoorSaleSum[]) {
  return saleMeans.flatMap((means) => {
    const sumsOfMeans = sums.filter((one) => one.means === means);
    if (sumsOfMeans.length === 0) return [];
    const sum = (of: (one: DoorSaleSum) => number) => sumsOfMeans.reduce((n, one) => n + of(one), 0);
    return {
      id: means,
      label: texts.means[means],
      sum: leiInWords(sum(({ bani }) => bani)),
      note: texts.sum(
        sum(({ tickets }) => tickets),
        sum(({ people }) => people),
      ),
    };
  });
}

/** The tills of phones: what they must have, what was counted, and the difference. */
export function TillList({ tills }: { tills: ReturnType<typeof tillLines> }) {
  return (
    <section className="gates__card">
      <h2>{texts.tills}</h2>
      {tills.length === 0 ? <p>{texts.noTills}</p> : null}
      <ul className="board__doubles">
        {tills.map((till) => (
          <li key={till.id}>
            <p>
              <b>{till.name}</b>
            </p>
            <p>
              {texts.expected} <b>{till.expected}</b>
              {till.opening}
              {till.counted ? (
                <>
                  {" · "}
                  {texts.counted} <b>{till.counted}</b>{" "}
                  {till.isOff ? <em>{till.difference}</em> : till.difference}
                </>
              ) : null}
            </p>
            {till.advice ? <p>{till.advice}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sales at the door, by means of payment. */
export function SaleList({ sales }: { sales: ReturnType<typeof saleLines> }) {
  return (
    <section className="gates__card">
      <h2>{texts.sums}</h2>
      {sales.length === 0 ? <p>{texts.nothingSold}</p> : null}
      <ul className="board__doubles">
        {sales.map(({ id, label, note, sum }) => (
          <li key={id}>
            <p>
              <b>{label}</b> {note} · <b>{sum}</b>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
