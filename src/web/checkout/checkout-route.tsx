import { toast } from "react-hot-toast/headless";
import { data, Link, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { findOpenOrder, findOrder, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import type { PlaceInQueue } from "#ticketing/orders/waiting/page-queue-cache.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { chosenOf } from "#web/request/choice-address.ts";
import { type GuestAddress, guestAddress } from "#web/request/guest-address.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo, loginPath, seeOther, toPayment } from "#web/request/responses.server.ts";
import { guestAddressTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Countdown, useSecondsLeft } from "#web/ui/countdown.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { Picture } from "#web/ui/picture.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/checkout-route.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, ReleaseButton } from "./order-panel.tsx";
import { type OrderSummaryView, orderSummary } from "./order-view.ts";
import { type OrderInLine, WaitingLine } from "./waiting-line.tsx";
import "./checkout.css";

export const meta = metaOf(() => checkoutTexts.pageTitle);

async function ownOrder({ context, params, request }: Route.LoaderArgs | Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request));
  const { order: id } = params;
  const order = isUuid(id)
    ? await context.get(siteContext).database.readAs(asOwner(visitor), (sql) => findOrder(sql, id))
    : undefined;
  if (!order) throw data(null, { status: 404 });
  return { order, visitor };
}

/** Loads the buyer's order. An order whose turn in the page queue has come goes on to the card page. */
export async function loader(args: Route.LoaderArgs) {
  const { order, visitor } = await ownOrder(args);
  // a free order has no card page to return from
  if (order.paidAt && order.total === 0)
    throw redirect(`/tickets/success?order=${encodeURIComponent(order.id)}`);
  if (order.purchaseIds.length > 0) throw redirect("/profile");
  const site = args.context.get(siteContext);
  const lineParameter = new URL(args.request.url).searchParams.get("line");
  const place = order.state === "held" ? await site.pageQueue.placeOf(order.id) : undefined;
  if (place) {
    const common = commonOf(order, visitor);
    return { view: { ...common, state: lineState(order.id, place, Number(lineParameter)) } };
  }
  if (lineParameter !== null && order.pageUrl) throw toPayment({ orderId: order.id, url: order.pageUrl });
  const view = viewOf(site, order, visitor);
  const newerOrder = view.state.kind === "released" ? await replacingOrder(args, order) : undefined;
  if (!newerOrder) return { view };
  const state = { kind: "replaced" as const, number: newerOrder.number, url: `/checkout/${newerOrder.id}` };
  return { view: { ...view, state } };
}

/** Returns the newer open order for the same night; undefined when there is none. */
async function replacingOrder({ context }: Route.LoaderArgs, order: OrderView) {
  const visitor = context.get(visitorContext);
  const [night] = order.events;
  if (visitor.kind === "anonymous" || order.origin !== "event" || !night) return undefined;
  const open = await context
    .get(siteContext)
    .database.readAs(asOwner(visitor), (sql) => findOpenOrder(sql, night.id));
  return open && open.createdAt > order.createdAt ? open : undefined;
}

function lineState(orderId: string, { place, seconds }: PlaceInQueue, placeAtStart: number): OrderInLine {
  const startPlace = Number.isSafeInteger(placeAtStart) && placeAtStart > place ? placeAtStart : place;
  return {
    kind: "line",
    place,
    placeAtStart: startPlace,
    estimateSeconds: seconds,
    placeUrl: `/checkout/${orderId}/place`,
    pageUrl: `/checkout/${orderId}?line=${startPlace}`,
    payUrl: `/checkout/${orderId}/pay`,
  };
}

/** Returns what the page shows in every state. */
function commonOf(order: OrderView, visitor: KnownVisitor) {
  const [night] = order.events;
  return {
    number: order.number,
    order: orderSummary(order),
    sentTo: night ? guestAddress(visitor, night.id, chosenOf(order)) : null,
  };
}

function viewOf(site: SiteServices, order: OrderView, visitor: KnownVisitor): CheckoutPageView {
  const secondsLeft = Math.max(0, Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000));
  const common = commonOf(order, visitor);
  // `cancelNight` releases the order, whose buyer gave nothing free
  const cancelled = order.events.filter(({ isCancelled }) => isCancelled).map(({ title }) => title);
  if (cancelled.length > 0) return { ...common, state: { kind: "cancelled", nights: cancelled } };
  // the order was released; the webhook event of the closed card page may have come first
  if (order.isLetGo) return { ...common, state: { kind: "released" } };
  if (secondsLeft === 0 || !["held", "checkout_open", "payment_pending"].includes(order.state))
    return { ...common, state: { kind: "over" } };
  const secondsInAll = site.settings.holdMinutes * 60;
  return {
    ...common,
    state: {
      kind: "open",
      visit: order.pageUrl ? "returned" : "fresh",
      payUrl: `/checkout/${order.id}/pay`,
      secondsLeft,
      secondsInAll,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { order, visitor } = await ownOrder(args);
  const site = args.context.get(siteContext);
  const intent = (await args.request.formData()).get("intent");
  if (intent !== "release") return data(null, { status: 400 });
  const released = await releaseOrder(site, { orderId: order.id, userId: visitor.userId });
  if (!released.ok) return flashTo(site, `/checkout/${order.id}`, "error", checkoutTexts.releaseFailed);
  if (released.value.state === "paid")
    return flashTo(site, "/profile", "success", checkoutTexts.paidMeanwhile);
  return seeOther(`/checkout/${order.id}`, { origin: site.origin });
}

/** When no answer comes, the places may still be held, and the page goes on showing that. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(serverAction, () => {
    toast.error(checkoutTexts.releaseUnanswered);
    return null;
  });
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return <CheckoutPage view={loaderData.view} />;
}

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
    /** `nights`: the titles of the order's nights that are cancelled. */
    | { kind: "cancelled"; nights: string[] }
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
function focusTitle(title: HTMLElement | null): void {
  if (!title) return;
  title.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: "instant" });
}

type EndedState = Extract<
  CheckoutPageView["state"],
  { kind: "over" | "released" | "cancelled" | "replaced" }
>;

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
      <h1 className="display" id="checkout-title" ref={focusTitle} tabIndex={-1} autoFocus>
        {title}
      </h1>
      <p className="lead-text">{text}</p>
      <div className="actions">
        {state.kind === "replaced" ? (
          <Link className={buttonClass({ look: "sun" })} to={state.url}>
            {checkoutTexts.seeReplacing(state.number)}
          </Link>
        ) : state.kind === "cancelled" ? null : (
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
    case "cancelled":
      return [checkoutTexts.nightCancelled(state.nights), checkoutTexts.nightCancelledText];
    case "replaced":
      return [checkoutTexts.replacedTitle, checkoutTexts.replacedText(state.number)];
  }
}
