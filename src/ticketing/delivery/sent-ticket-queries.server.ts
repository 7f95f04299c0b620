import { firstName } from "#kernel/person-name.ts";
import { type Day, formatLongDate, type WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { nightsToCome, sendableUntil } from "#ticketing/orders/transfers/transfer.ts";
import type { LetterValues } from "./fill-template.ts";
import { isSplit } from "./ticket-queries.server.ts";
import { dayAndHour, timeInWords, typeInWords } from "./ticket-wording.ts";

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
  readonly typeName: string;
  readonly entriesTotal: number;
  readonly isSplit: boolean;
  readonly nights: readonly Night[];
};

const aFriend = "Un prieten";
const transferKinds = new Set(["ticket_for_you", "ticket_accepted", "ticket_declined", "ticket_ended"]);

/** The present values of an email about a sent ticket; null when the transfer has ended, undefined for others. */
export async function readSentTicket(
  sql: Sql,
  { kind, variables }: ClaimedLetter,
): Promise<LetterValues | null | undefined> {
  if (!transferKinds.has(kind)) return undefined;
  const { rows } = await sql.query<Facts>({
    name: "letter-sent-ticket",
    text: `SELECT t.state, s.full_name AS sender, r.full_name AS receiver, y.type AS "typeName", p.entries_total AS "entriesTotal", ${isSplit("p", "y")} AS "isSplit",
             (SELECT json_agg(json_build_object('title', e.title, 'date', e.date, 'doors', to_char(e.doors, 'HH24:MI'), 'ends', to_char(e.ends, 'HH24:MI'), 'minimumAge', e.minimum_age, 'time', to_char(e.time, 'HH24:MI'), 'location', e.location,
                'isOver', ${isOver("e")}, 'isCancelled', e.cancelled_at IS NOT NULL, 'isShareReturned', n.share_returned_at IS NOT NULL) ORDER BY ${byStart("e")})
              FROM ticket_purchases n JOIN events e ON e.id = n.event_id WHERE (n.order_id, n.line_no, n.seat_no) = (p.order_id, p.line_no, p.seat_no)) AS nights
           FROM ticket_purchases p JOIN tickets y ON y.id = p.ticket_type_id
           LEFT JOIN transfers t ON t.id = $1 LEFT JOIN profiles s ON s.id = t.from_id LEFT JOIN profiles r ON r.id = t.to_id
           WHERE p.id = $2 OR (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no) LIMIT 1`,
    values: [variables.transfer ?? null, variables.purchase ?? null],
  });
  const [facts] = rows;
  const night = facts && (nightsToCome(facts.nights)[0] ?? facts.nights[0]);
  if (!night) return null;
  if (kind === "ticket_for_you" && facts.state !== "waiting") return null;
  const until = sendableUntil(facts.nights);
  const doors = hourOfDoors(night);
  return {
    friend_name: firstName(kind === "ticket_accepted" ? facts.receiver : facts.sender) || aFriend,
    event_name: facts.nights.length > 1 ? facts.typeName : night.title,
    event_date: formatLongDate(night.date),
    event_time: timeInWords({ eventTime: night.time }),
    ...(doors ? { event_doors: doors } : {}),
    ...(night.ends ? { event_ends: night.ends } : {}),
    ...(night.minimumAge ? { minimum_age: `${night.minimumAge}` } : {}),
    event_location: night.location,
    ticket_type: typeInWords({ ...facts, enterUntil: null, isAddOn: false }),
    ...(until ? { valid_until: dayAndHour(until) } : {}),
  };
}
