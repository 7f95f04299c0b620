import { defaultAbout, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { findHomePage } from "#ticketing/events/event-queries.server.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { forgiven } from "#web/request/forgiven-read.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import type { Route } from "./+types/home-route.ts";
import { artistCardView, eventCardView } from "./card-views.server.ts";
import { HomePage } from "./home-page.tsx";
import { headTags } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

const upcomingLimit = 6;
const artistsLimit = 40;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, publicTexts.home) }];

/** Home is always shown. Nights and artists that cannot be read are left out, and the failure is logged. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const wanted = { events: upcomingLimit, artists: artistsLimit };
  const [content, { events, artists }] = await Promise.all([
    readSiteContent(context),
    forgiven(context, findHomePage(site.database.anonymous, wanted), { events: [], artists: [] }),
  ]);
  const hero = withDefaults({ ...defaultHero }, content.get("hero"));
  const about = withDefaults({ ...defaultAbout }, content.get("about"));
  const view = {
    hero: {
      title: hero.title,
      subtitle: hero.subtitle,
      callToAction: hero.cta_text,
      background: await backgroundOf(context, hero.background_url),
    },
    about: about.title === "" ? null : { title: about.title, text: about.content },
    events: events.map(eventCardView),
    artists: artists.map(artistCardView),
  };
  const head = siteHead(site.origin, {
    path: "/",
    title: hero.subtitle,
    description: publicTexts.homeDescription,
  });
  return { view, head };
}

/** Returns the uploaded background; null when it is missing or cannot be read, and the page shows Estival's sunset. */
async function backgroundOf(context: Route.LoaderArgs["context"], url: string): Promise<PictureView | null> {
  if (url === "") return null;
  const site = context.get(siteContext);
  const found = await findPicture(site.database.anonymous, url).catch((error: unknown) => {
    site.log.error({ error: String(error) }, "the background could not be read");
    return undefined;
  });
  if (!found) return null;
  const { sources, width, height, altText } = found;
  return { sources: [...sources], width, height, position: "center", alt: altText };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage view={loaderData.view} />;
}
