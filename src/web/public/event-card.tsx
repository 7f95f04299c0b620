import { Link } from "react-router";
import { formatDayAndMonth } from "#kernel/time.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import { movedNightTexts } from "#web/request/moved-night-texts.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { cardLight, isDimmed } from "./card-light.ts";
import { Lettering } from "./lettered-poster.tsx";
import { PosterDate } from "./poster-date.tsx";
import type { LetteredLine } from "./poster-lettering.ts";
import { priceLabel } from "./price-label.ts";
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
  /** The day on which it was to take place, before it was moved. */
  movedFrom: string | null;
  bill: string;
  /** The title over its picture; null where it stands below. */
  lettering: LetteredLine[] | null;
  /** Its picture has the title already: nothing is written over it. */
  isTitled: boolean;
  description: string;
  /** Whole bani; null when nothing is on sale. */
  lowestPrice: number | null;
  sale: SaleState;
  /** When it goes on sale, of one that waits for it, in Bucharest time. */
  opens: { day: string; time: string } | null;
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
  const badge = badgeOf(event) ?? (event.movedFrom ? movedBadge : null);
  const dimmed = isDimmed(event.sale);
  const { lettering } = event;
  const looks = ["event-card", dimmed ? "event-card--off" : "", lettering ? "event-card--lettered" : ""];
  const shownBadge = badge ? <span className={`badge ${badge.look}`}>{badge.text}</span> : null;
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
        {event.isTitled ? null : shownBadge}
      </div>
      <div className="event-card__body">
        <p className="event-card__when">
          <DateText day={event.date} time={event.time} form="short" />{" "}
          {event.movedFrom ? (
            <del>
              <DateText day={event.movedFrom} form="short" />
            </del>
          ) : null}{" "}
          {event.isTitled ? shownBadge : null}
        </p>
        {lettering && shape === "tall" ? null : (
          <Title className="event-card__title display">{event.title}</Title>
        )}
        <div className="event-card__row">
          {lettering && shape === "tall" ? null : <p className="event-card__where">{event.location}</p>}
          <p className="event-card__price figures">
            {priceLabel(event.sale === "ended" ? null : event.lowestPrice)}
          </p>
        </div>
      </div>
    </Link>
  );
}

const movedBadge = { text: movedNightTexts.badge, look: "badge--phosphor" };

type Badge = { text: string; look: string };
const off = (text: string): Badge => ({ text, look: "badge--off" });

/** What a card says of each state of a sale. */
const badges: Record<SaleState, Badge | null> = {
  cancelled: off(publicTexts.cancelled),
  // no visitor sees a draft
  draft: null,
  scheduled: null,
  ended: off(publicTexts.pastNight),
  unavailable: off(publicTexts.unavailable),
  stopped: off(publicTexts.stoppedBadge),
  announced: null,
  not_yet: null,
  sale_ended: off(publicTexts.saleEndedBadge),
  no_types: null,
  code_only: null,
  price_pending: null,
  sold_out: off(publicTexts.soldOut),
  few_left: { text: publicTexts.lastTickets, look: "badge--phosphor" },
  on_sale: null,
};

/** What is said of its sale, beside the price; null where that says all. */
export function badgeOf({ sale, opens }: EventCardView): Badge | null {
  if (opens === null || sale === "sold_out") return badges[sale];
  return { text: publicTexts.onSaleFrom(formatDayAndMonth(opens.day), opens.time), look: "badge--phosphor" };
}
