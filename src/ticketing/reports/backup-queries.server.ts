import { addDays, dayOf, instantOf } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

const backupHour = "04:00";

/** Whether no backup was made since 04:00 in Bucharest. After a failed one it is due again only an hour later. */
export async function isBackupDue(sql: Pick<Sql, "query">, now: Date): Promise<boolean> {
  const today = instantOf(dayOf(now), backupHour);
  const since = now < today ? instantOf(addDays(dayOf(now), -1), backupHour) : today;
  const { rows } = await sql.query<{ due: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM backups WHERE taken_at >= $1)
        AND NOT EXISTS (SELECT FROM failed_backups WHERE at > now() - make_interval(secs => $2)) AS due`,
    [since, durations.backupRetry],
  );
  return only(rows).due;
}

/** Whether the newest backup is younger than 26 hours. */
export function isBackupFresh(takenAt: Date, now: Date): boolean {
  return now.getTime() - takenAt.getTime() <= durations.backupAge * 1000;
}
