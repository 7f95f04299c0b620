import { type ReactNode, useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { formatLei, formatLeiExact } from "#kernel/money.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { CarouselArrows, CarouselDots, CarouselTrack, useCarousel } from "#web/ui/carousel.tsx";
import { DateText, InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { PictureView } from "#web/ui/picture.tsx";
import { CodeStub, StubFacts, TearCard } from "#web/ui/tear-card.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

export type BoughtTicketView = {
  event: {
    id: string;
    title: string;
    date: string;
    time: string | null;
    location: string;
    picture: PictureView | null;
  };
  type: string;
  holder: string;
  /** Whole bani. */
  price: number;
  entries: number;
  /** Null until the payment is confirmed. */
  issued: { code: string; group: string | null; qrUrl: string; entriesLeft: number } | null;
};

export type ReceiptView = {
  orderId: string;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  /** "paid", or the provider's own word. */
  status: string;
  /** An instant, ISO. */
  date: string;
};

export type SuccessPageView =
  | { kind: "paid" | "pending"; email: string; tickets: BoughtTicketView[]; receipt: ReceiptView }
  | { kind: "generic" };

const pollSeconds = 3;

/** After the card page. When it is paid, the confirmation is the ticket. */
export function SuccessPage({ view }: { view: SuccessPageView }) {
  if (view.kind === "generic") return <Generic />;
  const pending = view.kind === "pending";
  return (
    <div className="success">
      {pending ? <AskAgain /> : null}
      <div className="wrap">
        <div className="success__head">
          <h1 className="display">{checkoutTexts.successTitle}</h1>
          <p className="lead-text" role="status">
            {pending ? checkoutTexts.pendingText : paidText(view.email, view.tickets.length)}
          </p>
        </div>
        <div className={pending ? "success__stage success__stage--waiting" : "success__stage"}>
          <Tickets tickets={view.tickets} />
        </div>
        {pending ? <PendingFoot email={view.email} /> : <PaidFoot />}
        <Receipt receipt={view.receipt} />
      </div>
    </div>
  );
}

function paidText(email: string, tickets: number): string {
  return tickets > 1 ? checkoutTexts.manyTickets(email) : checkoutTexts.oneTicket(email);
}

/** The notice of the provider is usually seconds behind the customer. */
function AskAgain() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), pollSeconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content="5" />
    </noscript>
  );
}

function Tickets({ tickets }: { tickets: BoughtTicketView[] }) {
  const carousel = useCarousel(tickets.length);
  const [only, second] = tickets;
  if (only && !second) return <BoughtTicket ticket={only} />;
  return (
    <section className="success__deck" aria-label={checkoutTexts.ticketsCarousel}>
      <CarouselTrack
        carousel={carousel}
        label={checkoutTexts.ticketsCarousel}
        slideRole={checkoutTexts.slide}
        slides={tickets.map((ticket, i) => ({
          key: ticket.issued?.code ?? `${ticket.event.id} ${ticket.type}`,
          name: checkoutTexts.ticketPosition(i + 1, tickets.length),
          body: <BoughtTicket ticket={ticket} />,
        }))}
      />
      <div className="success__deck-controls">
        <CarouselDots
          carousel={carousel}
          legend={checkoutTexts.chooseTicket}
          dot={checkoutTexts.ticketNumber}
        />
        <CarouselArrows
          carousel={carousel}
          texts={{ previous: checkoutTexts.previousTicket, next: checkoutTexts.nextTicket }}
        />
      </div>
    </section>
  );
}

function BoughtTicket({ ticket }: { ticket: BoughtTicketView }) {
  const { event, issued } = ticket;
  return (
    <TearCard
      label={issued ? checkoutTexts.ticketLabel(issued.code) : checkoutTexts.pendingLabel}
      picture={event.picture}
      seed={event.id}
      title={event.title}
      above={
        <>
          <DateText day={event.date} form="long" />
          {event.time ? (
            <>
              <br />
              {checkoutTexts.atTime} {event.time}
            </>
          ) : null}
        </>
      }
      below={event.location}
      state={issued ? "valid" : "waiting"}
      stub={
        <>
          <CodeStub
            image={issued ? { url: issued.qrUrl, alt: checkoutTexts.qrAlt(issued.code) } : null}
            placeholder={checkoutTexts.pendingCode}
            code={issued?.code ?? null}
            group={issued?.group ?? null}
          />
          <StubFacts facts={factsOf(ticket)} />
        </>
      }
    />
  );
}

function factsOf(ticket: BoughtTicketView): { name: string; value: ReactNode }[] {
  const entries = ticket.issued
    ? {
        name: checkoutTexts.entriesLeft,
        value: checkoutTexts.entriesOf(ticket.issued.entriesLeft, ticket.entries),
      }
    : { name: checkoutTexts.entries, value: String(ticket.entries) };
  return [
    { name: checkoutTexts.type, value: ticket.type },
    entries,
    { name: checkoutTexts.holder, value: ticket.holder },
    { name: checkoutTexts.ticketPrice, value: checkoutTexts.price(formatLei(ticket.price)) },
  ];
}

function PaidFoot() {
  return (
    <>
      <p className="tear-card__hint">
        <Icon name="sun" /> {checkoutTexts.gateHint}
      </p>
      <div className="tear-card__actions">
        <Link className={buttonClass({ look: "sun" })} to="/profile">
          {checkoutTexts.myTickets}
        </Link>
        <Link className={buttonClass({ look: "line" })} to="/events">
          {checkoutTexts.exploreEvents}
        </Link>
      </div>
    </>
  );
}

function PendingFoot({ email }: { email: string }) {
  return (
    <>
      <p className="tear-card__hint">
        <Icon name="mail" /> {checkoutTexts.pendingHint(email)}
      </p>
      <div className="tear-card__actions">
        <ButtonLink look="line" href="">
          <Icon name="refresh" /> {checkoutTexts.checkAgain}
        </ButtonLink>
        <Link className={buttonClass({ look: "quiet" })} to="/profile">
          {checkoutTexts.myTickets}
        </Link>
        <Link className={buttonClass({ look: "quiet" })} to="/events">
          {checkoutTexts.exploreEvents}
        </Link>
      </div>
    </>
  );
}

function Receipt({ receipt }: { receipt: ReceiptView }) {
  const paid = receipt.status === "paid";
  return (
    <section className="receipt" aria-label={checkoutTexts.receipt}>
      <dl>
        <div>
          <dt>{checkoutTexts.order}</dt>
          <dd>{receipt.orderId}</dd>
        </div>
        <div>
          <dt>{checkoutTexts.amount}</dt>
          <dd>
            {formatLeiExact(receipt.amount)} {receipt.currency.toUpperCase()}
          </dd>
        </div>
        <div>
          <dt>{checkoutTexts.status}</dt>
          <dd className={paid ? "phosphor" : "scarce"}>{paid ? checkoutTexts.paid : receipt.status}</dd>
        </div>
        <div>
          <dt>{checkoutTexts.orderDate}</dt>
          <dd>
            <InstantText at={receipt.date} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Generic() {
  return (
    <EmptyState
      title={checkoutTexts.successTitle}
      text={checkoutTexts.genericText}
      picture={dawnWide}
      size="page"
    >
      <Link className={buttonClass({ look: "sun" })} to="/profile">
        {checkoutTexts.myTickets}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/tickets">
        {checkoutTexts.ticketOptions}
      </Link>
    </EmptyState>
  );
}
