import { data, type RouterContextProvider } from "react-router";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { listOpenChoices } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { findOwnOrder, listOwnOrders } from "#ticketing/orders/own-order-queries.server.ts";
import { listSentSeats, listWaitingTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { forgiven } from "#web/request/forgiven-read.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { nightViews } from "./my-night-views.ts";
import { type MyOrderView, orderPageView, orderRowView } from "./my-order-view.ts";
import type { ProfilePageView } from "./profile-page.tsx";
import { sentSeatView } from "./sent-seat-view.ts";

export type Person = Visitor & { kind: "person" };
type Section = ProfilePageView["section"];
type Asked = { site: SiteServices; person: Person; query: URLSearchParams };

const ordersShown = 100;
const latestShown = 3;

/** What the address asks for: an order, all orders, or the tickets. */
export async function sectionOf(
  context: Readonly<RouterContextProvider>,
  { site, person, query }: Asked,
): Promise<Section> {
  const order = query.get("order");
  if (order !== null) return orderSection(site, person, order);
  if (query.get("section") === "orders")
    return { kind: "orders", orders: await forgiven(context, ordersOf(site, person, ordersShown), []) };
  const [section, latest] = await Promise.all([
    forgiven<Section>(context, ticketsSection(site, person), { kind: "failed" }),
    forgiven(context, ordersOf(site, person, latestShown), []),
  ]);
  return section.kind === "tickets" ? { ...section, latest } : section;
}

async function orderSection(site: SiteServices, person: Person, id: string): Promise<Section> {
  const order = await findOwnOrder(site, asOwner(person), id);
  if (!order) throw data(null, { status: 404 });
  return { kind: "order", order: orderPageView(order, await listOpenChoices(site, order.id)) };
}

async function ordersOf(site: SiteServices, person: Person, most: number): Promise<MyOrderView[]> {
  const orders = await site.database.readAs(asOwner(person), (sql) => listOwnOrders(sql, most));
  return orders.map(orderRowView);
}

async function ticketsSection(site: SiteServices, person: Person): Promise<Section> {
  const [tickets, waiting, sent] = await Promise.all([
    listOwnTickets(site, person),
    site.database.readAs(asOwner(person), listWaitingTransfers),
    listSentSeats(site, person.userId),
  ]);
  const nights = nightViews(tickets, waiting, site.now());
  const openId = nights.find((night) => !night.isPast)?.id ?? null;
  const hasNothing = nights.length === 0 && sent.length === 0;
  const mayBeGuests = hasNothing && (await mayGuestsBuy(site.database.anonymous));
  return { kind: "tickets", nights, sent: sent.map(sentSeatView), openId, mayBeGuests, latest: [] };
}
