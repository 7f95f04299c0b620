import { dayOf } from "#kernel/time.ts";
import { listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/season-pass-route.ts";
import { buyOffer } from "./buy-offer.server.ts";
import { offerTexts } from "./offer-texts.ts";
import { offerView } from "./offer-view.ts";
import { SeasonPassPage } from "./season-pass-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, offerTexts.specialTitle) },
  { name: "description", content: offerTexts.specialSubtitle },
];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const offers = await listSpecialTickets(site.database.anonymous.$client, dayOf(site.now()));
  return { offers: offers.map((offer) => offerView(offer, "season-pass")) };
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "season-pass",
    loginFirst: offerTexts.specialLoginFirst,
  });
}

export default function SeasonPass({ loaderData, actionData }: Route.ComponentProps) {
  return <SeasonPassPage offers={loaderData.offers} refusal={actionData ?? null} />;
}
