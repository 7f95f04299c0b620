import { data, isRouteErrorResponse } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { writtenHtml } from "#ticketing/content/written-text.server.ts";
import { findArtistPage } from "#ticketing/events/event-queries.server.ts";
import { videoOf } from "#ticketing/events/video-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { readClubAddress } from "#web/request/site-content.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/artist-route.ts";
import { ArtistPage } from "./artist-page.tsx";
import { artistCardView, eventCardView } from "./card-views.server.ts";
import { LoadFailedPage, NotFoundPage } from "./lost-pages.tsx";
import { headTags } from "./page-head.ts";
import { artistHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) =>
  loaderData
    ? headTags(loaderData.head, matches)
    : [
        {
          title: pageTitle(
            matches,
            isRouteErrorResponse(error) ? publicTexts.artistMissing : publicTexts.artistFailed,
          ),
        },
      ];

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const found = isUuid(params.id) ? await findArtistPage(site.database.anonymous, params.id) : undefined;
  if (!found) throw data(null, { status: 404 });
  const view = {
    ...artistCardView(found.artist),
    bio: writtenHtml(found.artist.bio),
    light: found.events[0]?.light ?? null,
    video: videoOf(found.artist.youtubeLink),
    events: found.events.map(eventCardView),
  };
  return { view, head: artistHead(site.origin, await readClubAddress(context), found) };
}

export default function Artist({ loaderData }: Route.ComponentProps) {
  return <ArtistPage view={loaderData.view} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <LoadFailedPage sentence={publicTexts.artistFailed} />;
  if (error.status === 404) return <NotFoundPage missing="artist" />;
  throw error;
}
