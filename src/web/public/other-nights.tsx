import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { EventCardView } from "./card-views.server.ts";
import { publicTexts } from "./public-texts.ts";

/** Other nights, inside a panel that has nothing to sell. */
export function OtherNights({ title, nights }: { title: string; nights: EventCardView[] }) {
  if (nights.length === 0) return null;
  return (
    <>
      <p className="tear-panel__sub">{title}</p>
      <div className="next-nights">
        {nights.map((night) => (
          <Link key={night.id} to={`/events/${night.slug}`}>
            <Picture picture={night.picture} seed={night.id} alt="" sizes="64px" />
            <span>
              <b className="display">{night.title}</b>
              <DateText day={night.date} time={night.time} form="short" />
            </span>
            {night.lowestPrice === null ? null : (
              <strong className="figures">{publicTexts.price(formatLei(night.lowestPrice))}</strong>
            )}
          </Link>
        ))}
      </div>
    </>
  );
}
