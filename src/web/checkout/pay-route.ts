import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import type { CardPageRefusal } from "#ticketing/orders/payment/ask-for-page.server.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther, toPayment } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { Route } from "./+types/pay-route.ts";
import { checkoutTexts } from "./checkout-texts.ts";

/** Goes on to the card page of an open order: the page that is open, or a new one when it is this order's turn. */
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
  const text = wordsFor(page.refusal);
  return seeOther(`/checkout/${order.id}`, {
    origin: site.origin,
    ...(text === null ? {} : { flash: { kind: "error", text } }),
  });
}

function wordsFor(refusal: CardPageRefusal): string | null {
  switch (refusal.reason) {
    case "ended":
      return null;
    case "wait":
      return checkoutTexts.waitForTurn;
    case "provider_unavailable":
      return checkoutTexts.providerAway;
    case "page_refused":
      return saleTexts.pageRefused(refusal.isAddress);
  }
}
