import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { defaultAbout, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { findHomePage } from "#ticketing/events/event-queries.server.ts";
import { isOnSale } from "#ticketing/events/sale-state.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { readOrElse } from "#web/request/read-or-else.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CarouselArrows, CarouselDots, CarouselTrack, useCarousel } from "#web/ui/carousel.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide, moonWide, noonWide, sunsetHero } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import type { Route } from "./+types/home-route.ts";
import {
  type ArtistCardView,
  artistCardView,
  type EventCardView,
  eventCardView,
} from "./card-views.server.ts";
import { EventCard } from "./event-card.tsx";
import { Lettering, PosterDate } from "./lettered-poster.tsx";
import { badgeOf, cardLight, hasPrice, NightBadge, priceLabel, RunningNow } from "./night-badge.tsx";
import { metaOfHead } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { OffersLink } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";
import { cutText, paragraphs } from "./shown-text.ts";

const upcomingLimit = 6;
const artistsLimit = 40;

export const meta = metaOfHead(() => publicTexts.home);

/** Home is always shown. Nights and artists that cannot be read are left out, and the failure is logged. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const counts = { events: upcomingLimit, artists: artistsLimit };
  const [content, { events, artists }] = await Promise.all([
    readSiteContent(context),
    readOrElse(context, findHomePage(site.database.anonymous, counts), { events: [], artists: [] }),
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

export type HomePageView = Route.ComponentProps["loaderData"]["view"];

const slideMilliseconds = 5000;
const artistsPerGroup = 4;

export function HomePage({ view }: { view: HomePageView }) {
  return (
    <>
      <Hero hero={view.hero} next={view.events[0]} />
      <section className="section" aria-labelledby="upcoming">
        {view.events.length > 0 ? <UpcomingEvents events={view.events} /> : <NoUpcoming />}
      </section>
      <div className="wrap">
        <OffersLink />
      </div>
      {view.events.length > 4 ? <OtherNights events={view.events.slice(1, 4)} /> : null}
      <section className="section section--deep" aria-labelledby="cast">
        {view.artists.length > 0 ? <Cast artists={view.artists} /> : <NoArtists />}
      </section>
      {view.about ? <About about={view.about} /> : null}
      <section className="closing">
        <Picture picture={dawnWide} seed="dawn" alt="" sizes="100vw" />
        <div className="wrap">
          <h2 className="display">{publicTexts.closing}</h2>
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {publicTexts.closingLink}
          </Link>
        </div>
      </section>
    </>
  );
}

/** The title on the horizon, dark, with a reflection of its words; over a photograph light, and below the horizon. */
function Hero({ hero, next }: { hero: HomePageView["hero"]; next: EventCardView | undefined }) {
  const photograph = hero.background !== null;
  return (
    <section className={photograph ? "hero hero--photo" : "hero"} aria-labelledby="hero-title">
      <Picture
        picture={hero.background ?? sunsetHero}
        seed="hero"
        alt={hero.background?.alt ?? ""}
        sizes="100vw"
        priority="high"
      />
      <h1 className="hero__title display" id="hero-title">
        {hero.title}
      </h1>
      {photograph ? null : (
        <div className="hero__title hero__mirror display" aria-hidden="true">
          {hero.title}
        </div>
      )}
      <div className="hero__foot">
        <div className="wrap">
          <p className="hero__sub display">{hero.subtitle}</p>
          {next ? <NextNight event={next} /> : null}
          <Link className={buttonClass({ look: "sun" })} to="/events">
            {hero.callToAction}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** The first night of the carousel, visible on a phone without scrolling: its price, or why it cannot be bought. */
function NextNight({ event }: { event: EventCardView }) {
  const badge = isOnSale(event.sale) ? null : badgeOf(event);
  return (
    <Link className="hero__next" to={`/events/${event.slug}`} prefetch="intent">
      <b className="display">{event.title}</b>
      <span className="figures">
        {event.running ? (
          <RunningNow event={event} />
        ) : (
          <DateText day={event.date} time={event.time} form="short" />
        )}{" "}
        · <span>{badge?.text ?? priceLabel(event.lowestPrice)}</span>
      </span>
    </Link>
  );
}

function About({ about }: { about: NonNullable<HomePageView["about"]> }) {
  return (
    <section className="section about-club" aria-labelledby="about-club">
      <div className="wrap">
        <h2 className="display size-2" id="about-club">
          {about.title}
        </h2>
        {paragraphs(about.text).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

function UpcomingEvents({ events }: { events: EventCardView[] }) {
  const carousel = useCarousel(events.length, { everyMs: slideMilliseconds });
  const texts = {
    previous: publicTexts.previousEvent,
    next: publicTexts.nextEvent,
    pause: publicTexts.stopMoving,
    play: publicTexts.startMoving,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group, not a set of form controls
    <div
      role="group"
      aria-roledescription={publicTexts.carouselRole}
      aria-labelledby="upcoming"
      {...carousel.resting}
    >
      <div className="wrap section__head">
        <h2 className="display size-2" id="upcoming">
          {publicTexts.upcoming}
        </h2>
        <CarouselArrows carousel={carousel} texts={texts} />
      </div>
      <CarouselTrack
        carousel={carousel}
        label={publicTexts.upcomingCarousel}
        slideRole={publicTexts.slideRole}
        slides={events.map((event, i) => ({
          key: event.id,
          name: publicTexts.slideOf(i + 1, events.length),
          body: <EventSlide event={event} />,
        }))}
      />
      <div className="section__dots">
        <CarouselDots carousel={carousel} legend={publicTexts.chooseEvent} dot={publicTexts.eventNumber} />
      </div>
    </div>
  );
}

function NoUpcoming() {
  return (
    <div className="wrap">
      <h2 className="display size-2 section__head" id="upcoming">
        {publicTexts.upcoming}
      </h2>
      <EmptyState title={publicTexts.emptyUpcomingTitle} text={publicTexts.noUpcoming} picture={moonWide}>
        <Link className={buttonClass({ look: "sand" })} to="/events">
          {publicTexts.allEvents}
        </Link>
      </EmptyState>
    </div>
  );
}

function OtherNights({ events }: { events: EventCardView[] }) {
  return (
    <section className="section--after" aria-label={publicTexts.otherNights}>
      <div className="wrap">
        <ul className="wall">
          {events.map((event, i) => (
            <li key={event.id}>
              <EventCard event={event} next={events[i + 1]} titleLevel="h3" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Cast({ artists }: { artists: ArtistCardView[] }) {
  const groups = Array.from({ length: Math.ceil(artists.length / artistsPerGroup) }, (_, i) =>
    artists.slice(i * artistsPerGroup, (i + 1) * artistsPerGroup),
  );
  const carousel = useCarousel(groups.length);
  return (
    <div className="wrap">
      <div className="section__head">
        <h2 className="display size-2" id="cast">
          {publicTexts.cast}
        </h2>
        <CarouselArrows
          carousel={carousel}
          texts={{ previous: publicTexts.previousArtists, next: publicTexts.nextArtists }}
        />
      </div>
      <CarouselTrack
        carousel={carousel}
        label={publicTexts.castCarousel}
        slideRole={publicTexts.slideRole}
        slides={groups.map((group, i) => ({
          key: group[0]?.id ?? "",
          name: publicTexts.slideOf(i + 1, groups.length),
          body: (
            <ul className="cast">
              {group.map((artist) => (
                <li key={artist.id}>
                  <ArtistCard artist={artist} />
                </li>
              ))}
            </ul>
          ),
        }))}
      />
      <div className="section__dots">
        <CarouselDots carousel={carousel} legend={publicTexts.chooseArtists} dot={publicTexts.artistGroup} />
      </div>
    </div>
  );
}

function NoArtists() {
  return (
    <div className="wrap">
      <h2 className="display size-2 section__head" id="cast">
        {publicTexts.cast}
      </h2>
      <EmptyState title={publicTexts.noArtists} text="" picture={noonWide} size="low">
        <Link className={buttonClass({ look: "sand" })} to="/events">
          {publicTexts.allEvents}
        </Link>
      </EmptyState>
    </div>
  );
}

/** One large night: the title on the horizon of its poster, the facts below it. */
export function EventSlide({ event }: { event: EventCardView }) {
  return (
    <article
      className={event.lettering ? "slide slide--lettered wrap" : "slide wrap"}
      style={{ "--ev": cardLight(event) }}
    >
      <div className="poster">
        <Picture picture={event.picture} seed={event.id} alt="" sizes="(max-width: 820px) 92vw, 480px" />
        {event.lettering ? <Lettering lines={event.lettering} as="p" event={event} /> : null}
        {event.lettering || event.isTitled ? null : <PosterDate day={event.date} />}
      </div>
      <div className="slide__text">
        <div className="slide__up">
          <p className="slide__date display gold">
            <DateText day={event.date} time={event.time} form="slide" joint={publicTexts.atTime} />{" "}
            <RunningNow event={event} />
          </p>
          <h3 className="slide__title display">{event.title}</h3>
        </div>
        <div className="slide__down">
          <p className="slide__place">{event.location}</p>
          <p className="slide__description">{cutText(event.description, 200)}</p>
          <div className="slide__action">
            <NightBadge event={event} />
            {hasPrice(event.sale) ? <SlidePrice lowestPrice={event.lowestPrice} /> : null}
            <Link className={buttonClass({ look: "sand" })} to={`/events/${event.slug}`} prefetch="intent">
              {publicTexts.details}
              <span className="visually-hidden">: {event.title}</span> <Icon name="arrowRight" />
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}

function SlidePrice({ lowestPrice }: { lowestPrice: number | null }) {
  if (lowestPrice === null) return <p className="slide__price">{publicTexts.noPrice}</p>;
  return (
    <p className="slide__price">
      {publicTexts.startingPrice} <b className="display figures">{saleTexts.price(formatLei(lowestPrice))}</b>
    </p>
  );
}

export function ArtistCard({ artist }: { artist: ArtistCardView }) {
  return (
    <Link className="artist-card" to={`/artists/${artist.slug}`} prefetch="intent">
      <figure>
        <Picture picture={artist.picture} seed={artist.id} alt="" sizes="(max-width: 820px) 46vw, 300px" />
      </figure>
      <h3 className="artist-card__name display">{artist.name}</h3>
      <p className="artist-card__tagline">{artist.tagline ?? publicTexts.artistDefault}</p>
      <p className="artist-card__bio">{cutText(artist.bio, 100)}</p>
    </Link>
  );
}
