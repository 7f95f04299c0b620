import { DateText } from "#web/ui/date-text.tsx";
import { chosenTexts } from "./chosen-texts.ts";

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
