import { formatInstant } from "#kernel/time.ts";
import { Icon } from "#web/ui/icon.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

/** A seat that a friend accepted: "2 of 3", whom the sender named, and when (ISO). */
export type SentSeatView = { number: number; of: number; to: string | null; at: string };

/** Where the tickets are that this page does not show any more. */
export function SentSeats({ seats }: { seats: readonly SentSeatView[] }) {
  if (seats.length === 0) return null;
  return (
    <ul className="success__sent">
      {seats.map(({ number, of, to, at }) => (
        <li key={number}>
          <Icon name="share" />
          <span>
            {of > 1 ? <b>{checkoutTexts.ticketPosition(number, of)}: </b> : null}
            {checkoutTexts.sentOn(to, formatInstant(at))}
          </span>
        </li>
      ))}
    </ul>
  );
}
