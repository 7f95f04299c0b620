import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { formatLei, formatLeiExact } from "#kernel/money.ts";
import { formatInstant } from "#kernel/time.ts";
import { keptOf, orderSums } from "#ticketing/orders/order-sums.ts";
import { MoneyBack } from "#web/request/money-back.tsx";
import { moneyBackTexts } from "#web/request/money-back-texts.ts";
import type { MoneyBackView } from "#web/request/money-back-view.ts";
import { OpenChoices } from "#web/request/open-choices.tsx";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { NoSavedTickets, SavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { useShowGrown } from "#web/ui/use-show-grown.ts";
import type { BoughtTicketView, SentSeatView, SuccessPageView } from "./bought-tickets.server.ts";
import { BoughtTickets, isForSeveralNights } from "./bought-tickets.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";
import { type GuestPanelsView, KeepInAccount, LinkNote, WrongAddress } from "./guest-panels.tsx";

const pollSeconds = 3;

/** The page after the card page. Once the order is paid, it shows the tickets. */
export function SuccessPage({ view }: { view: SuccessPageView }) {
  if (view.kind === "generic") return <Generic title={titleOf(view)} />;
  if (view.kind === "received") return <Received view={view} />;
  if (view.kind === "ended" || view.kind === "sent") return <EndedOrder view={view} />;
  const pending = view.kind === "pending";
  const { guest } = view;
  return (
    <div className="tear-stage codes-first">
      {pending ? <AskAgain /> : null}
      <div className="wrap">
        <TicketFirst view={view} isWaiting={pending}>
          <div className="tear-stage__head">
            <h1 className="display">{unbroken(titleOf(view))}</h1>
            <p className="lead-text" role="status">
              {pending ? checkoutTexts.pendingText : paidText(view)}
            </p>
            {view.back ? <MoneyBack view={view.back} /> : null}
            {guest ? <WrongAddress view={guest} /> : null}
            {guest && admitting(view.tickets).length > 0 ? <LinkNote view={guest} /> : null}
            <OpenChoices choices={view.choices} />
          </div>
        </TicketFirst>
        <SentSeats seats={view.sent} />
        {pending ? (
          <PendingFoot email={view.email} hasAccount={guest === null} />
        ) : (
          <PaidFoot admitting={admitting(view.tickets)} guest={guest} />
        )}
        {guest && !pending ? <KeepInAccount view={guest} /> : null}
        <OrderReceipt view={view} />
      </div>
    </div>
  );
}

/** Tickets that a friend sent, without the order and its money. */
function Received({ view }: { view: Extract<SuccessPageView, { kind: "received" }> }) {
  const { tickets, guest } = view;
  const { title, text } = wordsOfReceived(view);
  return (
    <div className="tear-stage codes-first">
      <div className="wrap">
        <TicketFirst view={view} isWaiting={false}>
          <div className="tear-stage__head">
            <h1 className="display">{unbroken(title)}</h1>
            <p className="lead-text" role="status">
              {text}
            </p>
            <WrongAddress view={guest} />
            {admitting(tickets).length > 0 ? <LinkNote view={guest} /> : null}
          </div>
        </TicketFirst>
        <PaidFoot admitting={admitting(tickets)} guest={guest} />
        <KeepInAccount view={guest} />
      </div>
    </div>
  );
}

type ShownTickets = {
  tickets: readonly BoughtTicketView[];
  guest: GuestPanelsView | null;
  choices?: readonly unknown[];
};

/** Whether the codes come first: on the day, and on a page by an email's link with nothing to choose. */
const opensOnCodes = ({ tickets, guest, choices = [] }: ShownTickets) =>
  tickets.some(({ isToday }) => isToday) ||
  (guest?.isByLink === true && choices.length === 0 && isForGate(tickets));

type TicketFirstProps = {
  view: ShownTickets & { tickets: BoughtTicketView[] };
  isWaiting: boolean;
  children: ReactNode;
};

/** The tickets and the text about them; the tickets come first when `opensOnCodes` is true. */
function TicketFirst({ view, isWaiting, children }: TicketFirstProps) {
  const isFirst = opensOnCodes(view);
  const place = useShowGrown(view.tickets.length);
  return (
    <>
      {isFirst ? null : children}
      <div
        ref={place}
        className={isWaiting ? "tear-stage__card tear-stage__card--waiting" : "tear-stage__card"}
      >
        <BoughtTickets tickets={view.tickets} />
      </div>
      {isFirst ? children : null}
    </>
  );
}

/** Returns the heading and the page's title. There are no thanks when money goes back. */
export function titleOf(view: SuccessPageView): string {
  switch (view.kind) {
    case "generic":
      return view.isAfterPaying ? checkoutTexts.genericTitle : guestOrderTexts.pageTitle;
    case "pending":
      return checkoutTexts.pendingTitle;
    case "paid": {
      const why = whyNoneAdmits(view.tickets);
      if (why) return checkoutTexts.suspendedTitles[why];
      if (view.receipt.paid === 0) return titleOfOwned(view.tickets);
      return isNews(view) ? checkoutTexts.successTitle : checkoutTexts.numbered(Number(view.receipt.orderId));
    }
    case "received":
      return wordsOfReceived(view).title;
    default:
      return wordsOfEnd(view).title;
  }
}

/** Whether the payment is what the reader comes from: an email's link is opened later, and nothing has ended or gone back since. */
function isNews({ guest, back, receipt }: OrderWithTickets): boolean {
  const hasChanged =
    back !== null && back.owed + back.returning + back.refunded.length + back.cancelled.length > 0;
  return guest?.isByLink !== true && !hasChanged && keptOf(receipt) === receipt.paid;
}

/** The title of a reader's tickets that cost nothing. */
const titleOfOwned = ({ length }: readonly BoughtTicketView[]) =>
  length === 1 ? guestOrderTexts.receivedOne : guestOrderTexts.receivedMany;

/** Returns why no ticket lets anybody in; null while one does. */
function whyNoneAdmits(tickets: readonly BoughtTicketView[]) {
  if (admitting(tickets).length > 0) return null;
  return tickets.find(({ issued }) => issued?.suspended)?.issued?.suspended ?? null;
}

/** This reader paid nothing, so no money is promised. */
function wordsOfReceived({ tickets, guest }: Extract<SuccessPageView, { kind: "received" }>) {
  const why = whyNoneAdmits(tickets);
  const title = titleOfOwned(tickets);
  if (why === null) return { title, text: guestOrderTexts.receivedText(guest.email, tickets.length === 1) };
  if (why === "dispute") return { title, text: checkoutTexts.suspendedText };
  const isCancelled = why === "cancelled" || why === "kept";
  return {
    title: isCancelled ? guestOrderTexts.nightCancelled : checkoutTexts.endedTitle(tickets.length),
    text: guestOrderTexts.ended,
  };
}

function paidText(view: OrderWithTickets): string {
  const { email, tickets, guest, receipt } = view;
  const why = whyNoneAdmits(tickets);
  if (why && receipt.paid === 0) return checkoutTexts.suspendedTexts.free;
  const states = new Set(tickets.filter(({ isAddOn }) => !isAddOn).map(({ issued }) => issued?.suspended));
  if (why && states.has("cancelled") && states.has("kept")) return checkoutTexts.suspendedTexts.some_kept;
  if (why) return checkoutTexts.suspendedTexts[why];
  if (guest) return isNews(view) ? guestOrderTexts.sentTo(email) : guestOrderTexts.sentBefore(email);
  const isOnePass = isForSeveralNights(tickets) && new Set(tickets.map(({ seat }) => seat)).size === 1;
  if (isOnePass && tickets[0]?.family === "season_pass") return checkoutTexts.onePass(email);
  const isOne = tickets.length === 1 && tickets[0]?.isOne;
  return isOne ? checkoutTexts.oneTicket(email) : checkoutTexts.manyTickets(email);
}

/** Loads the page again, because the provider's webhook event usually comes seconds after the buyer. */
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

/** Returns the tickets that can be shown at the gate. */
function admitting(tickets: readonly BoughtTicketView[]): BoughtTicketView[] {
  return tickets.filter(({ issued }) => issued && !issued.suspended);
}

/** Whether a ticket's night is not over yet, so that somebody still comes to the gate. */
const isForGate = (tickets: readonly BoughtTicketView[]) =>
  admitting(tickets).some(({ issued }) => issued?.calendarUrl);

/** Returns the address of one file with all tickets; null for a single ticket. */
function allTicketsUrl([first, second]: readonly BoughtTicketView[]): string | null {
  return first?.issued && second ? first.issued.pdfUrl.replace(/ticket\.pdf(?=\?|$)/, "order.pdf") : null;
}

/** Returns the next ticket to send. The first seat is the buyer's own; tickets that wait for a friend are skipped. */
function nextToSend([own, ...rest]: readonly BoughtTicketView[]) {
  const others = rest.filter(({ seat }) => seat !== own?.seat);
  return others.find(({ issued, waiting }) => issued?.sendUrl && !waiting);
}

type OrderWithTickets = Extract<SuccessPageView, { kind: "paid" | "pending" }>;
type EndedView = Extract<SuccessPageView, { kind: "ended" | "sent" }>;

function wordsOfEnd(view: EndedView) {
  if (view.kind === "sent") {
    const { sent, isPass, back, hasAccount } = view;
    const hasEnded = back !== null && back.refunded.length + back.cancelled.length > 0;
    return {
      title: checkoutTexts.sentTitle(sent.length, isPass ? "pass" : null),
      text: [
        hasEnded ? checkoutTexts.sentSome(sent.length, isPass) : checkoutTexts.sentAll(sent.length),
        hasAccount ? checkoutTexts.sentSeeProfile : checkoutTexts.sentNewCodes(isPass ? 2 : sent.length),
      ].join(" "),
    };
  }
  const { count, cancelledNights, receipt, back } = view;
  const [title, text] =
    receipt.status === "lost"
      ? [checkoutTexts.endedTitle(count), checkoutTexts.takenText(count)]
      : back && back.owed > 0
        ? [checkoutTexts.endedTitle(count), checkoutTexts.endedText(count)]
        : receipt.returned > 0
          ? [
              checkoutTexts.refundedTitle(count),
              checkoutTexts.refundedText(count, formatLei(receipt.returned)),
            ]
          : [checkoutTexts.endedTitle(count), checkoutTexts.endedText(count)];
  return {
    title,
    text: cancelledNights > 0 ? `${checkoutTexts.nightsCancelled(cancelledNights)} ${text}` : text,
  };
}

type PaidFootProps = { admitting: readonly BoughtTicketView[]; guest: GuestPanelsView | null };

function PaidFoot({ admitting, guest }: PaidFootProps) {
  const allUrl = allTicketsUrl(admitting);
  const next = nextToSend(admitting);
  const sendUrl = next?.issued?.sendUrl;
  const isAhead = isForGate(admitting);
  return (
    <>
      {isAhead ? (
        <p className="tear-card__hint">
          <Icon name="sun" /> {checkoutTexts.gateHint}
        </p>
      ) : null}
      {isAhead ? <SavedTickets page={guest?.action ?? "/profile"} /> : null}
      {guest && !isAhead ? <NoSavedTickets page={guest.action} /> : null}
      <div className="tear-card__actions">
        {next && sendUrl ? (
          <Link className={buttonClass({ look: "sun" })} to={sendUrl}>
            <Icon name="share" /> {checkoutTexts.sendToFriend(next.position)}
          </Link>
        ) : null}
        {guest === null ? (
          <Link className={buttonClass({ look: sendUrl ? "line" : "sun" })} to="/profile">
            {checkoutTexts.myTickets}
          </Link>
        ) : null}
        {allUrl ? (
          <ButtonLink look="line" href={allUrl} download>
            <Icon name="download" /> {checkoutTexts.downloadAll}
          </ButtonLink>
        ) : null}
        <Link className={buttonClass({ look: "quiet" })} to="/events">
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

function Generic({ title }: { title: string }) {
  return (
    <EmptyState title={title} text={checkoutTexts.genericText} picture={dawnWide} size="page">
      <Link className={buttonClass({ look: "sun" })} to="/profile">
        {checkoutTexts.myTickets}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/tickets">
        {checkoutTexts.ticketOptions}
      </Link>
    </EmptyState>
  );
}

/** Says where the sent tickets are, which this page no longer shows. */
function SentSeats({ seats }: { seats: readonly SentSeatView[] }) {
  if (seats.length === 0) return null;
  return (
    <ul className="success__sent">
      {seats.map(({ number, of, to, at }) => (
        <li key={number}>
          <Icon name="share" />
          <span>
            {of > 1 ? <b>{checkoutTexts.ticketPosition(number, of)}: </b> : null}
            {checkoutTexts.sentOn(to, formatInstant(at))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The tickets of an order of which all ended are named by its words already. */
const moneyAlone = (back: MoneyBackView): MoneyBackView => ({ ...back, refunded: [], cancelled: [] });

/** The page when the money went back, the tickets were cancelled, or friends have all: no codes and no thanks. */
function EndedOrder({ view }: { view: EndedView }) {
  const words = wordsOfEnd(view);
  const { pathname } = useLocation();
  return (
    <div className="tear-stage">
      <NoSavedTickets page={pathname} />
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{unbroken(words.title)}</h1>
          {view.kind === "sent" ? <p className="muted">{view.what}</p> : null}
          <p className="lead-text" role="status">
            {words.text}
          </p>
          {view.back ? <MoneyBack view={view.kind === "sent" ? view.back : moneyAlone(view.back)} /> : null}
          {view.kind === "sent" ? <OpenChoices choices={view.choices} isSentOn /> : null}
        </div>
        <SentSeats seats={view.kind === "sent" ? view.sent : []} />
        <div className="tear-card__actions">
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {checkoutTexts.exploreEvents}
          </Link>
          {view.hasAccount ? (
            <Link className={buttonClass({ look: "line" })} to="/profile">
              {checkoutTexts.myTickets}
            </Link>
          ) : null}
        </div>
        <OrderReceipt view={view} />
      </div>
    </div>
  );
}

/** Number, amount and state of an order. */
function OrderReceipt({ view }: { view: OrderWithTickets | EndedView }) {
  const { receipt } = view;
  const { isGood, words } = statusOf(view);
  return (
    <section className="receipt" aria-label={checkoutTexts.receipt}>
      <dl>
        <div>
          <dt>{checkoutTexts.order}</dt>
          <dd>{receipt.orderId}</dd>
        </div>
        {orderSums(receipt).map(({ what, amount }) => (
          <div key={what}>
            <dt>{checkoutTexts.sums[what]}</dt>
            <dd>
              {formatLeiExact(amount)} {receipt.currency.toUpperCase()}
            </dd>
          </div>
        ))}
        <div>
          <dt>{checkoutTexts.status}</dt>
          <dd className={isGood ? "phosphor" : "scarce"}>{words}</dd>
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

/** The specification's word "paid" stands alone only when no money went back. A paid order is in review when its refund failed. */
function statusOf({ receipt, back }: OrderWithTickets | EndedView): { isGood: boolean; words: string } {
  const { status, returned } = receipt;
  if (status === "confirming") return { isGood: false, words: checkoutTexts.confirming };
  if (status === "disputed" || status === "lost")
    return { isGood: false, words: checkoutTexts.bankHas[status] };
  if (status === "review" || (back && back.owed > 0))
    return { isGood: false, words: moneyBackTexts.owedStatus };
  if (keptOf(receipt) === receipt.paid) return { isGood: true, words: checkoutTexts.paid };
  const [ofAll, ofPart] =
    returned > 0
      ? [checkoutTexts.allReturned, checkoutTexts.partlyReturned]
      : [checkoutTexts.bankHas.lost, checkoutTexts.partlyTaken];
  return { isGood: false, words: keptOf(receipt) > 0 ? ofPart : ofAll };
}
