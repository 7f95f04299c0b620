import { isRouteErrorResponse } from "react-router";
import { listOffers } from "#ticketing/events/offer-queries.server.ts";
import { forgiven } from "#web/request/forgiven-read.server.ts";
import {
  activeOfferContext,
  siteContext,
  viewerContext,
  visitorContext,
} from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/tickets-route.ts";
import { buyOffer, readOpenOffer } from "./buy-offer.server.ts";
import { LoadFailedPage } from "./lost-pages.tsx";
import { offerTexts } from "./offer-texts.ts";
import { offerView } from "./offer-view.ts";
import { headTags } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";
import { TicketsPage } from "./tickets-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, offerTexts.ticketsTitle) }];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { kind, known } = context.get(viewerContext);
  const [offers, active, open] = await Promise.all([
    listOffers(site.database.anonymous),
    forgiven(context, context.get(activeOfferContext)(), null),
    readOpenOffer(site, known, "tickets"),
  ]);
  const head = siteHead(site.origin, {
    path: "/tickets",
    title: offerTexts.ticketsTitle,
    description: offerTexts.ticketsDescription,
  });
  const viewer = kind !== "person" ? ("anonymous" as const) : ("customer" as const);
  const view = { active, open, viewer, offers: offers.map((offer) => offerView(offer, "tickets")) };
  return { view, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "tickets",
    loginFirst: publicTexts.loginFirst,
    ownWords: {},
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return <LoadFailedPage sentence={offerTexts.loadFailed} />;
}

export default function Tickets({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketsPage view={loaderData.view} refusal={actionData ?? null} />;
}
