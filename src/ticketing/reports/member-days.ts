/** Midnight in Bucharest after the last counted day: from here on people are counted live. */
const notCounted =
  "coalesce((SELECT (max(day) + 1)::timestamp AT TIME ZONE 'Europe/Bucharest' FROM member_days), '-infinity')";

/** How many people with an account joined on each day: past days as stored, later days counted live. */
export const membersByDay = `SELECT day, members FROM member_days
  UNION ALL SELECT (created_at AT TIME ZONE 'Europe/Bucharest')::date, count(*) FROM profiles WHERE NOT is_guest AND created_at >= ${notCounted} GROUP BY 1`;
