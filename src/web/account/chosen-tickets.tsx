import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { Summary } from "#web/ui/summary.tsx";
import { chosenTexts } from "./chosen-texts.ts";

/** Tickets of a night that a person chose before signing in. Prices in bani. */
export type ChosenTicketsView = {
  title: string;
  /** 'YYYY-MM-DD' */
  date: string;
  /** "22:00" */
  time: string | null;
  parts: { name: string; phase: string | null; quantity: number; price: number }[];
  /** Without what the code takes off. */
  total: number;
  /** The code that this browser carries; it is applied at the payment. */
  code: string | null;
  /** The night's page, with this choice. */
  returnTo: string;
};

/** What was chosen, with the way back to change it; `note` says what happens to it. */
export function ChosenTickets({ chosen, note }: { chosen: ChosenTicketsView; note: string }) {
  return (
    <section className="chosen-tickets" aria-labelledby="chosen-tickets">
      <div className="chosen-tickets__head">
        <h2 id="chosen-tickets">{chosenTexts.title}</h2>
        <Link className="text-link" to={chosen.returnTo}>
          {chosenTexts.change}
        </Link>
      </div>
      <Summary
        lines={chosen.parts.map(({ name, phase, quantity, price }) => ({
          label: `${quantity} × ${name}`,
          note: phase ?? undefined,
          value: chosenTexts.price(formatLei(quantity * price)),
        }))}
        total={{ label: chosenTexts.total, value: chosenTexts.price(formatLei(chosen.total)) }}
      />
      <p className="fine-print">
        {chosen.code ? `${chosenTexts.codeLater(chosen.code)} ` : null}
        {note}
      </p>
    </section>
  );
}
