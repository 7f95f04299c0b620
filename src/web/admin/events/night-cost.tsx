import { formatLeiExact as money } from "#kernel/money.ts";
import { wallTimeOf } from "#kernel/time.ts";
import type { NightTickets, TypeCost } from "#ticketing/orders/night-tickets-queries.server.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { nightCostTexts as texts } from "./night-changes-texts.ts";

export type CostRow = { type: string; tickets: number; amount: number; how: string };

/** A night's tickets, people and bani before it is cancelled or moved. */
export type NightCostView = {
  countedAt: string;
  tickets: number;
  orders: number;
  people: number;
  letters: number;
  receivers: number;
  entered: number;
  held: number;
  /** Bani. */
  amount: number;
  types: CostRow[];
};

/** What of each type would go back is for the caller to say. */
export function nightCostOf(
  night: NightTickets,
  now: Date,
  backOf: (type: TypeCost) => number,
): NightCostView {
  const { orders, people, letters, receivers, entered, held, types } = night;
  const rows = types.map((type) => ({ ...type, amount: backOf(type) }));
  const how = ({ amount, isShare }: TypeCost) =>
    amount === 0 ? texts.free : isShare ? texts.share : texts.whole;
  return {
    ...{ orders, people, letters, receivers, entered, held, countedAt: wallTimeOf(now) },
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
    tickets: rows.reduce((n, { tickets }) => n + tickets, 0),
    types: rows.map((row) => ({
      type: row.typeName,
      tickets: row.tickets,
      amount: row.amount,
      how: how(row),
    })),
  };
}

const columns: Column<CostRow>[] = columnsOf(texts.columns, {
  type: { card: "title" },
  tickets: { align: "right", card: "labelled" },
  amount: { align: "right", card: "labelled-end", cell: ({ amount }) => money(amount) },
  how: { card: "line" },
});

type NightCostProps = {
  view: NightCostView;
  label: string;
  amount: { readonly title: string; readonly note: string };
  facts: readonly string[];
};

export function NightCost({ view, label, amount, facts }: NightCostProps) {
  return (
    <>
      <dl className="figures-row figures">
        <div>
          <dt>{texts.tiles.tickets}</dt>
          <dd>{view.tickets}</dd>
          <dd>{texts.ordersNote(view.orders)}</dd>
        </div>
        <div>
          <dt>{texts.tiles.people}</dt>
          <dd>{view.people}</dd>
          <dd>{texts.lettersNote(view.letters, view.receivers)}</dd>
        </div>
        <div>
          <dt>{amount.title}</dt>
          <dd>{money(view.amount)} RON</dd>
          <dd>{amount.note}</dd>
        </div>
      </dl>
      {view.types.length === 0 ? (
        <p>{texts.noTickets}</p>
      ) : (
        <OfficeTable
          label={label}
          columns={columns}
          groups={[{ rows: view.types }]}
          rowKey={({ type, how }) => `${type} ${how}`}
        />
      )}
      <ul className="night-cost__facts">
        {facts.map((fact) => (
          <li key={fact}>
            <OfficeIcon name="check" /> {fact}
          </li>
        ))}
      </ul>
    </>
  );
}
