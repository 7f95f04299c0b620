import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { CheckoutPageView } from "./checkout-page-view.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel } from "./order-panel.tsx";
import { ReleaseButton } from "./release-button.tsx";
import { WaitingLine } from "./waiting-line.tsx";

/** A customer's open order: what is held, for how long, and the buttons to pay or to release it. */
export function CheckoutPage({ view }: { view: CheckoutPageView }) {
  if (view.state.kind === "line")
    return <WaitingLine number={view.number} order={view.order} line={view.state} />;
  return (
    <section className="line line--photo" aria-labelledby="checkout-title">
      <div className="line__art opening-art">
        <Picture
          picture={view.order.event.picture}
          seed={view.order.event.id}
          alt=""
          sizes="100vw"
          priority="high"
        />
      </div>
      <div className="wrap line__grid">
        {view.state.kind === "open" ? (
          <Open view={view} state={view.state} />
        ) : (
          <Ended view={view} kind={view.state.kind} />
        )}
        <OrderPanel
          id="order-title"
          title={checkoutTexts.orderTitle(view.number)}
          order={view.order}
          isOver={view.state.kind !== "open"}
        >
          <p className="fine-print">
            {view.state.kind === "open" ? checkoutTexts.priceFixed : checkoutTexts.priceThen}
          </p>
        </OrderPanel>
      </div>
    </section>
  );
}

type OpenProps = { view: CheckoutPageView; state: Extract<CheckoutPageView["state"], { kind: "open" }> };

function Open({ view, state }: OpenProps) {
  const returned = state.visit === "returned";
  return (
    <div>
      <h1 className="display" id="checkout-title">
        {returned ? checkoutTexts.openTitle : checkoutTexts.heldTitle}
      </h1>
      <p className="lead-text">{returned ? checkoutTexts.openText : checkoutTexts.heldText}</p>
      <Countdown
        text={checkoutTexts.reserved}
        secondsLeft={state.secondsLeft}
        secondsInAll={state.secondsInAll}
      />
      <div className="actions">
        <ButtonLink look="sun" href={state.payUrl}>
          {checkoutTexts.continuePaying(formatLei(view.order.total))}
        </ButtonLink>
        <ReleaseButton />
      </div>
      <p className="line__fine">{checkoutTexts.releaseNote}</p>
    </div>
  );
}

function Ended({ view, kind }: { view: CheckoutPageView; kind: "over" | "released" }) {
  return (
    <div>
      <h1 className="display" id="checkout-title">
        {kind === "over" ? checkoutTexts.overTitle : checkoutTexts.releasedTitle}
      </h1>
      <p className="lead-text">{kind === "over" ? checkoutTexts.overText : checkoutTexts.releasedText}</p>
      <div className="actions">
        <Link className={buttonClass({ look: "sun" })} to={`/events/${view.order.event.id}`}>
          {checkoutTexts.chooseAgain}
        </Link>
        <Link className={buttonClass({ look: "line" })} to="/events">
          {checkoutTexts.otherNights}
        </Link>
      </div>
    </div>
  );
}
