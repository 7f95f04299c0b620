import { Link } from "react-router";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { cardLight } from "./event-card.tsx";
import type { OtherNightView } from "./other-nights.tsx";
import { paragraphs } from "./paragraphs.ts";
import { publicTexts } from "./public-texts.ts";
import { TicketPanel } from "./ticket-panel.tsx";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import { useChoice } from "./use-choice.ts";

export type EventPageView = {
  id: string;
  title: string;
  /** 'YYYY-MM-DD' */
  date: string;
  /** 'HH:MM' */
  time: string | null;
  location: string;
  /** Paragraphs stand apart by an empty line. */
  description: string;
  picture: PictureView | null;
  widePicture: PictureView | null;
  light: string | null;
  artists: { id: string; name: string; tagline: string | null; picture: PictureView | null }[];
  panel: TicketPanelView;
  /** At most three other nights on sale, for a panel that has nothing to sell. */
  others: OtherNightView[];
};

type EventPageProps = {
  view: EventPageView;
  /** Personal, so it is sent beside the cached view. */
  hold: HoldView | null;
};

export function EventPage({ view, hold }: EventPageProps) {
  const past = view.panel.kind === "past";
  const choice = useChoice(view.panel, hold);
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
          <Facts view={view} />
          {view.artists.length > 0 ? (
            <Lineup artists={view.artists} title={past ? publicTexts.lineupPast : publicTexts.lineup} />
          ) : null}
        </div>
        <div className="event__side">
          <TicketPanel event={view} panel={view.panel} hold={hold} choice={choice} others={view.others} />
        </div>
        <div className="event__more">
          <section className="event__section" aria-labelledby="about">
            <h2 className="display" id="about">
              {publicTexts.about}
            </h2>
            <div className="prose">
              {paragraphs(view.description).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        </div>
      </div>
      <BuyBar panel={view.panel} hold={hold} choice={choice} date={view.date} />
    </article>
  );
}

function Facts({ view }: { view: EventPageView }) {
  return (
    <dl className="facts">
      <div>
        <dt>{publicTexts.date}</dt>
        <dd className="display gold">
          <DateText day={view.date} form="long" />
        </dd>
      </div>
      {view.time ? (
        <div>
          <dt>{publicTexts.time}</dt>
          <dd className="display figures">{view.time}</dd>
        </div>
      ) : null}
      <div>
        <dt>{publicTexts.place}</dt>
        <dd className="display">{view.location}</dd>
      </div>
      {view.panel.kind === "past" ? null : (
        <div className="facts__calendar">
          <dt className="visually-hidden">{publicTexts.calendar}</dt>
          <dd>
            <a className="text-link" href={`/events/${view.id}/night.ics`} download>
              <Icon name="calendar" /> {publicTexts.addToCalendar}
            </a>
          </dd>
        </div>
      )}
    </dl>
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
            <Link className="lineup-chip display" to={`/artists/${artist.id}`} prefetch="intent">
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
