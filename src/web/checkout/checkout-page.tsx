import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, type OrderSummaryView } from "./order-panel.tsx";
import { WaitingLine } from "./waiting-line.tsx";

export type CheckoutPageView = {
  /** The order's number, as people say it. */
  number: string;
  order: OrderSummaryView;
  state:
    | {
        kind: "open";
        /** `returned` came back from the card page, `fresh` has not been there yet. */
        visit: "fresh" | "returned";
        /** Where paying goes on. */
        payUrl: string;
        secondsLeft: number;
        secondsInAll: number;
      }
    | {
        kind: "line";
        /** How many stand before, with oneself: 1 is next. */
        place: number;
        /** How long the line was when one joined it; the horizon shows the way already gone. */
        placeAtStart: number;
        estimateSeconds: number;
        secondsLeft: number;
      }
    | { kind: "over" }
    | { kind: "released" };
};

/** A customer's open order: what is held, for how long, and the way to pay or to let go. */
export function CheckoutPage({ view }: { view: CheckoutPageView }) {
  if (view.state.kind === "line")
    return <WaitingLine number={view.number} order={view.order} line={view.state} />;
  return (
    <section className="line line--photo" aria-labelledby="checkout-title">
      <div className="line__art">
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
        <OrderPanel id="order-title" title={checkoutTexts.orderTitle(view.number)} order={view.order}>
          <p className="fine-print">{checkoutTexts.priceFixed}</p>
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

/** Posts `intent=release` to the order's own page. */
export function ReleaseButton() {
  return (
    <Form method="post">
      <Button look="line" type="submit" name="intent" value="release">
        {checkoutTexts.release}
      </Button>
    </Form>
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
