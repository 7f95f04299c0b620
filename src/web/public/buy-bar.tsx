import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { formatShortDate } from "#kernel/time.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { priceLabel } from "./event-card.tsx";
import { publicTexts } from "./public-texts.ts";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";

type BuyBarProps = { panel: TicketPanelView; hold: HoldView | null; date: string };

/** The foot of a phone's screen: the present state, and the one next step. */
export function BuyBar({ panel, hold, date }: BuyBarProps) {
  if (panel.kind === "opening" && panel.waitingUrl) return <RoomBar panel={panel} />;
  if (panel.kind === "sale") return hold ? <HoldBar hold={hold} /> : <SaleBar panel={panel} />;
  const [title, note] = closedWords(panel, date);
  return (
    <div className="buy-bar buy-bar--closed">
      <p>
        <b className="display">{title}</b>
        <span>{note}</span>
      </p>
      <Link className={buttonClass({ look: "line" })} to="/events">
        {publicTexts.otherNightsButton}
      </Link>
    </div>
  );
}

function RoomBar({ panel }: { panel: Extract<TicketPanelView, { kind: "opening" }> }) {
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures">{publicTexts.opensAt(panel.time)}</b>
        <span>{formatShortDate(panel.day)}</span>
      </p>
      <ButtonLink look="sun" href="#bilete">
        {publicTexts.joinRoomShort}
      </ButtonLink>
    </div>
  );
}

function SaleBar({ panel }: { panel: Extract<TicketPanelView, { kind: "sale" }> }) {
  const prices = panel.types.map((type) => type.price);
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures">{priceLabel(prices.length > 0 ? Math.min(...prices) : null)}</b>
        <span>{publicTexts.finalPrice}</span>
      </p>
      <ButtonLink look="sun" href="#bilete">
        {publicTexts.chooseTickets}
      </ButtonLink>
    </div>
  );
}

function HoldBar({ hold }: { hold: HoldView }) {
  const left = useSecondsLeft(hold.secondsLeft);
  if (left === 0) {
    return (
      <div className="buy-bar">
        <p>
          <b className="display buy-bar__over">{publicTexts.holdOverBar}</b>
          <span>{publicTexts.holdOverBarNote}</span>
        </p>
        <ButtonLink look="sun" href="#bilete">
          {publicTexts.holdAgainShort}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures phosphor">{minutesAndSeconds(left)}</b>
        <span>{publicTexts.holdBar(formatLei(hold.total))}</span>
      </p>
      <Link className={buttonClass({ look: "sun" })} to={hold.checkoutUrl}>
        {publicTexts.continuePayingShort}
      </Link>
    </div>
  );
}

function closedWords(
  panel: Exclude<TicketPanelView, { kind: "sale" }>,
  date: string,
): [title: string, note: string] {
  switch (panel.kind) {
    case "opening":
      return [publicTexts.opensAt(panel.time), formatShortDate(panel.day)];
    case "stopped":
      return [publicTexts.stoppedTitle, publicTexts.stoppedBar];
    case "unavailable":
      return [publicTexts.unavailable, publicTexts.saleStopped];
    case "soldOut":
      return [publicTexts.soldOut, publicTexts.allTaken];
    case "noTypes":
      return [publicTexts.noPrice, publicTexts.noTicketsYet];
    case "past":
      return [publicTexts.pastNight, formatShortDate(date)];
  }
}
