import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo, loginPath, seeOther, toPayment } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { Route } from "./+types/pay-route.ts";
import { checkoutTexts } from "./checkout-texts.ts";

/** Redirects to the card page of an open order: the open page, or a new one when it is the order's turn. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request));
  const { order: id } = params;
  const order = isUuid(id)
    ? await site.database.readAs(asOwner(visitor), (sql) => findOrder(sql, id))
    : undefined;
  if (!order) throw data(null, { status: 404 });
  const page = await openCardPage(site, order.id);
  if (page.ok) return toPayment({ orderId: order.id, url: page.value.url });
  const { refusal } = page;
  if (refusal.reason === "ended") return seeOther(`/checkout/${order.id}`, { origin: site.origin });
  const text =
    refusal.reason === "page_refused"
      ? saleTexts.pageRefused(refusal.isEmailWrong)
      : { wait: checkoutTexts.waitForTurn, provider_unavailable: checkoutTexts.providerAway }[refusal.reason];
  return flashTo(site, `/checkout/${order.id}`, "error", text);
}
