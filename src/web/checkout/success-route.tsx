import "./checkout.css";
import { data, isRouteErrorResponse, Link, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { findGuestAddress } from "#ticketing/orders/guest-order-queries.server.ts";
import { findOrder, findOrderOfSession, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { nameTicket } from "#web/request/name-ticket.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { namingUnanswered } from "#web/ui/name-ticket.tsx";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/success-route.ts";
import { boughtOrder, type SuccessPageView, untouchedPanels } from "./bought-tickets.server.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { isOrderShown } from "./order-view.ts";
import { SuccessPage, titleOf } from "./success-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, loaderData ? titleOf(loaderData.view) : checkoutTexts.genericTitle) },
];

/**
 * The page after the card page; a free order is found by its id. The owner's visit also settles the order, so that
 * the tickets are there even when the webhook event is late. Everybody else gets the same thanks without any data, or none when
 * the address names no payment.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ view: SuccessPageView }> {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const { searchParams: query } = new URL(request.url);
  const [sessionId, orderId] = [query.get("session_id") ?? "", query.get("order")];
  const isOfSession = /^cs_[A-Za-z0-9_]{1,250}$/.test(sessionId);
  const generic = { kind: "generic", isAfterPaying: isOfSession || isUuid(orderId) } as const;
  if (visitor.kind === "anonymous") return { view: generic };
  const find = () =>
    site.database.readAs(asOwner(visitor), async (sql) => {
      if (isUuid(orderId)) return findOrder(sql, orderId);
      return isOfSession ? findOrderOfSession(sql, sessionId) : undefined;
    });
  let order = await find();
  if (order && !order.paidAt && !isUuid(orderId) && site.orderReads.waitFor(visitor.userId) === 0) {
    const settled = await settlePayment(site, { sessionId, by: "customer" });
    order = await find();
    // the order's own page says that it is unpaid, how long it is held, and how to go on
    if (order && isUnpaid(order, settled.ok ? settled.value.sessionStatus : null))
      throw redirect(`/checkout/${order.id}`);
  }
  return { view: order && isOrderShown(order) ? await orderPage(site, visitor, order) : generic };
}

/** Whether the provider says that the order is unpaid. Without its answer, the payment counts as being confirmed. */
function isUnpaid({ paidAt, state }: OrderView, status: "open" | "complete" | "expired" | null): boolean {
  const mayBePaid = paidAt !== null || !["held", "checkout_open", "expired", "cancelled"].includes(state);
  return !mayBePaid && (status === "open" || status === "expired");
}

/** Changes the holder's name of a ticket; the page stays. */
export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const form = await request.formData();
  if (visitor.kind === "anonymous" || form.get("intent") !== "name") throw data(null, { status: 400 });
  const here = `/tickets/success${new URL(request.url).search}`;
  return nameTicket(context.get(siteContext), asOwner(visitor), form, here);
}

/** Returns the order's page. A guest's forms are sent to the order's own address. */
async function orderPage(
  site: SiteServices,
  visitor: KnownVisitor,
  order: OrderView,
): Promise<SuccessPageView> {
  const viewer = { ...asOwner(visitor), onlyOrder: null };
  const address = visitor.kind === "guest" ? await findGuestAddress(site, visitor.userId) : undefined;
  const guest = address
    ? {
        ...address,
        action: `/orders/${order.id}`,
        isCodeSent: false,
        isByLink: false,
        mayKeep: true,
        ...untouchedPanels,
      }
    : null;
  const sendPath = guest ? `/orders/${order.id}/send` : "/profile/send";
  const splitPath = guest ? guest.action : "/profile";
  return boughtOrder(site, order, {
    viewer,
    email: visitor.email,
    guest,
    linkQuery: "",
    files: "",
    sendPath,
    splitPath,
    takesNames: true,
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return unlessUnanswered(serverAction, (tooMany) =>
    namingUnanswered(form, tooMany ?? checkoutTexts.namingUnanswered),
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return (
    <LoadFailed
      sentence={checkoutTexts.orderFailed}
      text={checkoutTexts.orderFailedText}
      tryAgain={checkoutTexts.checkAgain}
    >
      <Link className={buttonClass({ look: "line" })} to="/profile">
        {checkoutTexts.myTickets}
      </Link>
    </LoadFailed>
  );
}

export default function Success({ loaderData }: Route.ComponentProps) {
  return <SuccessPage view={loaderData.view} />;
}
