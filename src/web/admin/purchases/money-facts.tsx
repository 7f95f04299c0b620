import { formatLeiExact } from "#kernel/money.ts";
import { keptOf } from "#ticketing/orders/order-sums.ts";
import type { OfficeMoney } from "#ticketing/reports/sales-sums.ts";
import { Fact } from "../ui/fact.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";

/**
 * What came in for an order or from a customer, what of it is gone, what remains, how much of that a bank holds until
 * it decides (as in the settlement, that is taken only when a dispute is lost), and how much is owed.
 */
export function MoneyFacts({ money }: { money: OfficeMoney }) {
  const { paid, returned, taken, atBank, owed } = money;
  return (
    <>
      <Sum label={texts.totalPaid} amount={paid} />
      <Sum label={texts.back} amount={returned} />
      {taken > 0 ? <Sum label={texts.taken} amount={taken} /> : null}
      <Sum label={texts.kept} amount={keptOf(money)} unit="LEI" />
      {atBank > 0 ? <Sum label={texts.atBank} amount={atBank} unit="LEI" /> : null}
      {owed > 0 ? <Sum label={texts.owedSum} amount={owed} unit="LEI" /> : null}
    </>
  );
}

function Sum({ label, amount, unit }: { label: string; amount: number; unit?: string }) {
  return (
    <Fact name={label}>
      <b className="figures">{formatLeiExact(amount)}</b> {unit}
    </Fact>
  );
}
