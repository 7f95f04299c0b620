import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { lengths } from "#ticketing/limits.ts";
import { countedTickets, countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { movedNightTexts } from "#web/request/sale-texts.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { NameTicket } from "#web/ui/name-ticket.tsx";
import { SplitCode } from "#web/ui/split-code.tsx";
import { CodeStub, StubFacts, TearCard, TicketOwner } from "#web/ui/tear-card.tsx";
import { TicketDeck } from "#web/ui/ticket-deck.tsx";
import type { BoughtTicketView } from "./bought-tickets.server.ts";
import { checkoutTexts } from "./checkout-texts.ts";

/** The bought tickets: one, or several side by side. Of several nights, the coming ones; all when all are over. */
export function BoughtTickets({ tickets: all }: { tickets: BoughtTicketView[] }) {
  const isOfSeveralNights = isForSeveralNights(all);
  const comingTickets = isOfSeveralNights ? all.filter(({ isNightToCome }) => isNightToCome) : [];
  const tickets = comingTickets.length > 0 ? comingTickets : all;
  const [only, second] = tickets;
  if (only && !second) return <BoughtTicket ticket={only} isOfSeveralNights={isOfSeveralNights} />;
  const positionText = tickets.some(({ isAddOn }) => isAddOn)
    ? checkoutTexts.positionWithAddOns
    : checkoutTexts.ticketPosition;
  return (
    <TicketDeck
      label={checkoutTexts.ticketsCarousel}
      title={deckTitle(tickets)}
      slides={tickets.map((ticket, i) => ({
        key: ticket.issued?.code ?? `${ticket.event.id} ${ticket.type}`,
        name: ticket.position || positionText(i + 1, tickets.length),
        body: <BoughtTicket ticket={ticket} isOfSeveralNights={isOfSeveralNights} />,
      }))}
      texts={checkoutTexts}
    />
  );
}

/** Whether these are passes or early birds for several nights. The page counts them by seats, not by codes. */
export function isForSeveralNights(codes: readonly BoughtTicketView[]): boolean {
  const nights = new Set(codes.map(({ event }) => event.id)).size;
  return nights > 1 && codes.every(({ family }) => family !== "ordinary");
}

function deckTitle(codes: readonly BoughtTicketView[]): string {
  if (isForSeveralNights(codes)) {
    const isPass = codes.every(({ family }) => family === "season_pass");
    const seats = new Set(codes.map(({ seat }) => seat)).size;
    const nightsOfEach = counted(new Set(codes.map(({ event }) => event.id)).size, "night");
    return seats === 1
      ? checkoutTexts.codePerNight(nightsOfEach)
      : checkoutTexts.severalSeats(counted(seats, isPass ? "pass" : "ticket"), nightsOfEach);
  }
  const isAddOn = (code: BoughtTicketView) => code.isAddOn;
  const nights = new Set(codes.map(({ event }) => event.id)).size;
  const inAll = nights === 1 ? Math.max(...codes.map(({ of }) => of)) : 0;
  const count = countedTickets(
    countTickets(codes, isAddOn, ({ tickets }) => tickets),
    inAll,
  );
  return nights === 1 && !codes.some(isAddOn) && codes.every(({ entries }) => entries === 1)
    ? checkoutTexts.onePerPerson(count)
    : count;
}

type BoughtTicketProps = { ticket: BoughtTicketView; isOfSeveralNights: boolean };

function BoughtTicket({ ticket, isOfSeveralNights }: BoughtTicketProps) {
  const { event, issued } = ticket;
  const suspended = issued?.suspended;
  const isUsed = issued?.entriesLeft === 0 && !suspended;
  return (
    <TearCard
      label={issued ? checkoutTexts.ticketLabel(issued.code) : checkoutTexts.pendingLabel}
      picture={event.picture}
      seed={event.id}
      title={event.title}
      above={
        <>
          <DateText day={event.date} form="long" />
          {event.isMoved ? `, ${movedNightTexts.moved}` : null}
          {event.time ? (
            <>
              <br />
              {checkoutTexts.atTime} {event.time}
            </>
          ) : null}
        </>
      }
      below={checkoutTexts.placeAndDoors(event.location, event.doors)}
      state={suspended ? "suspended" : isUsed ? "used" : issued ? "valid" : "waiting"}
      stub={
        <>
          {ticket.waiting ? (
            <p className="success__waiting" role="status">
              <b>{checkoutTexts.waitingTitle}</b> {checkoutTexts.waiting(ticket.waiting.to)}
            </p>
          ) : null}
          {ticket.position ? <TicketOwner position={ticket.position} holder={ticket.holder} /> : null}
          <CodeStub
            image={
              issued && !suspended
                ? {
                    url: issued.qrUrl,
                    alt: isUsed ? checkoutTexts.qrUsedAlt : checkoutTexts.qrAlt(issued.code),
                  }
                : null
            }
            placeholder={
              suspended ? checkoutTexts.noEntry(suspended, ticket.price) : checkoutTexts.pendingCode
            }
            stamp={isUsed ? checkoutTexts.used : undefined}
            code={issued?.code ?? null}
            group={issued?.group ?? null}
            note={issued?.codeNote ?? ""}
          />
          {ticket.entries > 1 && !ticket.isAddOn && !suspended ? (
            <p className="tear-card__several">
              {checkoutTexts.forSeveral(ticket.entries, ticket.holder, Boolean(issued?.isSentOnceSplit))}
            </p>
          ) : null}
          <StubFacts facts={factsOf(ticket, isOfSeveralNights)} />
          {issued && !suspended ? (
            <div className="success__files">
              {issued.calendarUrl ? (
                <ButtonLink look="ink" size="small" href={issued.calendarUrl} download>
                  <Icon name="calendar" /> {checkoutTexts.calendar}
                </ButtonLink>
              ) : null}
              <ButtonLink look="ink-full" size="small" href={issued.pdfUrl} download>
                <Icon name="download" /> {checkoutTexts.pdf}
              </ButtonLink>
              {issued.sendUrl ? (
                <Link
                  className={buttonClass({ look: "ink", size: "small", width: "full" })}
                  to={issued.sendUrl}
                >
                  <Icon name="share" />{" "}
                  {!isOfSeveralNights
                    ? checkoutTexts.send
                    : ticket.family === "season_pass"
                      ? checkoutTexts.sendPass
                      : checkoutTexts.sendNights}
                </Link>
              ) : null}
            </div>
          ) : null}
          {issued?.canName && !suspended && !ticket.waiting ? (
            <NameTicket
              purchaseId={issued.purchaseId}
              longest={lengths.personName}
              isOpen
              texts={checkoutTexts.naming}
            />
          ) : null}
          {issued?.splitUrl && !suspended ? (
            <SplitCode
              action={issued.splitUrl}
              purchaseId={issued.purchaseId}
              texts={checkoutTexts.split(ticket.entries, issued.isSentOnceSplit)}
            />
          ) : null}
        </>
      }
    />
  );
}

function factsOf(ticket: BoughtTicketView, isOfSeveralNights: boolean): { name: string; value: ReactNode }[] {
  const entries = ticket.issued
    ? {
        name: ticket.isAddOn ? checkoutTexts.piecesLeft : checkoutTexts.entriesLeft,
        value: checkoutTexts.entriesOf(ticket.issued.entriesLeft, ticket.entries),
      }
    : { name: ticket.isAddOn ? checkoutTexts.pieces : checkoutTexts.entries, value: String(ticket.entries) };
  return [
    { name: checkoutTexts.type, value: ticket.type },
    ...(ticket.enterUntil
      ? [{ name: checkoutTexts.atGate, value: checkoutTexts.untilHour(ticket.enterUntil) }]
      : []),
    ...(ticket.position && ticket.entries === 1 && ticket.issued?.entriesLeft !== 0 ? [] : [entries]),
    ...(ticket.position ? [] : [{ name: checkoutTexts.holder, value: ticket.holder }]),
    ...(ticket.price === null
      ? []
      : [
          {
            name: isOfSeveralNights ? checkoutTexts.priceOfNights : checkoutTexts.ticketPrice,
            value: checkoutTexts.price(formatLei(ticket.price)),
          },
        ]),
  ];
}
