import "./checkout.css";
import { toast } from "react-hot-toast/headless";
import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { findOpenOrder, findOrder, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import type { PlaceInQueue } from "#ticketing/orders/waiting/page-queue-cache.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { chosenOf } from "#web/request/choice-address.ts";
import { guestAddress } from "#web/request/guest-address.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther, toPayment } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/checkout-route.ts";
import { CheckoutPage, type CheckoutPageView } from "./checkout-page.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { orderSummary } from "./order-view.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, checkoutTexts.pageTitle) },
];

async function ownOrder({
  context,
  params,
  request,
}: Route.LoaderArgs | Route.ActionArgs): Promise<{ order: OrderView; visitor: KnownVisitor }> {
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
  const waited = new URL(args.request.url).searchParams.get("line");
  const place = order.state === "held" ? await site.pageQueue.placeOf(order.id) : undefined;
  if (place) {
    const common = commonOf(order, visitor);
    return { view: { ...common, state: lineState(order.id, place, Number(waited)) } };
  }
  if (waited !== null && order.pageUrl) throw toPayment({ orderId: order.id, url: order.pageUrl });
  const view = viewOf(site, order, visitor);
  const newer = view.state.kind === "released" ? await replacingOrder(args, order) : undefined;
  if (!newer) return { view };
  const state = { kind: "replaced" as const, number: newer.number, url: `/checkout/${newer.id}` };
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

function lineState(
  orderId: string,
  { place, seconds }: PlaceInQueue,
  placeAtStart: number,
): CheckoutPageView["state"] {
  const first = Number.isSafeInteger(placeAtStart) && placeAtStart > place ? placeAtStart : place;
  return {
    kind: "line",
    place,
    placeAtStart: first,
    estimateSeconds: seconds,
    placeUrl: `/checkout/${orderId}/place`,
    pageUrl: `/checkout/${orderId}?line=${first}`,
    payUrl: `/checkout/${orderId}/pay`,
  };
}

/** Returns what the page shows in every state. */
function commonOf(order: OrderView, visitor: KnownVisitor): Omit<CheckoutPageView, "state"> {
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
  if (!released.ok) {
    return seeOther(`/checkout/${order.id}`, {
      origin: site.origin,
      flash: { kind: "error", text: checkoutTexts.releaseFailed },
    });
  }
  if (released.value.state === "paid")
    return seeOther("/profile", {
      origin: site.origin,
      flash: { kind: "success", text: checkoutTexts.paidMeanwhile },
    });
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
