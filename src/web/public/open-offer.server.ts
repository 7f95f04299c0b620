import { findOpenOffer } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import type { OpenOfferView } from "./open-offer.tsx";

/** A customer's unpaid order of an offer on this page; pages with it are not cached. */
export async function readOpenOffer(
  site: SiteServices,
  visitor: KnownVisitor | null,
  origin: "tickets" | "season-pass",
): Promise<OpenOfferView | null> {
  if (visitor?.kind !== "person" || !visitor.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOffer(sql, origin));
  const milliseconds = order ? order.holdExpiresAt.getTime() - site.now().getTime() : 0;
  if (!order || milliseconds <= 0) return null;
  return {
    name: order.lines.map((line) => line.title).join(", "),
    total: order.total,
    secondsLeft: Math.round(milliseconds / 1000),
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}
