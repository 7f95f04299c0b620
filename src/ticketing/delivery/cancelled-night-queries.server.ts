import type { Day, WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterValues } from "./fill-template.ts";
import { dateInWords, timeInWords } from "./ticket-wording.ts";

type CancelledNight = {
  readonly title: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly reason: string;
};

/** The values of an email about a cancelled night; undefined for other emails. */
export async function readCancelledNight(
  sql: Sql,
  { kind, variables }: ClaimedLetter,
): Promise<LetterValues | undefined> {
  if (kind !== "night_cancelled") return undefined;
  const { rows } = await sql.query<CancelledNight>({
    name: "letter-cancelled-night",
    text: `SELECT e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location, c.reason
           FROM cancellations c JOIN events e ON e.id = c.event_id WHERE c.event_id = $1`,
    values: [variables.event],
  });
  const [night] = rows;
  if (!night) return undefined;
  return {
    event_name: night.title,
    event_date: dateInWords({ eventDate: night.date }),
    event_time: timeInWords({ eventTime: night.time }),
    event_location: night.location,
    night_reason: night.reason,
  };
}
