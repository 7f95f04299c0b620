import { Link } from "react-router";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { EventCardView } from "./card-views.server.ts";
import { Lettering, PosterDate } from "./lettered-poster.tsx";
import { cardLight, hasPrice, isDimmed, NightBadge, priceLabel, RunningNow } from "./night-badge.tsx";

type EventCardProps = {
  event: EventCardView;
  /** The next card in the row; the horizon goes from this card's light to the next one's. */
  next: EventCardView | undefined;
  titleLevel: "h2" | "h3";
  shape?: "tall" | "lead";
};

export function EventCard({ event, next, titleLevel, shape = "tall" }: EventCardProps) {
  const Title = titleLevel;
  const dimmed = isDimmed(event.sale);
  const { lettering } = event;
  const looks = ["event-card", dimmed ? "event-card--off" : "", lettering ? "event-card--lettered" : ""];
  return (
    <Link
      className={looks.filter(Boolean).join(" ")}
      to={`/events/${event.slug}`}
      prefetch="intent"
      style={{ "--ev": cardLight(event), "--ev2": next ? cardLight(next) : undefined }}
    >
      <div className="poster">
        <Picture
          picture={event.picture}
          wide={shape === "lead" ? event.widePicture : null}
          seed={event.id}
          alt=""
          sizes={shape === "lead" ? "(max-width: 820px) 92vw, 1280px" : "(max-width: 820px) 46vw, 400px"}
          priority={shape === "lead" ? "high" : "lazy"}
        />
        {lettering ? <Lettering lines={lettering} as={titleLevel} event={event} /> : null}
        {lettering || event.isTitled ? null : <PosterDate day={event.date} />}
        {event.isTitled ? null : <NightBadge event={event} />}
      </div>
      <div className="event-card__body">
        <p className="event-card__when">
          <DateText day={event.date} time={event.time} form="short" />{" "}
          {event.movedFrom ? (
            <del>
              <DateText day={event.movedFrom} form="short" />
            </del>
          ) : null}{" "}
          <RunningNow event={event} /> {event.isTitled ? <NightBadge event={event} /> : null}
        </p>
        {lettering && shape === "tall" ? null : (
          <Title className="event-card__title display">{event.title}</Title>
        )}
        <div className="event-card__row">
          {lettering && shape === "tall" ? null : <p className="event-card__where">{event.location}</p>}
          {hasPrice(event.sale) ? (
            <p className="event-card__price figures">{priceLabel(event.lowestPrice)}</p>
          ) : null}
        </div>
      </div>
    </Link>
  );
}
