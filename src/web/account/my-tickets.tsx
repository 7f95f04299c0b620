import { Link, useActionData } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import { countedTickets, countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { movedNightTexts } from "#web/request/sale-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { noonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { NamingAnswer } from "#web/ui/name-ticket.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { SavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { TicketDeck } from "#web/ui/ticket-deck.tsx";
import { useOpenOnPaper } from "#web/ui/use-open-on-paper.ts";
import { useShowGrown } from "#web/ui/use-show-grown.ts";
import { accountTexts } from "./account-texts.ts";
import { lostTicketsTexts } from "./guest-texts.ts";
import type { MyNightView, MyTicketView, PassNightView } from "./my-night-views.ts";
import { MyTicketCard } from "./my-ticket-card.tsx";
import { countedNights, isToCome, nightsOf, type SentSeatRow } from "./my-ticket-view.ts";
import { sentTicketTexts } from "./sent-ticket-texts.ts";

type MyTicketsProps = {
  nights: MyNightView[];
  sent: SentSeatRow[];
  openId: string | null;
  /** Whether tickets may have been bought without an account. */
  mayBeGuests: boolean;
};

/** One row for each night or pass; it opens to the code for the gate. */
export function MyTickets({ nights, sent, openId, mayBeGuests }: MyTicketsProps) {
  useOpenOnPaper();
  if (nights.length === 0 && sent.length === 0) return <NoTickets mayBeGuests={mayBeGuests} />;
  const [ahead, past] = [nights.filter(({ isPast }) => !isPast), nights.filter(({ isPast }) => isPast)];
  const today = nights.filter(({ isToday }) => isToday);
  const later = ahead.filter(({ isToday }) => !isToday);
  return (
    <>
      {today.map((night) => (
        <section key={night.id} id={night.id} className="codes-first" aria-label={night.title}>
          <OpenNight night={night} />
        </section>
      ))}
      {today.length > 0 ? <SavedTickets page="/profile" /> : null}
      {later.length > 0 ? (
        <Group
          title={today.length > 0 ? accountTexts.othersTitle : accountTexts.aheadTitle}
          count={`${counted(nightsOf(later), "night")}, ${inWords(later.flatMap(({ tickets }) => tickets))}`}
        />
      ) : null}
      <NightList nights={later} openId={today.length > 0 ? null : openId} />
      <Sent seats={sent} />
      {past.length > 0 ? (
        <Group title={accountTexts.pastTitle} count={counted(nightsOf(past), "night")} />
      ) : null}
      <NightList nights={past} openId={openId} />
    </>
  );
}

/** The tickets that friends have accepted; they have new codes. */
function Sent({ seats }: { seats: SentSeatRow[] }) {
  if (seats.length === 0) return null;
  return (
    <>
      <Group title={sentTicketTexts.sentTitle} count={sentTicketTexts.sentNote} />
      <ul className="sent-seats">
        {seats.map(({ title, when, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same text
          <li key={at}>
            <span className="when figures">{when}</span>
            <b className="display">{title}</b>
            <span className="muted">{note}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoTickets({ mayBeGuests }: { mayBeGuests: boolean }) {
  const text = mayBeGuests ? (
    <>
      <p>{accountTexts.noTickets}</p>
      <p>{lostTicketsTexts.wayFromProfile}</p>
    </>
  ) : (
    accountTexts.noTickets
  );
  return (
    <EmptyState title={accountTexts.noTicketsTitle} text={text} picture={noonWide}>
      <Link className={buttonClass({ look: "sun" })} to="/events">
        {accountTexts.chooseNight}
      </Link>
      {mayBeGuests ? (
        <Link className={buttonClass({ look: "line" })} to="/orders">
          {lostTicketsTexts.way}
        </Link>
      ) : null}
    </EmptyState>
  );
}

function Group({ title, count }: { title: string; count: string }) {
  return (
    <div className="ticket-group">
      <h2 className="display">{title}</h2>
      <span className="muted">{count}</span>
    </div>
  );
}

function NightList({ nights, openId }: { nights: MyNightView[]; openId: string | null }) {
  const refusedPurchaseId = useActionData<Partial<NamingAnswer>>()?.naming?.purchaseId;
  return (
    <div className="ticket-list">
      {nights.map((night) => (
        <details
          key={night.id}
          id={night.id}
          data-print="open"
          className={night.isPast ? "my-night my-night--past" : "my-night"}
          open={
            night.id === openId || night.tickets.some(({ purchaseId }) => purchaseId === refusedPurchaseId)
          }
        >
          <summary className="my-night__row">
            <Picture picture={night.picture} seed={night.id} alt="" sizes="92px" />
            <span>
              <span className="when">
                {night.passNights ? (
                  accountTexts.fromDay(formatShortDate(night.date))
                ) : (
                  <DateText day={night.date} time={night.time} form="short" />
                )}
                {night.isMoved ? `, ${movedNightTexts.moved}` : null}
              </span>
              <b className="display">{night.title}</b>
              <span className="muted">{rowText(night)}</span>
            </span>
            <Icon name="chevronDown" />
          </summary>
          <OpenNight night={night} />
        </details>
      ))}
    </div>
  );
}

function OpenNight({ night }: { night: MyNightView }) {
  return (
    <div ref={useShowGrown(night.tickets.length)} className="ticket-open">
      <Deck night={night} />
      <OrderFiles night={night} />
      {!night.isPast && night.tickets.some(({ suspended }) => !suspended) ? (
        <p className="tear-card__hint">
          <Icon name="sun" /> {accountTexts.gateHint}
        </p>
      ) : null}
      {night.passNights ? <PassNights nights={night.passNights} /> : null}
    </div>
  );
}

/** One file with all tickets of an order. */
function OrderFiles({ night }: { night: MyNightView }) {
  const [, second] = night.orderPdfs;
  return night.orderPdfs.map(({ url, order }) => (
    <a key={url} className={buttonClass({ look: "sand", size: "small" })} href={url} download>
      <Icon name="download" /> {accountTexts.downloadAll}
      {second && order !== null ? accountTexts.ofOrder(order) : ""}
    </a>
  ));
}

function rowText(night: MyNightView): string {
  const [only, second] = night.tickets;
  if (night.passNights)
    return [...(second ? [inWords(night.tickets)] : []), passRowText(nightsOf([night]))].join(", ");
  if (only && !second) return only.isAddOn ? only.type : `${only.type}, ${counted(only.entries, "entry")}`;
  if (night.isPast) return [inWords(night.tickets), accountTexts.nightOver].join(", ");
  const tickets = night.tickets.filter(isEntryTicket);
  const left = tickets.reduce((n, { suspended, entriesLeft }) => n + (suspended ? 0 : entriesLeft), 0);
  return [inWords(night.tickets), accountTexts.entriesRemaining(left)].join(", ");
}

const isEntryTicket = ({ isAddOn }: MyTicketView) => !isAddOn;
const inWords = (codes: readonly MyTicketView[], inAll?: number) =>
  countedTickets(
    countTickets(codes, ({ isAddOn }) => isAddOn),
    inAll,
  );

function passRowText(nights: number): string {
  const words = counted(nights, "night");
  return nights === 1 ? words : accountTexts.passRow(words);
}

function deckTitle({ tickets: codes, passNights, inAll }: MyNightView): string {
  const count = inWords(codes, inAll);
  if (!codes.every(isEntryTicket)) return count;
  if (codes.every(({ entries }) => entries === 1)) return accountTexts.onePerPerson(count);
  return passNights ? count : accountTexts.deckTitle(count);
}

function Deck({ night }: { night: MyNightView }) {
  const { tickets } = night;
  const [only, second] = tickets;
  if (only && !second) return <MyTicketCard night={night} ticket={only} titleLevel="h2" />;
  const positionText = tickets.every(isEntryTicket)
    ? accountTexts.ticketPosition
    : accountTexts.positionWithAddOns;
  return (
    <TicketDeck
      label={accountTexts.deckLabel(night.title)}
      title={deckTitle(night)}
      slides={tickets.map((ticket, i) => ({
        key: ticket.purchaseId,
        name: ticket.position || positionText(i + 1, tickets.length),
        body: <MyTicketCard night={night} ticket={ticket} titleLevel="h3" />,
      }))}
      texts={accountTexts}
    />
  );
}

/** All nights of a pass side by side, each with its state. */
function PassNights({ nights }: { nights: PassNightView[] }) {
  return (
    <>
      <div className="pass-nights__head">
        <h3 className="display">{accountTexts.passNights}</h3>
        <p className="muted">{countedNights(nights)}</p>
      </div>
      <ul className="pass-nights">
        {nights.map((night) => (
          <li key={night.id} className={classOf(night)} style={{ "--ev": night.light ?? "#46506e" }}>
            <figure>
              <Picture
                picture={night.picture}
                seed={night.id}
                alt=""
                sizes="(max-width: 820px) 46vw, 200px"
              />
            </figure>
            <b className="display">{night.title}</b>
            <DateText day={night.date} time={night.time} form="short" />
            {night.isMoved ? <small>{movedNightTexts.moved}</small> : null}
            <NightState state={night.state} />
            <NightCodes night={night} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each night of a pass has its own codes. */
function NightCodes({ night: { codes, title } }: { night: PassNightView }) {
  if (codes.length === 0) return null;
  return (
    <details className="pass-nights__codes" data-print="open">
      <summary className="text-link" aria-label={accountTexts.passNightCodeOf(title)}>
        {accountTexts.passNightCode}
      </summary>
      {codes.map(({ code, group, qrUrl, position }) => (
        <div key={code}>
          {position ? <p>{position}</p> : null}
          <img src={qrUrl} alt={accountTexts.qrAlt(code)} width="240" height="240" />
          <p className="figures">
            {code}
            <br />
            {group}
          </p>
        </div>
      ))}
    </details>
  );
}

function classOf(night: PassNightView): string | undefined {
  if (night.state === "ahead") return undefined;
  return isToCome(night) ? "is-next" : "is-past";
}

function NightState({ state }: { state: PassNightView["state"] }) {
  switch (state) {
    case "used":
      return (
        <small>
          <Icon name="check" /> {accountTexts.passNightUsed}
        </small>
      );
    case "missed":
      return <small>{accountTexts.passNightUnused}</small>;
    case "cancelled":
      return <small>{accountTexts.passNightCancelled}</small>;
    case "given_back":
      return <small>{accountTexts.passNightGivenBack}</small>;
    case "tonight":
      return <small>{accountTexts.passNightTonight}</small>;
    case "next":
      return <small>{accountTexts.passNightNext}</small>;
    case "ahead":
      return null;
  }
}
