import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { formatShortDate } from "#kernel/time.ts";
import { countedTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { type HoldView, isHeldChoice } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { severalPrices } from "#web/request/priced-choice.ts";
import { dayInWords, saleTexts } from "#web/request/sale-texts.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { closedTitle, priceLabel } from "./night-badge.tsx";
import { publicTexts } from "./public-texts.ts";
import {
  type ClosedPanelView,
  expectedOpening,
  type SalePanel,
  type TicketPanelView,
} from "./ticket-panel-view.ts";
import {
  type Choice,
  chosenCount,
  faultOf,
  heldIntent,
  holdOutsidePanel,
  isChosenAgain,
} from "./use-choice.ts";

type BuyBarProps = { panel: TicketPanelView; hold: HoldView | null; choice: Choice; newDate: string | null };

/** The bar at the bottom of a phone's screen: the state of the sale and the next step. */
export function BuyBar({ panel, hold, choice, newDate }: BuyBarProps) {
  const held = holdOutsidePanel(hold, panel);
  if (held) return <HoldBar hold={held} />;
  if (panel.kind === "sale") {
    if (
      hold &&
      (isChosenAgain(choice, hold) || (hold.secondsLeft > 0 && isHeldChoice(choice, hold, panel.code)))
    )
      return <HoldBar hold={hold} choice={choice} />;
    return <SaleBar panel={panel} choice={choice} newDate={newDate} />;
  }
  const opens = expectedOpening(panel);
  if (opens) return <OpeningBar opens={opens} waitingUrl={panel.waitingUrl} />;
  return (
    <div className="buy-bar buy-bar--closed">
      <p>
        <b className="display">{closedTitle(panel.state)}</b>
      </p>
      {panel.state === "code_only" ? <ToTickets words={priceTexts.writeCodeShort} /> : <ToOtherNights />}
    </div>
  );
}

const ToOtherNights = () => (
  <Link className={buttonClass({ look: "line" })} to="/events">
    {saleTexts.otherNights}
  </Link>
);

const ToTickets = ({ words }: { words: string }) => (
  <ButtonLink look="sun" href="#bilete">
    {words}
  </ButtonLink>
);

type OpeningBarProps = { opens: NonNullable<ClosedPanelView["opens"]>; waitingUrl: string | null };

function OpeningBar({ opens, waitingUrl }: OpeningBarProps) {
  return (
    <div className={waitingUrl ? "buy-bar" : "buy-bar buy-bar--closed"}>
      <p>
        <b className="display figures">{saleTexts.opensAt(opens.time)}</b>
        <span>{formatShortDate(opens.day)}</span>
      </p>
      {waitingUrl ? <ToTickets words={publicTexts.joinRoomShort} /> : <ToOtherNights />}
    </div>
  );
}

type SaleBarProps = { panel: SalePanel; choice: Choice; newDate: string | null };

/** Shows the choice and the form's button. Before a choice it shows the lowest price and a link to the tickets. */
function SaleBar({ panel, choice, newDate }: SaleBarProps) {
  const chosen = countedTickets(chosenCount(choice));
  const forPeople = panel.types.filter(({ entries, configured }) => entries > 0 && configured);
  const lowest = Math.min(...forPeople.map(({ price }) => price));
  const enhanced = useEnhanced();
  // a question in the panel is answered there, not in the bar
  const isAsked = panel.refusal?.change || severalPrices(choice.priced.parts) !== null;
  const mayPay = choice.tickets > 0 && !isAsked && faultOf(choice, panel.mostPeople) === null;
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures">
          {choice.tickets > 0
            ? `${chosen} · ${saleTexts.price(formatLei(choice.priced.total))}`
            : priceLabel(forPeople.length > 0 ? lowest : null)}
        </b>
        <span>{barNote(panel, choice, newDate)}</span>
      </p>
      {mayPay ? (
        <Button
          look="sun"
          type="submit"
          form="cumpara"
          name={enhanced ? "total" : "intent"}
          value={enhanced ? choice.priced.total : "buy"}
          disabled={choice.busy}
        >
          {choice.priced.total > 0 ? publicTexts.payShort : priceTexts.getFree}
        </Button>
      ) : (
        <ButtonLink look="sun" href={isAsked ? "#pret" : "#bilete"}>
          {isAsked ? priceTexts.seePrice : publicTexts.chooseTickets}
        </ButtonLink>
      )}
    </div>
  );
}

function barNote(
  { refusal, code }: SalePanel,
  { tickets, priced }: Choice,
  newDate: SaleBarProps["newDate"],
): string {
  if (tickets > 0 && refusal?.change) return priceTexts.newPrice(formatLei(refusal.change.was));
  if (priced.discount && code) return priceTexts.codeIncluded(code.code);
  return newDate ? dayInWords(newDate) : publicTexts.finalPrice;
}

/** `choice`: the open order is the choice in the form, which is sent then with a code that may have been typed. */
function HoldBar({ hold, choice }: { hold: HoldView; choice?: Choice }) {
  const left = useSecondsLeft(hold.secondsLeft);
  if (left === 0) {
    return (
      <div className="buy-bar">
        <p>
          <b className="display buy-bar__over">{publicTexts.holdOverBar}</b>
          <span>{publicTexts.holdOverBarNote}</span>
        </p>
        <ToTickets words={publicTexts.holdAgainShort} />
      </div>
    );
  }
  return (
    <div className="buy-bar">
      <p>
        <b className="display figures phosphor">{minutesAndSeconds(left)}</b>
        <span>{publicTexts.holdBar(formatLei(hold.total))}</span>
      </p>
      {choice ? (
        <Button
          look="sun"
          type="submit"
          form="cumpara"
          name="intent"
          value={heldIntent}
          disabled={choice.busy}
        >
          {publicTexts.goOnPaying}
        </Button>
      ) : (
        <ButtonLink look="sun" href={`${hold.checkoutUrl}/pay`}>
          {publicTexts.goOnPaying}
        </ButtonLink>
      )}
    </div>
  );
}
