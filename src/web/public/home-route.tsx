import { dayOf } from "#kernel/time.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { listArtists, listUpcomingEvents } from "#ticketing/events/event-queries.server.ts";
import { pageFactsContext, siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/home-route.ts";
import { artistCardView, eventCardView } from "./event-views.ts";
import { HomePage, type HomePageView } from "./home-page.tsx";
import { publicTexts } from "./public-texts.ts";

const upcomingLimit = 6;
const artistsLimit = 40;

export const meta: Route.MetaFunction = () => [
  { title: publicTexts.homeTitle },
  { name: "description", content: publicTexts.homeDescription },
];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const reader = site.database.anonymous.$client;
  const today = dayOf(site.now());
  const [content, events, artists] = await Promise.all([
    readContent(reader, ["hero"]),
    listUpcomingEvents(reader, today, upcomingLimit),
    listArtists(reader, artistsLimit),
  ]);
  for (const event of events) context.get(pageFactsContext).subjects.add(`event:${event.id}`);
  const hero = withDefaults({ ...defaultHero }, content.get("hero"));
  const view: HomePageView = {
    hero: { title: hero.title, subtitle: hero.subtitle, callToAction: hero.cta_text, background: null },
    events: events.map((event) => eventCardView(event, today)),
    artists: artists.map(artistCardView),
  };
  return { view };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage view={loaderData.view} />;
}
