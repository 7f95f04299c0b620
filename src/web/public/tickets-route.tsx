import { dayOf } from "#kernel/time.ts";
import { listOffers } from "#ticketing/events/offer-queries.server.ts";
import { findSubscription, listOwnOrders } from "#ticketing/orders/order-queries.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import type { Route } from "./+types/tickets-route.ts";
import { buyOffer } from "./buy-offer.server.ts";
import { offerTexts } from "./offer-texts.ts";
import { offerView } from "./offer-view.ts";
import { publicTexts } from "./public-texts.ts";
import { TicketsPage, type TicketsPageView } from "./tickets-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, offerTexts.ticketsTitle) },
  { name: "description", content: offerTexts.ticketsDescription },
];

export async function loader({ context }: Route.LoaderArgs): Promise<{ view: TicketsPageView }> {
  const site = context.get(siteContext);
  const [offers, active] = await Promise.all([
    listOffers(site.database.anonymous.$client, dayOf(site.now())),
    activeOf(site, context.get(visitorContext)),
  ]);
  return { view: { active, offers: offers.map((offer) => offerView(offer, "tickets")) } };
}

async function activeOf(site: SiteServices, visitor: Visitor): Promise<TicketsPageView["active"]> {
  if (visitor.kind === "anonymous") return null;
  return site.database.withActor(visitor, async (sql) => {
    const subscription = await findSubscription(sql);
    if (subscription?.status === "active")
      return { kind: "subscription", until: dayOf(new Date(subscription.currentPeriodEnd * 1000)) };
    const [latest] = await listOwnOrders(sql, 1);
    return latest?.orderStatus === "completed" ? { kind: "ticket" } : null;
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "tickets",
    loginFirst: publicTexts.loginFirst,
  });
}

export default function Tickets({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketsPage view={loaderData.view} refusal={actionData ?? null} />;
}
