import { toast } from "react-hot-toast/headless";
import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { lengths } from "#ticketing/limits.ts";
import { movedNightTexts } from "#web/request/sale-texts.ts";
import { Button, ButtonLink, type ButtonLook, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { NameTicket } from "#web/ui/name-ticket.tsx";
import { SplitCode } from "#web/ui/split-code.tsx";
import { CodeStub, EntryBars, StubFacts, TearCard, TicketOwner } from "#web/ui/tear-card.tsx";
import { accountTexts } from "./account-texts.ts";
import type { MyNightView, MyTicketView } from "./my-night-views.ts";
import { sentTicketTexts } from "./sent-ticket-texts.ts";

type MyTicketCardProps = {
  night: MyNightView;
  ticket: MyTicketView;
  /** h3 in a group of tickets that has a title, h2 for a single ticket. */
  titleLevel: "h2" | "h3";
};

/** A ticket. A used one is grey, with a stamp over its QR code; a suspended one says why instead of the code. */
export function MyTicketCard({ night, ticket, titleLevel }: MyTicketCardProps) {
  const { suspended } = ticket;
  const used = ticket.entriesLeft === 0 && !suspended;
  return (
    <TearCard
      label={accountTexts.ticketLabel(ticket.code)}
      picture={night.picture}
      seed={night.id}
      title={ticket.night}
      titleLevel={titleLevel}
      above={<NightDate night={night} />}
      below={accountTexts.placeAndDoors(night.location, night.doors)}
      state={suspended ? "suspended" : used ? "used" : "valid"}
      size="compact"
      stub={
        <>
          {ticket.waiting ? <Waiting ticket={ticket} to={ticket.waiting.to} /> : null}
          {ticket.position ? <TicketOwner position={ticket.position} holder={ticket.holder} /> : null}
          <CodeStub
            image={
              suspended
                ? null
                : { url: ticket.qrUrl, alt: used ? accountTexts.qrUsedAlt : accountTexts.qrAlt(ticket.code) }
            }
            placeholder={suspended ? accountTexts.noEntry(suspended, ticket.price) : undefined}
            stamp={used ? accountTexts.used : undefined}
            code={ticket.code}
            group={ticket.group}
            note={ticket.codeNote}
          />
          {ticket.entries > 1 && !ticket.isAddOn && !suspended ? (
            <p className="tear-card__several">
              {accountTexts.forSeveral(ticket.entries, ticket.holder, ticket.isSentOnceSplit)}
            </p>
          ) : null}
          {suspended ? null : night.isPast && !used ? (
            <p className="muted">{accountTexts.nightOver}</p>
          ) : (
            <EntryBars
              text={(ticket.isAddOn ? accountTexts.piecesLeft : accountTexts.entriesLeft)(
                ticket.entriesLeft,
                ticket.entries,
              )}
              left={ticket.entriesLeft}
              inAll={ticket.entries}
            />
          )}
          <StubFacts facts={factsOf(ticket, night)} />
          {suspended ? null : <TicketActions ticket={ticket} isPast={night.isPast} />}
          {ticket.canName ? (
            <NameTicket
              purchaseId={ticket.purchaseId}
              longest={lengths.personName}
              texts={accountTexts.naming}
            />
          ) : null}
          {ticket.canSplit ? (
            <SplitCode
              purchaseId={ticket.purchaseId}
              texts={accountTexts.split(ticket.entries, ticket.isSentOnceSplit)}
            />
          ) : null}
        </>
      }
    />
  );
}

/** Says that the ticket was sent to a friend. It stays the sender's until the friend accepts it. */
function Waiting({ ticket, to }: { ticket: MyTicketView; to: string | null }) {
  return (
    <div className="my-ticket__waiting" role="status">
      <p>
        <b>{accountTexts.waitingTitle}</b> {accountTexts.waiting(to)}
      </p>
      <TakeBack action={`/profile/send/${ticket.purchaseId}`} look="ink" />
    </div>
  );
}

function factsOf(ticket: MyTicketView, { passNights }: MyNightView) {
  const { type, enterUntil, position, holder, price } = ticket;
  const priceName = passNights?.[1] ? accountTexts.priceOfNights : accountTexts.ticketPrice;
  return [
    { name: accountTexts.type, value: type },
    ...(enterUntil ? [{ name: accountTexts.atGate, value: accountTexts.untilHour(enterUntil) }] : []),
    ...(position ? [] : [{ name: accountTexts.holder, value: holder }]),
    ...(price === null ? [] : [{ name: priceName, value: accountTexts.priceValue(formatLei(price)) }]),
  ];
}

function NightDate({ night }: { night: MyNightView }) {
  return (
    <>
      <DateText day={night.date} form="long" />
      {night.isMoved ? `, ${movedNightTexts.moved}` : null}
      {night.time ? (
        <>
          <br />
          {accountTexts.atTime} {night.time}
        </>
      ) : null}
    </>
  );
}

/** The actions stand on the ticket itself, so that it is clear which ticket they change. */
function TicketActions({ ticket, isPast }: { ticket: MyTicketView; isPast: boolean }) {
  return (
    <div className="my-ticket__actions">
      <ButtonLink
        look="ink-full"
        size="small"
        href={ticket.pdfUrl}
        download
        onClick={() => toast.success(accountTexts.ticketSaved)}
      >
        <Icon name="download" /> {accountTexts.saveTicket}
      </ButtonLink>
      {isPast ? null : (
        <ButtonLink look="ink" size="small" href={ticket.calendarUrl} download>
          <Icon name="calendar" /> {accountTexts.addToCalendar}
        </ButtonLink>
      )}
      {ticket.canSend ? (
        <Link
          className={buttonClass({ look: "ink", size: "small" })}
          to={`/profile/send/${ticket.purchaseId}`}
          preventScrollReset
        >
          <Icon name="share" />{" "}
          {ticket.waiting ? sentTicketTexts.sendAgain : sentTicketTexts.sendOf(ticket.sentTogether)}
        </Link>
      ) : null}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="purchase_id" value={ticket.purchaseId} />
        <Button look="ink" size="small" type="submit" name="intent" value="resend">
          <Icon name="mail" /> {accountTexts.resend}
        </Button>
      </Form>
    </div>
  );
}

/** The button that takes a ticket back while nobody has accepted it. */
export function TakeBack({ action, look = "line" }: { action: string } & Pick<ButtonLook, "look">) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <Button look={look} size="small" type="submit" name="intent" value="take-back">
        {sentTicketTexts.takeBack}
      </Button>
    </Form>
  );
}
