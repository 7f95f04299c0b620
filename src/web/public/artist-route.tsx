import { useState } from "react";
import { data, isRouteErrorResponse, Link } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLongDate } from "#kernel/time.ts";
import { markdownToHtml } from "#ticketing/content/written-text.server.ts";
import { findArtistPage } from "#ticketing/events/event-queries.server.ts";
import { videoOf } from "#ticketing/events/video-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { readClubAddress } from "#web/request/site-content.server.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { Written } from "#web/ui/written.tsx";
import type { Route } from "./+types/artist-route.ts";
import { artistCardView, eventCardView } from "./card-views.server.ts";
import { boundaryOf } from "./lost-pages.tsx";
import { hasPrice, NightBadge, priceLabel, RunningNow } from "./night-badge.tsx";
import { metaOfHead } from "./page-head.ts";
import { artistHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta = metaOfHead((error) =>
  isRouteErrorResponse(error) ? publicTexts.artistMissing : publicTexts.artistFailed,
);

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const found = isUuid(params.id) ? await findArtistPage(site.database.anonymous, params.id) : undefined;
  if (!found) throw data(null, { status: 404 });
  const view = {
    ...artistCardView(found.artist),
    bio: markdownToHtml(found.artist.bio),
    light: found.events[0]?.light ?? null,
    video: videoOf(found.artist.youtubeLink),
    events: found.events.map(eventCardView),
  };
  return { view, head: artistHead(site.origin, await readClubAddress(context), found) };
}

export default function Artist({ loaderData }: Route.ComponentProps) {
  return <ArtistPage view={loaderData.view} />;
}

export const ErrorBoundary = boundaryOf(() => publicTexts.artistFailed, "artist");

export type ArtistPageView = Route.ComponentProps["loaderData"]["view"];

export function ArtistPage({ view }: { view: ArtistPageView }) {
  return (
    <div className="wrap below-head artist-page">
      <article className="artist" style={{ "--ev": view.light ?? "#38f2c0" }}>
        <figure>
          <Picture
            picture={view.picture}
            seed={view.id}
            alt={view.picture?.alt || publicTexts.portraitOf(view.name)}
            sizes="(max-width: 820px) 100vw, 520px"
            priority="high"
          />
        </figure>
        <div className="artist__text">
          <div className="artist__up">
            <p className="artist__tagline display size-3 gold">{view.tagline ?? publicTexts.artistDefault}</p>
            <h1 className="display">{view.name}</h1>
          </div>
          <Written className="artist__down prose" html={view.bio} />
        </div>
      </article>
      {view.video ? <Listen artist={view.name} video={view.video} /> : null}
      <Nights events={view.events} />
    </div>
  );
}

function Listen({ artist, video }: { artist: string; video: NonNullable<ArtistPageView["video"]> }) {
  return (
    <section className="artist__section" aria-labelledby="listen">
      <h2 className="display size-2" id="listen">
        {publicTexts.listen}
      </h2>
      {video.kind === "embed" ? (
        <Video artist={artist} videoId={video.videoId} />
      ) : (
        <a className={buttonClass({ look: "line" })} href={video.url} rel="noopener noreferrer">
          <Icon name="external" /> {publicTexts.externalLink}
        </a>
      )}
    </section>
  );
}

/** Nothing is loaded from the video's site before a click. Without JavaScript the button is a link to that site. */
function Video({ artist, videoId }: { artist: string; videoId: string }) {
  const [playing, setPlaying] = useState(false);
  const enhanced = useEnhanced();
  if (playing) {
    return (
      <div className="video">
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`}
          title={publicTexts.videoOf(artist)}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <>
      <div className="video">
        <Picture picture={moonWide} seed={videoId} alt="" sizes="(max-width: 820px) 92vw, 1280px" />
        {enhanced ? (
          <Button look="sand" onClick={() => setPlaying(true)}>
            <Icon name="play" /> {publicTexts.playVideo}
          </Button>
        ) : (
          <a
            className={buttonClass({ look: "sand" })}
            href={`https://www.youtube.com/watch?v=${videoId}`}
            rel="noopener noreferrer"
          >
            <Icon name="play" /> {publicTexts.playVideo}
          </a>
        )}
      </div>
      <p className="small muted video__note">{publicTexts.videoNote}</p>
    </>
  );
}

function Nights({ events }: { events: ArtistPageView["events"] }) {
  return (
    <section className="artist__section artist__section--last" aria-labelledby="nights">
      <h2 className="display size-2" id="nights">
        {publicTexts.whereTheyPlay}
      </h2>
      {events.length === 0 ? (
        <p className="muted">
          {publicTexts.noNightsYet}{" "}
          <Link className="text-link" to="/events">
            {publicTexts.seeEvents}
          </Link>
        </p>
      ) : (
        <ul className="nights">
          {events.map((event) => (
            <li key={event.id}>
              <Link className="night-row" to={`/events/${event.slug}`} prefetch="intent">
                <span className="night-row__date display">
                  <DateText day={event.date} form="short" />
                </span>
                <b className="display">{event.title}</b>
                <span>
                  {event.running ? <RunningNow event={event} /> : weekdayAndTime(event.date, event.time)}
                </span>
                <span className="night-row__price figures">
                  <NightBadge event={event} /> {hasPrice(event.sale) ? priceLabel(event.lowestPrice) : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function weekdayAndTime(date: string, time: string | null): string {
  const weekday = formatLongDate(date).split(",")[0] ?? "";
  return time ? `${weekday}${publicTexts.atTime}${time}` : weekday;
}
