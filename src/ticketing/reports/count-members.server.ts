import { inSeconds } from "#kernel/time.ts";
import type { Services } from "#platform/services.ts";

/** Seconds after midnight. A sign-up that began before midnight has ended by then: no statement may take so long. */
const afterMidnight = inSeconds.hour;

/**
 * Counts the people who joined (without guests) on past days that are not counted yet. Days with nobody are stored
 * too, because the last stored day is where live counting begins. Resolves to how many days were added. A second
 * process at the same time changes nothing.
 */
export async function countMembers(services: Services): Promise<number> {
  return services.database.withDuty("settle", async (sql) => {
    const { rowCount } = await sql.query({
      name: "count-members",
      text: `WITH open AS (
               SELECT coalesce((SELECT max(day) + 1 FROM member_days), (SELECT (min(created_at) AT TIME ZONE 'Europe/Bucharest')::date FROM profiles WHERE NOT is_guest)) AS first,
                      ((now() - make_interval(secs => $1)) AT TIME ZONE 'Europe/Bucharest')::date - 1 AS last),
             joined AS (
               SELECT (created_at AT TIME ZONE 'Europe/Bucharest')::date AS day, count(*) AS n FROM profiles
               WHERE NOT is_guest AND created_at >= ((SELECT first FROM open)::timestamp AT TIME ZONE 'Europe/Bucharest') GROUP BY 1)
             INSERT INTO member_days (day, members)
             SELECT d::date, coalesce(j.n, 0) FROM open, generate_series(open.first, open.last, interval '1 day') d LEFT JOIN joined j ON j.day = d::date
             ON CONFLICT (day) DO NOTHING`,
      values: [afterMidnight],
    });
    return rowCount ?? 0;
  });
}
