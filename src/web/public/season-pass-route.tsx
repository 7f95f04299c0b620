import { isRouteErrorResponse } from "react-router";
import { listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { siteContext, viewerContext, visitorContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/season-pass-route.ts";
import { buyOffer, readOpenOffer } from "./buy-offer.server.ts";
import { LoadFailedPage } from "./lost-pages.tsx";
import { offerTexts } from "./offer-texts.ts";
import { offerView } from "./offer-view.ts";
import { headTags } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { SeasonPassPage } from "./season-pass-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, offerTexts.specialTitle) }];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [offers, open] = await Promise.all([
    listSpecialTickets(site.database.anonymous),
    readOpenOffer(site, context.get(viewerContext).known, "season-pass"),
  ]);
  const head = siteHead(site.origin, {
    path: "/season-pass",
    title: offerTexts.specialTitle,
    description: offerTexts.specialSubtitle,
  });
  return { offers: offers.map((offer) => offerView(offer, "season-pass")), open, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "season-pass",
    loginFirst: offerTexts.specialLoginFirst,
    ownWords: {
      no_price: offerTexts.specialNotConfigured,
      provider_unavailable: offerTexts.specialFailed,
      busy: offerTexts.specialFailed,
    },
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return <LoadFailedPage sentence={offerTexts.specialLoadFailed} />;
}

export default function SeasonPass({ loaderData, actionData }: Route.ComponentProps) {
  return <SeasonPassPage offers={loaderData.offers} open={loaderData.open} refusal={actionData ?? null} />;
}
