import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { asSentence } from "#kernel/romanian.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { useSecondsLeft } from "#web/ui/countdown.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Written } from "#web/ui/written.tsx";
import type { Route } from "./+types/event-route.ts";
import { BuyBar } from "./buy-bar.tsx";
import { cardLight } from "./night-badge.tsx";
import { NightFacts, WayThere } from "./night-facts.tsx";
import { publicTexts } from "./public-texts.ts";
import { TicketPanel } from "./ticket-panel.tsx";
import { quantitiesOf, useChoice } from "./use-choice.ts";

export type EventPageView = Route.ComponentProps["loaderData"]["view"];

type EventPageProps = {
  view: EventPageView;
  /** Personal, so it is sent beside the cached view. */
  hold: HoldView | null;
};

export function EventPage({ view, hold: read }: EventPageProps) {
  const hold = useLapsingHold(read);
  const past = view.panel.kind === "past";
  const isOn = !past && view.panel.kind !== "cancelled";
  const choice = useChoice(view.panel, hold);
  const newDate = view.moved && view.moved.date !== view.date ? view.date : null;
  return (
    <article className={past ? "event event--past" : "event"} style={{ "--ev": cardLight(view) }}>
      <div className="event__art opening-art">
        <Picture
          picture={view.picture}
          wide={view.widePicture}
          seed={view.id}
          alt={view.picture?.alt ?? ""}
          sizes="(max-width: 820px) 125vw, 100vw"
          priority="high"
        />
      </div>
      <div className="wrap event__grid">
        <div className="event__main">
          <h1 className="event__title display">{view.title}</h1>
          <NightFacts view={view} isOn={isOn} />
          {view.cancelReason === null ? null : (
            <Notice kind="bad" title={publicTexts.cancelledTitle}>
              {asSentence(view.cancelReason)} {publicTexts.cancelledBanner}
            </Notice>
          )}
          {view.artists.length > 0 ? (
            <Lineup artists={view.artists} title={past ? publicTexts.lineupPast : publicTexts.lineup} />
          ) : null}
        </div>
        <div className="event__side">
          <TicketPanel
            event={{ ...view, newDate }}
            panel={view.panel}
            hold={hold}
            choice={choice}
            others={view.others}
          />
        </div>
        <div className="event__more">
          {view.poster ? (
            <figure className="event__poster">
              <Picture
                picture={view.poster}
                seed={view.id}
                alt={view.poster.alt ?? ""}
                sizes="(max-width: 560px) 92vw, 520px"
              />
            </figure>
          ) : null}
          <section className="event__section" aria-labelledby="about">
            <h2 className="display" id="about">
              {publicTexts.about}
            </h2>
            <Written className="prose" html={view.description} />
          </section>
          {view.way && isOn ? <WayThere location={view.location} way={view.way} /> : null}
        </div>
      </div>
      <BuyBar panel={view.panel} hold={hold} choice={choice} newDate={newDate} />
    </article>
  );
}

function Lineup({ artists, title }: { artists: EventPageView["artists"]; title: string }) {
  return (
    <section className="event__section" aria-labelledby="lineup">
      <h2 className="display" id="lineup">
        {title}
      </h2>
      <ul className="lineup">
        {artists.map((artist) => (
          <li key={artist.id}>
            <Link className="lineup-chip display" to={`/artists/${artist.slug}`} prefetch="intent">
              <Picture picture={artist.picture} seed={artist.id} alt="" sizes="64px" />
              <span>
                {artist.name}
                <small>{artist.tagline ?? publicTexts.artistDefault}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns the open order, for all parts of the page, so that it expires for all at once. An expired order goes into
 * the history entry beside the choice: after a reload the page still says so, until something else is chosen.
 */
export function useLapsingHold(hold: HoldView | null): HoldView | null {
  const { state } = useLocation();
  const [lapsed, setLapsed] = useState<HoldView | null>(null);
  const isOver = useSecondsLeft(hold?.secondsLeft ?? 0) === 0;
  useEffect(() => {
    if (!hold) return setLapsed(state?.lapsed ?? null);
    if (!isOver) return;
    const usr = { chosen: quantitiesOf(hold.lines), lapsed: { ...hold, secondsLeft: 0 } };
    history.replaceState({ ...history.state, usr }, "");
  }, [hold, isOver, state]);
  return hold && isOver ? { ...hold, secondsLeft: 0 } : (hold ?? lapsed);
}
