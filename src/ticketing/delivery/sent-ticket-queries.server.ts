import { firstName } from "#kernel/person-name.ts";
import { type Day, formatLongDate, type WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { lastToSend, nightsToCome, sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import type { SentInLetter } from "./letter-facts.ts";
import { isSplit } from "./ticket-queries.server.ts";
import { openingInWords, timeInWords, typeInWords } from "./ticket-wording.ts";

type Night = {
  readonly title: string;
  readonly date: Day;
  readonly doors: WallTime | null;
  readonly time: WallTime | null;
  readonly ends: WallTime | null;
  readonly minimumAge: number | null;
  readonly location: string;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  readonly isShareReturned: boolean;
};
type Facts = {
  readonly state: "waiting" | "accepted" | "taken_back" | "ended" | null;
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly family: Family;
  readonly typeName: string;
  readonly entriesTotal: number;
  readonly isSplit: boolean;
  readonly nights: readonly Night[];
};

const aFriend = "Un prieten";
const transferKinds = new Set(["ticket_for_you", "ticket_accepted", "ticket_declined", "ticket_ended"]);

/** The present facts of an email about a sent ticket; null when the transfer has ended, undefined for others. */
export async function readSentTicket(
  sql: Sql,
  { kind, variables }: ClaimedLetter,
): Promise<SentInLetter | null | undefined> {
  if (!transferKinds.has(kind)) return undefined;
  const { rows } = await sql.query<Facts>({
    name: "letter-sent-ticket",
    text: `SELECT t.state, l.family, s.full_name AS sender, r.full_name AS receiver, y.type AS "typeName", p.entries_total AS "entriesTotal", ${isSplit("p", "y")} AS "isSplit",
             (SELECT json_agg(json_build_object('title', e.title, 'date', e.date, 'doors', to_char(e.doors, 'HH24:MI'), 'ends', to_char(e.ends, 'HH24:MI'), 'minimumAge', e.minimum_age, 'time', to_char(e.time, 'HH24:MI'), 'location', e.location,
                'isOver', ${isOver("e")}, 'isCancelled', e.cancelled_at IS NOT NULL, 'isShareReturned', n.share_returned_at IS NOT NULL) ORDER BY ${byStart("e")})
              FROM ticket_purchases n JOIN events e ON e.id = n.event_id WHERE (n.order_id, n.line_no, n.seat_no) = (p.order_id, p.line_no, p.seat_no)) AS nights
           FROM ticket_purchases p JOIN tickets y ON y.id = p.ticket_type_id JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
           LEFT JOIN transfers t ON t.id = $1 LEFT JOIN profiles s ON s.id = t.from_id LEFT JOIN profiles r ON r.id = t.to_id
           WHERE p.id = $2 OR (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no) LIMIT 1`,
    values: [variables.transfer ?? null, variables.purchase ?? null],
  });
  const [facts] = rows;
  if (!facts || (kind === "ticket_for_you" && facts.state !== "waiting")) return null;
  const toCome = nightsToCome(facts.nights);
  const nights = toCome.length > 0 ? toCome : facts.nights;
  const [night] = nights;
  if (!night) return null;
  const whole = sentTogether(facts.family, facts.nights.length);
  const last = lastToSend(facts.nights);
  const doors = whole ? null : hourOfDoors(night);
  const ends = whole ? null : night.ends;
  const minimumAge = Math.max(...nights.map(({ minimumAge: age }) => age ?? 0));
  const values = {
    friend_name: firstName(kind === "ticket_accepted" ? facts.receiver : facts.sender) || aFriend,
    event_name: whole ? facts.typeName : night.title,
    event_date: formatLongDate(night.date),
    event_time: timeInWords({ eventTime: night.time }),
    ...(doors ? { event_doors: doors } : {}),
    ...(ends ? { event_ends: ends } : {}),
    ...(minimumAge ? { minimum_age: `${minimumAge}` } : {}),
    event_location: [...new Set(nights.map(({ location }) => location))].join("; "),
    ticket_type: typeInWords({ ...facts, enterUntil: null, isAddOn: false }),
    ticket_list: nights
      .map(
        ({ title, date, time }) =>
          `${title}: ${formatLongDate(date)}, ora ${timeInWords({ eventTime: time })}`,
      )
      .join("\n"),
    ...(last ? { valid_until: openingInWords(last) } : {}),
  };
  return { values, sent: { whole, nights: nights.length } };
}
