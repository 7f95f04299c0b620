import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { priceLabel } from "./event-card.tsx";
import { publicTexts } from "./public-texts.ts";
import { faultOf, isHold } from "./ticket-form.tsx";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import type { Choice } from "./use-choice.ts";

type BuyBarProps = { panel: TicketPanelView; hold: HoldView | null; choice: Choice; date: string };

/** The foot of a phone's screen: the present state, and the one next step. */
export function BuyBar({ panel, hold, choice, date }: BuyBarProps) {
  if (panel.kind === "opening" && panel.waitingUrl) return <RoomBar panel={panel} />;
  if (panel.kind === "sale") {
    if (hold && (hold.secondsLeft === 0 || isHold(choice, hold))) return <HoldBar hold={hold} />;
    return <SaleBar panel={panel} choice={choice} />;
  }
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

type SaleBarProps = { panel: Extract<TicketPanelView, { kind: "sale" }>; choice: Choice };

/** What is chosen, and the button of the form; before that the lowest price, and the way to the tickets. */
function SaleBar({ panel, choice }: SaleBarProps) {
  const chosen = counted(choice.tickets, publicTexts.ticketsCount);
  const lowest = Math.min(...panel.types.map((type) => type.price));
  const mayPay = choice.tickets > 0 && faultOf(choice, panel.mostPeople) === null;
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures">
          {choice.tickets > 0
            ? `${chosen} · ${publicTexts.price(formatLei(choice.total))}`
            : priceLabel(panel.types.length > 0 ? lowest : null)}
        </b>
        <span>{publicTexts.finalPrice}</span>
      </p>
      {mayPay ? (
        <Button look="sun" type="submit" form="cumpara" name="intent" value="buy" disabled={choice.busy}>
          {publicTexts.payShort}
        </Button>
      ) : (
        <ButtonLink look="sun" href="#bilete">
          {publicTexts.chooseTickets}
        </ButtonLink>
      )}
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
