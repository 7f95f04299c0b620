import type { Money } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import type { EventPicture, NamedNight } from "./event.ts";
import { byStart } from "./night-time.ts";
import type { NightOffSale, TypeOffSale } from "./sale-state.ts";
import {
  cancelledNights,
  entryOver,
  leftOfType,
  nightOff,
  nightTakesPlace,
  pricedNow,
  typeOff,
} from "./sale-state-queries.server.ts";
import type { Family } from "./type-family.ts";

/** A ticket type that is sold on /tickets or /season-pass, away from a night's own page. */
export type Offer = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly price: Money;
  readonly entries: number;
  readonly family: Family;
  /** The card provider's price id; null until there is one. */
  readonly priceId: string | null;
  /** Why the offer cannot be bought, however many are left; null when it can. */
  readonly off: TypeOffSale | Extract<NightOffSale, "ended" | "stopped"> | null;
  readonly available: number;
  readonly picture: EventPicture | null;
  readonly imagePosition: ImagePosition;
  /** The running and coming nights that it admits to, in order. */
  readonly nights: readonly NamedNight[];
  /** The coming nights of the type that are cancelled. */
  readonly cancelled: readonly NamedNight[];
};

// The nights are those that a purchase would admit to now (`admittedEvents` of the hold). A stop of one of them stops
// the offer; an opening or last hour of sale of one does not. Types before or after their sale are no offers.
const offers = `SELECT t.id, t.type AS title, t.description, n.price::float8 AS price, t.entries, t.family,
    t.stripe_price_id AS "priceId", CASE WHEN going.nights IS NULL THEN 'ended' WHEN going.stopped THEN 'stopped' ELSE ${typeOff("going.over")} END AS off,
    ${picture("t.image_url")} AS picture, t.image_position AS "imagePosition", coalesce(going.nights, '[]') AS nights, ${cancelledNights("t")} AS cancelled,
    greatest(0, least(${leftOfType}, coalesce(floor(going.places / t.entries::numeric), 0)))::int AS available
  FROM tickets t JOIN stock_counters c ON c.id = t.id ${pricedNow}
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('id', e.id, 'title', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI')) ORDER BY ${byStart("e")}) AS nights,
      min(p.capacity - p.held - p.sold) AS places, bool_or(${nightOff()} = 'stopped') AS stopped, bool_and(${entryOver("e")}) AS over
    FROM event_tickets m JOIN events e ON e.id = m.event_id JOIN stock_counters p ON p.id = e.id
    WHERE m.ticket_id = t.id AND ${nightTakesPlace("e")}) going
  WHERE t.is_visible AND t.archived_at IS NULL AND t.admits
    AND coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true)`;

// an ordinary type for several nights is chosen on the page of one of them, so it is no offer
const isRanked = `(t.offer_rank IS NOT NULL
  AND (t.family <> 'ordinary' OR (SELECT count(*) FROM event_tickets m WHERE m.ticket_id = t.id) = 1))`;

/** The offers of /tickets: ticket types with an `offer_rank`, in that order, sold-out ones too. */
export async function listOffers(reader: Sql): Promise<Offer[]> {
  const { rows } = await reader.query<Offer>(`${offers} AND ${isRanked} ORDER BY t.offer_rank, t.id`);
  return rows;
}

// a pass by its own flag, or listed in the setting; both are written together, and either is enough
const isSpecial = `(t.is_season_pass OR EXISTS (SELECT FROM site_content c
  WHERE c.key = 'season_pass_tickets' AND c.content -> 'ticket_ids' @> to_jsonb(t.id::text)))`;

/** The special tickets of /season-pass that can be bought now. */
export async function listSpecialTickets(reader: Sql): Promise<Offer[]> {
  const { rows } = await reader.query<Offer>(
    `SELECT * FROM (${offers} AND ${isSpecial} ORDER BY t.offer_rank NULLS LAST, n.price, t.id) o WHERE available > 0`,
  );
  return rows;
}
