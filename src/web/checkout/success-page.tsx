import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { BoughtTickets, type BoughtTicketView } from "./bought-tickets.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";
import { type GuestPanelsView, KeepInAccount, WrongAddress } from "./guest-panels.tsx";
import { OrderReceipt, type ReceiptView } from "./order-receipt.tsx";

export type SuccessPageView =
  | {
      kind: "paid" | "pending";
      email: string;
      tickets: BoughtTicketView[];
      receipt: ReceiptView;
      /** Null for who has an account. */
      guest: GuestPanelsView | null;
    }
  /** No ticket of it admits any more. */
  | { kind: "ended"; hasAccount: boolean; receipt: ReceiptView }
  /** All its tickets are friends' now. */
  | { kind: "sent"; hasAccount: boolean; receipt: ReceiptView }
  /** A guest got them from who bought them. */
  | { kind: "received"; tickets: BoughtTicketView[]; guest: GuestPanelsView }
  | { kind: "generic" };

const pollSeconds = 3;

/** The page after the card page. Once the order is paid, it shows the ticket. */
export function SuccessPage({ view }: { view: SuccessPageView }) {
  if (view.kind === "generic") return <Generic />;
  if (view.kind === "received") return <Received view={view} />;
  if (view.kind === "ended" || view.kind === "sent")
    return <Ended receipt={view.receipt} words={wordsOfEnd(view)} hasAccount={view.hasAccount} />;
  const pending = view.kind === "pending";
  const { guest } = view;
  return (
    <div className="tear-stage">
      {pending ? <AskAgain /> : null}
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{checkoutTexts.successTitle}</h1>
          <p className="lead-text" role="status">
            {pending ? checkoutTexts.pendingText : paidText(view)}
          </p>
          {guest ? <WrongAddress view={guest} /> : null}
        </div>
        <div className={pending ? "tear-stage__card tear-stage__card--waiting" : "tear-stage__card"}>
          <BoughtTickets tickets={view.tickets} />
        </div>
        {pending ? (
          <PendingFoot email={view.email} hasAccount={guest === null} />
        ) : (
          <PaidFoot admitting={admitting(view.tickets)} hasAccount={guest === null} />
        )}
        {guest && !pending ? <KeepInAccount view={guest} /> : null}
        <OrderReceipt receipt={view.receipt} />
      </div>
    </div>
  );
}

/** What a friend sent, without the order and its money. */
function Received({ view: { tickets, guest } }: { view: Extract<SuccessPageView, { kind: "received" }> }) {
  const isOne = tickets.length === 1;
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{isOne ? guestOrderTexts.receivedOne : guestOrderTexts.receivedMany}</h1>
          <p className="lead-text" role="status">
            {admitting(tickets).length === 0
              ? checkoutTexts.suspendedText
              : guestOrderTexts.receivedText(guest.email, isOne)}
          </p>
          <WrongAddress view={guest} />
        </div>
        <div className="tear-stage__card">
          <BoughtTickets tickets={tickets} />
        </div>
        <PaidFoot admitting={admitting(tickets)} hasAccount={false} />
        <KeepInAccount view={guest} />
      </div>
    </div>
  );
}

function paidText({
  email,
  tickets,
  guest,
}: {
  email: string;
  tickets: readonly BoughtTicketView[];
  guest: GuestPanelsView | null;
}): string {
  if (admitting(tickets).length === 0) return checkoutTexts.suspendedText;
  if (guest) return guestOrderTexts.sentTo(email);
  return tickets.length > 1 ? checkoutTexts.manyTickets(email) : checkoutTexts.oneTicket(email);
}

/** The provider's webhook event usually comes seconds after the customer. */
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

/** The tickets that there is something to show of at the gate. */
function admitting(tickets: readonly BoughtTicketView[]): BoughtTicketView[] {
  return tickets.filter(({ issued }) => issued && !issued.suspended);
}

/** One file with all of them, where there are several. */
function allTicketsUrl([first, second]: readonly BoughtTicketView[]): string | null {
  return first?.issued && second ? first.issued.pdfUrl.replace(/ticket\.pdf(?=\?|$)/, "order.pdf") : null;
}

type Words = { title: string; text: string };

function wordsOfEnd({
  kind,
  hasAccount,
  receipt,
}: Extract<SuccessPageView, { kind: "ended" | "sent" }>): Words {
  if (kind === "sent")
    return {
      title: checkoutTexts.sentTitle,
      text: hasAccount ? checkoutTexts.sentText : checkoutTexts.sentTextOfGuest,
    };
  return receipt.returned > 0
    ? {
        title: checkoutTexts.refundedTitle,
        text: checkoutTexts.refundedText(formatLeiExact(receipt.returned)),
      }
    : { title: checkoutTexts.endedTitle, text: checkoutTexts.endedText };
}

/**
 * The money went back, the tickets were cancelled, or friends have them all: nothing to show at a gate, and no thanks for
 * paying.
 */
function Ended({ receipt, words, hasAccount }: { receipt: ReceiptView; words: Words; hasAccount: boolean }) {
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{words.title}</h1>
          <p className="lead-text" role="status">
            {words.text}
          </p>
        </div>
        <div className="tear-card__actions">
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {checkoutTexts.exploreEvents}
          </Link>
          {hasAccount ? (
            <Link className={buttonClass({ look: "line" })} to="/profile">
              {checkoutTexts.myTickets}
            </Link>
          ) : null}
        </div>
        <OrderReceipt receipt={receipt} />
      </div>
    </div>
  );
}

function PaidFoot({
  admitting,
  hasAccount,
}: {
  admitting: readonly BoughtTicketView[];
  hasAccount: boolean;
}) {
  const allUrl = allTicketsUrl(admitting);
  return (
    <>
      {admitting.length > 0 ? (
        <p className="tear-card__hint">
          <Icon name="sun" /> {checkoutTexts.gateHint}
        </p>
      ) : null}
      <div className="tear-card__actions">
        {hasAccount ? (
          <Link className={buttonClass({ look: "sun" })} to="/profile">
            {checkoutTexts.myTickets}
          </Link>
        ) : null}
        {allUrl ? (
          <ButtonLink look="line" href={allUrl} download>
            <Icon name="download" /> {checkoutTexts.downloadAll}
          </ButtonLink>
        ) : null}
        <Link className={buttonClass({ look: "line" })} to="/events">
          {checkoutTexts.exploreEvents}
        </Link>
      </div>
    </>
  );
}

function PendingFoot({ email, hasAccount }: { email: string; hasAccount: boolean }) {
  return (
    <>
      <p className="tear-card__hint">
        <Icon name="mail" />{" "}
        {hasAccount ? checkoutTexts.pendingHint(email) : guestOrderTexts.pendingHint(email)}
      </p>
      <div className="tear-card__actions">
        <ButtonLink look="line" href="">
          <Icon name="refresh" /> {checkoutTexts.checkAgain}
        </ButtonLink>
        {hasAccount ? (
          <Link className={buttonClass({ look: "quiet" })} to="/profile">
            {checkoutTexts.myTickets}
          </Link>
        ) : null}
        <Link className={buttonClass({ look: "quiet" })} to="/events">
          {checkoutTexts.exploreEvents}
        </Link>
      </div>
    </>
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
