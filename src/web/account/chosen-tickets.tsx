import { Link } from "react-router";
import type { PricedSum } from "#web/request/priced-sum.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { chosenTexts } from "./chosen-texts.ts";
import { type NightLine, NightLines } from "./night-lines.tsx";

/** Tickets of a night, or an offer, that a person chose before signing in. Prices in bani. */
export type ChosenTicketsView = {
  title: string;
  /** 'YYYY-MM-DD' and "22:00" of the night; null of an offer. */
  when: { date: string; time: string | null } | null;
  /** As its own page shows it; `seed` paints one where it has no picture, or letters on it. */
  art: { picture: PictureView | null; seed: string };
  /** Of an offer, the nights to come. */
  nights: NightLine[];
  /** What only an account can hold, or buy; null where guests may. */
  forAccounts: "pass" | "offer" | "many" | null;
  /** As the night's page shows it, with what a code takes off. */
  sum: PricedSum;
  total: number;
  /** The code that the payment applies; null where this browser carries none that does something for the choice. */
  code: string | null;
  /** The page of the choice, with it. */
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
      <Summary {...chosen.sum} />
      {chosen.nights.length > 0 ? <NightLines nights={chosen.nights} /> : null}
      <p className="fine-print">{note}</p>
    </section>
  );
}
