import { type Day, formatDayAndMonth, formatWeekday, type WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterValues } from "./fill-template.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { dateInWords, dayAndHour, timeInWords } from "./ticket-wording.ts";

type MovedNight = {
  readonly title: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly fromDate: Day;
  readonly fromTime: WallTime | null;
  readonly reason: string;
  readonly choiceUntil: Date | null;
};

/** The values of an email about a moved night; undefined for other emails. */
export async function readMovedNight(
  sql: Sql,
  { kind, orderId, variables }: ClaimedLetter,
): Promise<LetterValues | undefined> {
  if (kind !== "night_moved") return undefined;
  const { rows } = await sql.query<MovedNight>({
    name: "letter-moved-night",
    text: `SELECT e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location, m.from_date::text AS "fromDate", to_char(m.from_time, 'HH24:MI') AS "fromTime", m.reason,
             (SELECT d.choice_until FROM moved_orders d WHERE d.move_id = m.id AND d.order_id = $2) AS "choiceUntil"
           FROM moves m JOIN events e ON e.id = m.event_id WHERE m.id = $1`,
    values: [variables.move, orderId],
  });
  const [night] = rows;
  if (!night) return undefined;
  const { fromDate, fromTime, choiceUntil } = night;
  const was = `${formatWeekday(fromDate)}, ${formatDayAndMonth(fromDate)}`;
  return {
    event_name: night.title,
    event_date: dateInWords({ eventDate: night.date }),
    event_time: timeInWords({ eventTime: night.time }),
    event_location: night.location,
    night_reason: night.reason,
    old_date: fromTime ? `${was}, ora ${fromTime}` : was,
    ...(choiceUntil ? { valid_until: dayAndHour(choiceUntil) } : {}),
  };
}

/** The page on which tickets of a moved night are given back; a guest's with the token of the order. */
export function choiceLinkOf(
  origin: string,
  { kind, orderId, variables }: ClaimedLetter,
  link: { readonly token: string } | undefined,
): Pick<LetterFrame, "choiceLink"> {
  if (kind !== "night_moved" || !orderId) return {};
  const token = link ? `?token=${encodeURIComponent(link.token)}` : "";
  return { choiceLink: `${origin}/orders/${orderId}/moved/${variables.move}${token}` };
}
