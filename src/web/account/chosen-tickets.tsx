import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { chosenTexts } from "./account-texts.ts";
import type { ChosenTicketsView, TicketToAcceptView } from "./chosen-tickets.server.ts";

/** The chosen tickets, with a link to change them. `note` says what happens to them. */
export function ChosenTickets({ chosen, note }: { chosen: ChosenTicketsView; note: string | null }) {
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
      {note ? <p className="fine-print">{note}</p> : null}
    </section>
  );
}

/** The ticket that waits behind the login. It says that signing in does not accept it. */
export function TicketToAccept({ ticket }: { ticket: TicketToAcceptView }) {
  return (
    <section className="chosen-tickets" aria-labelledby="waiting-ticket">
      <h2 id="waiting-ticket">{chosenTexts.offered(ticket.from, ticket.whole, ticket.title)}</h2>
      <p>
        {ticket.whole ? `${whatIsSent.firstNight(ticket.nights)} ` : null}
        <DateText day={ticket.date} form="long" />
        {ticket.time ? `, ${chosenTexts.atTime} ${ticket.time}` : null}
      </p>
      <p className="fine-print">{chosenTexts.offeredNote}</p>
    </section>
  );
}

/** 'YYYY-MM-DD' and "22:00". */
type NightLine = { title: string; date: string; time: string | null };

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
