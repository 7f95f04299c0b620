import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { PosterDate } from "./poster-date.tsx";
import { publicTexts } from "./public-texts.ts";

export type EventCardView = {
  id: string;
  slug: string;
  title: string;
  /** 'YYYY-MM-DD' */
  date: string;
  /** 'HH:MM' */
  time: string | null;
  location: string;
  description: string;
  /** Whole bani; null when nothing is on sale. */
  lowestPrice: number | null;
  sale: "open" | "last" | "soldOut" | "unavailable" | "past";
  picture: PictureView | null;
  /** The same picture cut for wide places, where there is one. */
  widePicture: PictureView | null;
  /** The colour of the event's own light, '#38f2c0'. */
  light: string | null;
};

type EventCardProps = {
  event: EventCardView;
  /** The horizon runs on from this card's light to the next one's. */
  next: EventCardView | undefined;
  titleLevel: "h2" | "h3";
  shape?: "tall" | "lead";
};

export function EventCard({ event, next, titleLevel, shape = "tall" }: EventCardProps) {
  const Title = titleLevel;
  const badge = badgeOf(event.sale);
  const dimmed = event.sale === "unavailable" || event.sale === "past";
  return (
    <Link
      className={dimmed ? "event-card event-card--off" : "event-card"}
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
        <PosterDate day={event.date} />
        {badge ? <span className={`badge ${badge.look}`}>{badge.text}</span> : null}
      </div>
      <div className="event-card__body">
        <p className="event-card__when">
          <DateText day={event.date} time={event.time} form="short" />
        </p>
        <Title className="event-card__title display">{event.title}</Title>
        <div className="event-card__row">
          <p className="event-card__where">{event.location}</p>
          <p className="event-card__price figures">
            {priceLabel(event.sale === "past" ? null : event.lowestPrice)}
          </p>
        </div>
      </div>
    </Link>
  );
}

export function priceLabel(lowestPrice: number | null): string {
  return lowestPrice === null ? publicTexts.noPrice : publicTexts.fromPrice(formatLei(lowestPrice));
}

export function cardLight(event: { light: string | null; sale?: EventCardView["sale"] }): string {
  if (event.sale === "unavailable" || event.sale === "past") return "#46506e";
  return event.light ?? "#38f2c0";
}

function badgeOf(sale: EventCardView["sale"]): { text: string; look: string } | null {
  switch (sale) {
    case "unavailable":
      return { text: publicTexts.unavailable, look: "badge--off" };
    case "soldOut":
      return { text: publicTexts.soldOut, look: "badge--off" };
    case "past":
      return { text: publicTexts.pastNight, look: "badge--off" };
    case "last":
      return { text: publicTexts.lastTickets, look: "badge--phosphor" };
    case "open":
      return null;
  }
}
