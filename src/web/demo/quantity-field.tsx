import { publicTexts } from "#web/public/public-texts.ts";

type QuantityFieldProps = {
  /** The largest quantity that may be chosen; the server checks it again. */
  most: number;
  value: number;
  onChoose: (quantity: number) => void;
};

/** How many tickets: a native select, from 1 on. */
export function QuantityField({ most, value, onChoose }: QuantityFieldProps) {
  return (
    <div className="quantity">
      <label className="field-label" htmlFor="quantity">
        {publicTexts.quantity}
      </label>
      <select
        className="select figures"
        id="quantity"
        name="quantity"
        value={value}
        onChange={(change) => onChoose(Number(change.currentTarget.value))}
      >
        {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
          <option key={n}>{n}</option>
        ))}
      </select>
    </div>
  );
}
