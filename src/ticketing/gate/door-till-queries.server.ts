import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { writtenAt } from "#ticketing/events/entered-on.ts";
import { limits } from "#ticketing/limits.ts";

/** A phone's till from one count of its cash to the next, or since the last one. Amounts in bani. */
export type DoorTill = {
  readonly phoneId: Uuid;
  readonly phoneName: string;
  readonly gateName: string;
  /** How many tills this is: more than one when it is the sum of all but the newest ones of its phone. */
  readonly tills: number;
  /** Number of the hand-over's row, of several the last; null for the open till and for the one that the office counted. */
  readonly seq: number | null;
  readonly at: Date | null;
  /** The cash at the beginning, as told at the hand-over; 0 while it is open. */
  readonly opening: number;
  /** `opening` plus cash sales minus undone ones. */
  readonly expected: number;
  readonly counted: number | null;
  /** What is missing and what is too much; of several tills the sums of each, so that none hides another. */
  readonly short: number;
  readonly over: number;
  /** True for the till of a stopped phone that the office counted. */
  readonly isByOffice: boolean;
  /** True when what is in it came after the office had counted. */
  readonly isLate: boolean;
  /** True when nobody has counted it, and its phone cannot hand it over any more. */
  readonly isLeft: boolean;
};

/** SQL: since when row `l` of phone `d` counts: a stopped phone's rows count since the chief accepted them. */
const countsSince = (l: string, d: string) =>
  `greatest(${l}.received_at, CASE WHEN ${l}.received_at >= ${d}.revoked_at THEN ${d}.rows_accepted_at END)`;

/** SQL: the office's count stands after every number of a phone. */
const ofOffice = "2147483647";

/**
 * The tills of a night's phones, by phone and time: the newest ones, the older ones of the phone as one, that which the
 * office counted, and the open one if it is not empty. A till that was counted stays as it was: what began to count
 * afterwards is in the next one, whatever its number. An undone sale is subtracted in the till in which it was undone.
 * `later` is how many counts of the phone come after a row, so the rows of a till are found in one pass.
 */
export async function listDoorTills(sql: Sql, eventId: string): Promise<DoorTill[]> {
  const { rows } = await sql.query<DoorTill>(
    `WITH own AS (SELECT l.device_id, l.seq, l.kind, l.bani, l.opening_bani, ${countsSince("l", "d")} AS since, ${writtenAt("l")} AS at
         FROM gate_log l JOIN gate_devices d ON d.id = l.device_id WHERE l.event_id = $1 AND l.is_counted AND (l.kind = 'sale' AND l.means = 'cash' OR l.kind = 'shift')),
       moves AS (
         SELECT device_id, seq, since, bani AS expected, NULL::bigint AS opening, NULL::bigint AS counted, NULL::timestamptz AS at FROM own WHERE kind = 'sale'
         UNION ALL SELECT c.device_id, u.seq, greatest(c.since, u.since), -c.bani, NULL, NULL, NULL FROM own c CROSS JOIN LATERAL (
           SELECT CASE WHEN n.device_id = c.device_id THEN n.seq ELSE c.seq END AS seq, ${countsSince("n", "d")} AS since FROM gate_log n JOIN gate_devices d ON d.id = n.device_id
           WHERE n.undoes_device = c.device_id AND n.undoes_seq = c.seq AND n.is_counted ORDER BY since, n.device_id = c.device_id DESC, n.seq LIMIT 1) u WHERE c.kind = 'sale'
         UNION ALL SELECT device_id, seq, since, coalesce(opening_bani, 0), coalesce(opening_bani, 0), bani, at FROM own WHERE kind = 'shift'
         UNION ALL SELECT id, ${ofOffice}, till_at, 0, 0, till_bani, till_at FROM gate_devices WHERE event_id = $1 AND till_at IS NOT NULL),
       placed AS (SELECT m.*, greatest(seq, max(seq) FILTER (WHERE counted IS NOT NULL) OVER earlier + 0.5) AS place FROM moves m
         WINDOW earlier AS (PARTITION BY device_id ORDER BY since GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
       tills AS (
         SELECT device_id, later, max(seq) FILTER (WHERE counted IS NOT NULL) AS seq, max(at) AS at, coalesce(sum(opening), 0) AS opening, sum(expected) AS expected, sum(counted) AS counted, max(place) > ${ofOffice} AS "isLate"
         FROM (SELECT p.*, count(counted) OVER (PARTITION BY device_id ORDER BY place DESC, seq DESC) AS later FROM placed p) p GROUP BY device_id, later),
       shown AS (
         SELECT device_id, max(later) AS later, count(*)::int AS tills, nullif(max(seq), ${ofOffice}) AS seq, max(at) AS at, sum(opening)::float8 AS opening, sum(expected)::float8 AS expected, sum(counted)::float8 AS counted,
           coalesce(sum(greatest(0, expected - counted)), 0)::float8 AS short, coalesce(sum(greatest(0, counted - expected)), 0)::float8 AS over, coalesce(max(seq) = ${ofOffice}, false) AS "isByOffice", "isLate"
         FROM tills GROUP BY device_id, "isLate", CASE WHEN seq = ${ofOffice} THEN -1 ELSE least(later, $2 + 1) END)
     SELECT t.device_id AS "phoneId", d.name AS "phoneName", g.name AS "gateName", t.tills, t.seq, t.at, t.opening, t.expected, t.counted, t.short, t.over, t."isByOffice", t."isLate",
       t.counted IS NULL AND d.till_at IS NULL AND (d.revoked_at IS NOT NULL OR d.ends_at < now()) AS "isLeft"
     FROM shown t JOIN gate_devices d ON d.id = t.device_id JOIN gates g ON g.id = d.gate_id ORDER BY g.created_at, g.id, d.enrolled_at, d.id, t.later DESC`,
    [eventId, limits.tillsOfPhone],
  );
  return rows;
}
