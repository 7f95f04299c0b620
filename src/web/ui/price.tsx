import { formatLei, formatLeiExact } from "#kernel/money.ts";

type PriceProps = {
  /** Whole bani. */
  amount: number;
  unit: string;
  /** `exact` always has two decimals. */
  decimals?: "asNeeded" | "exact";
};

/** Money on the screen: figures of one width, the unit never alone on the next line. */
export function Price({ amount, unit, decimals = "asNeeded" }: PriceProps) {
  const figures = decimals === "exact" ? formatLeiExact(amount) : formatLei(amount);
  return (
    <span className="price figures">
      {figures} {unit}
    </span>
  );
}
