import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import type { PricedSum } from "#web/request/priced-sum.ts";
import { DateText } from "#web/ui/date-text.tsx";
import type { PictureView } from "#web/ui/picture.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { chosenTexts } from "./account-texts.ts";

/** Tickets of a night, or an offer, that a person chose before signing in. Amounts in bani. */
export type ChosenTicketsView = {
  title: string;
  /** The night's 'YYYY-MM-DD' and "22:00"; null for an offer. */
  when: { date: string; time: string | null } | null;
  /**
   * The picture of the night or the offer. Without one, or with one that contains letters, `seed` chooses a drawn
   * one.
   */
  art: { picture: PictureView | null; seed: string };
  /** The coming nights of an offer or of a ticket for several nights. */
  nights: NightLine[];
  /** Sentences about cancelled nights of a ticket for several nights. */
  cancelled: string[];
  /** Why an account is needed; null when guests may buy this. */
  forAccounts: "pass" | "offer" | "many" | null;
  /** The lines of the price, with the code's discount. */
  sum: PricedSum;
  total: number;
  /** The code that the payment will use; null without one that helps here. */
  code: string | null;
  /** The page of the choice, with the choice in its address. */
  returnTo: string;
};

/** The chosen tickets, with a link to change them. `note` says what happens to them. */
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
  /** The name of the night or of the pass. */
  title: string;
  /** 'YYYY-MM-DD'; for a pass the first night. */
  date: string;
  time: string | null;
};

/** The ticket that waits behind the login. It says that signing in does not accept it. */
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

/** 'YYYY-MM-DD' and "22:00". */
export type NightLine = { title: string; date: string; time: string | null };

/** The nights of a pass, or of a ticket for several nights. */
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
