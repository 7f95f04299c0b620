import { formatLeiExact } from "#kernel/money.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import type { RefundChoices } from "./refund-choices.ts";

/** The units of an order that can be refunded, each whole and with its price. */
export function SeatChoices({ units, chosen }: { units: RefundChoices["units"]; chosen: readonly string[] }) {
  return (
    <fieldset className="refund-seats">
      <legend className="visually-hidden">{texts.seats}</legend>
      {units.map(({ seats, number, title, names, price, used }) => (
        <label className="check-line" key={number}>
          <input
            type="checkbox"
            name="seats"
            value={seats.join(",")}
            defaultChecked={seats.every((id) => chosen.includes(id))}
          />
          <span>
            {texts.unit(number, title, names)}
            {used > 0 ? <small>{texts.usedEntries(used)}</small> : null}
          </span>
          <b className="figures">{formatLeiExact(price)}</b>
        </label>
      ))}
    </fieldset>
  );
}
