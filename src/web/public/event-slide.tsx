import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { EventCardView } from "./event-views.ts";
import { Lettering, PosterDate } from "./lettered-poster.tsx";
import { cardLight, hasPrice, NightBadge } from "./night-badge.tsx";
import { publicTexts } from "./public-texts.ts";
import { cutText } from "./shown-text.ts";

/** One night, big: the title on the horizon of its poster, the facts in the sea below. */
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
            <DateText day={event.date} time={event.time} form="slide" joint={publicTexts.atTime} />
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
      {publicTexts.startingPrice}{" "}
      <b className="display figures">{publicTexts.price(formatLei(lowestPrice))}</b>
    </p>
  );
}
