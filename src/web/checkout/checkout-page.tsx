import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import type { GuestAddress } from "#web/request/guest-address.ts";
import { guestAddressTexts } from "#web/request/sale-texts.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Countdown, useSecondsLeft } from "#web/ui/countdown.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, type OrderSummaryView, ReleaseButton } from "./order-panel.tsx";
import { type OrderInLine, WaitingLine } from "./waiting-line.tsx";

export type CheckoutPageView = {
  /** The order's number, for people. */
  number: number;
  order: OrderSummaryView;
  /** The email address of a guest; null for a person with an account. */
  sentTo: GuestAddress | null;
  state:
    | {
        kind: "open";
        /** `returned`: the person came back from the card page. `fresh`: the card page has not been opened yet. */
        visit: "fresh" | "returned";
        /** The address where the payment goes on. */
        payUrl: string;
        secondsLeft: number;
        secondsInAll: number;
      }
    | OrderInLine
    | { kind: "over" }
    | { kind: "released" }
    /** A newer order for the same night took its place. */
    | { kind: "replaced"; number: number; url: string };
};

/** The buyer's open order: what is held, for how long, and the buttons to pay or release it. */
export function CheckoutPage({ view }: { view: CheckoutPageView }) {
  const left = useSecondsLeft(view.state.kind === "open" ? view.state.secondsLeft : 0);
  if (view.state.kind === "line")
    return <WaitingLine number={view.number} order={view.order} line={view.state} />;
  const state = view.state.kind === "open" && left === 0 ? ({ kind: "over" } as const) : view.state;
  return (
    <section className="line line--photo" aria-labelledby="checkout-title">
      <div className="line__art opening-art">
        <Picture
          picture={view.order.event.picture}
          wide={view.order.event.widePicture}
          seed={view.order.event.id}
          alt=""
          sizes="100vw"
          priority="high"
        />
      </div>
      <div className="wrap line__grid">
        {state.kind === "open" ? <Open view={view} state={state} /> : <Ended view={view} state={state} />}
        <OrderPanel
          id="order-title"
          title={checkoutTexts.orderTitle(view.number)}
          order={view.order}
          isOver={state.kind !== "open"}
        >
          <p className="fine-print">
            {state.kind === "open" ? checkoutTexts.priceFixed : checkoutTexts.priceThen}
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
      {view.sentTo ? (
        <p>
          {guestAddressTexts.sentTo} <strong>{view.sentTo.email}</strong>{" "}
          <Link className="text-link" to={view.sentTo.changeUrl}>
            {guestAddressTexts.change}
          </Link>
        </p>
      ) : null}
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

/** The pressed button was further down the page, so focus and view go to the title. */
function showFirst(title: HTMLElement | null): void {
  if (!title) return;
  title.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: "instant" });
}

type EndedState = Extract<CheckoutPageView["state"], { kind: "over" | "released" | "replaced" }>;

function Ended({ view, state }: { view: CheckoutPageView; state: EndedState }) {
  const [title, text] = endedWords(state);
  return (
    <div>
      {state.kind === "released" ? (
        <p className="line__closed phosphor">
          <Icon name="check" /> {checkoutTexts.orderClosed(view.number)}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus */}
      <h1 className="display" id="checkout-title" ref={showFirst} tabIndex={-1} autoFocus>
        {title}
      </h1>
      <p className="lead-text">{text}</p>
      <div className="actions">
        {state.kind === "replaced" ? (
          <Link className={buttonClass({ look: "sun" })} to={state.url}>
            {checkoutTexts.seeReplacing(state.number)}
          </Link>
        ) : (
          <Link className={buttonClass({ look: "sun" })} to={`/events/${view.order.event.id}`}>
            {checkoutTexts.chooseAgain}
          </Link>
        )}
        <Link className={buttonClass({ look: "line" })} to="/events">
          {checkoutTexts.otherNights}
        </Link>
      </div>
    </div>
  );
}

function endedWords(state: EndedState): [title: string, text: string] {
  switch (state.kind) {
    case "over":
      return [checkoutTexts.overTitle, checkoutTexts.overText];
    case "released":
      return [checkoutTexts.releasedTitle, checkoutTexts.releasedText];
    case "replaced":
      return [checkoutTexts.replacedTitle, checkoutTexts.replacedText(state.number)];
  }
}
