import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import type { PricedSum } from "#web/request/priced-sum.ts";
import { DateText } from "#web/ui/date-text.tsx";
import type { PictureView } from "#web/ui/picture.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { chosenTexts } from "./account-texts.ts";

/** Tickets of a night, or an offer, that a person chose before signing in. Prices in bani. */
export type ChosenTicketsView = {
  title: string;
  /** 'YYYY-MM-DD' and "22:00" of the night; null of an offer. */
  when: { date: string; time: string | null } | null;
  /** As its own page shows it; `seed` paints one where it has no picture, or letters on it. */
  art: { picture: PictureView | null; seed: string };
  /** Of an offer, the nights to come. */
  nights: NightLine[];
  /** Of a ticket for several nights, which are cancelled. */
  cancelled: string[];
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
      {chosen.cancelled.map((words) => (
        <p className="scarce" key={words}>
          {words}
        </p>
      ))}
      <p className="fine-print">{note}</p>
    </section>
  );
}

/** A ticket that a friend sent to a person who signs in to accept it. */
export type WaitingTicketView = {
  /** The sender's first name. */
  from: string;
  /** Of the night, or of the pass. */
  title: string;
  /** 'YYYY-MM-DD'; of a pass, of its first night. */
  date: string;
  time: string | null;
};

/** What waits after the login, and that nothing is accepted on the way. */
export function WaitingTicket({ ticket }: { ticket: WaitingTicketView }) {
  return (
    <section className="chosen-tickets" aria-labelledby="waiting-ticket">
      <h2 id="waiting-ticket">{chosenTexts.offered(ticket.from, ticket.title)}</h2>
      <p>
        <DateText day={ticket.date} form="long" />
        {ticket.time ? `, ${chosenTexts.atTime} ${ticket.time}` : null}
      </p>
      <p className="fine-print">{chosenTexts.offeredNote}</p>
    </section>
  );
}

/** 'YYYY-MM-DD' and "22:00" */
export type NightLine = { title: string; date: string; time: string | null };

/** The nights that belong together: of a pass, or of a ticket for several. */
export function NightLines({ nights }: { nights: readonly NightLine[] }) {
  return (
    <ul className="night-lines">
      {nights.map(({ title, date, time }) => (
        <li key={`${date} ${time} ${title}`}>
          <span>{title}</span>{" "}
          <span className="figures">
            {formatShortDate(date)}
            {time ? `, ${time}` : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
