import { inSeconds } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { ProcessHeartbeat } from "./process-heartbeat.ts";

/** One minute of the last hour, over all processes. */
export type StatusMinute = {
  /** Orders that wait for their card page. */
  readonly line: number;
  /** Units held for unpaid orders. */
  readonly held: number;
  /** Milliseconds; null in a minute without a call. */
  readonly median: number | null;
  readonly calls: number;
};

export type OpenRoom = {
  readonly eventId: string;
  readonly name: string;
  readonly waiting: number;
  readonly isDrawn: boolean;
};

export type SiteStatus = {
  /** The newest heartbeat of each process that wrote one lately. */
  readonly processes: readonly (ProcessHeartbeat & { readonly secondsAgo: number })[];
  readonly minutes: readonly StatusMinute[];
  readonly rooms: readonly OpenRoom[];
  readonly letters: {
    readonly waiting: number;
    readonly again: number;
    readonly sentToday: number;
    readonly oldestSeconds: number | null;
  };
  readonly orders: {
    readonly held: number;
    readonly units: number;
    readonly oldestSeconds: number | null;
    readonly line: number;
    readonly review: number;
  };
  readonly backup: {
    readonly at: Date;
    readonly bytes: number;
    readonly seconds: number;
    readonly kept: number;
  } | null;
  /** Why the last nightly backup failed; null when it was made. */
  readonly backupFailure: string | null;
  readonly connections: { readonly used: number; readonly most: number };
  readonly database: string;
};

type StatusRow = Omit<SiteStatus, "backup"> & {
  readonly backup: (Omit<NonNullable<SiteStatus["backup"]>, "at"> & { readonly at: string }) | null;
};

/** Seconds. A day in October has 25 hours. */
const longestDay = 25 * inSeconds.hour;

/** The state of the whole site, in one statement that reads unfinished rows and the heartbeats of the last hour. */
export async function readStatus(reader: Sql): Promise<SiteStatus> {
  const { rows } = await reader.query<StatusRow>(
    `SELECT
       (SELECT coalesce(json_agg(p.pulse || jsonb_build_object('secondsAgo', extract(epoch FROM now() - p.at)) ORDER BY p.pulse->>'startedAt'), '[]')
          FROM (SELECT DISTINCT ON (process_id) at, pulse FROM process_pulses WHERE at > now() - make_interval(secs => $1) ORDER BY process_id, at DESC) p) AS processes,
       (SELECT coalesce(json_agg(m ORDER BY m.minute), '[]') FROM (
          SELECT date_bin('1 minute', at, '2020-01-01') AS minute, max((pulse->>'line')::int) AS line, max((pulse->>'held')::int) AS held,
            max((pulse->'provider'->>'median')::float8) AS median, max((pulse->'provider'->>'calls')::int) AS calls
          FROM process_pulses WHERE at > now() - make_interval(secs => $2) GROUP BY 1) m) AS minutes,
       (SELECT coalesce(json_agg(json_build_object('eventId', r.event_id, 'name', e.name, 'isDrawn', r.drawn_at IS NOT NULL,
            'waiting', r.places_given - r.admitted_up_to) ORDER BY r.opens_at), '[]')
          FROM openings r JOIN events e ON e.id = r.event_id
          WHERE r.room_minutes IS NOT NULL AND r.ended_at IS NULL AND r.opens_at - make_interval(mins => r.room_minutes) <= now()) AS rooms,
       (SELECT json_build_object('waiting', count(*) FILTER (WHERE state IN ('queued', 'inflight')), 'again', count(*) FILTER (WHERE state = 'queued' AND attempts > 0),
            'sentToday', count(*) FILTER (WHERE state = 'sent' AND sent_at >= date_trunc('day', now() AT TIME ZONE 'Europe/Bucharest') AT TIME ZONE 'Europe/Bucharest'),
            'oldestSeconds', extract(epoch FROM now() - min(created_at) FILTER (WHERE state IN ('queued', 'inflight'))))
          FROM letters WHERE state IN ('queued', 'inflight') OR sent_at > now() - make_interval(secs => $3)) AS letters,
       (SELECT json_build_object('held', count(*) FILTER (WHERE stake = 'held'), 'units', coalesce(sum(quantity) FILTER (WHERE stake = 'held'), 0),
            'oldestSeconds', extract(epoch FROM now() - min(created_at) FILTER (WHERE stake = 'held')),
            'line', count(*) FILTER (WHERE line_at IS NOT NULL AND state = 'held'), 'review', count(*) FILTER (WHERE state = 'manual_review'))
          FROM orders WHERE stake = 'held' OR state = 'manual_review') AS orders,
       (SELECT json_build_object('at', taken_at, 'bytes', bytes, 'seconds', seconds, 'kept', (SELECT count(*) FROM backups)) FROM backups ORDER BY taken_at DESC LIMIT 1) AS backup,
       (SELECT reason FROM failed_backups) AS "backupFailure",
       (SELECT json_build_object('used', count(*), 'most', current_setting('max_connections')::int) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
       split_part(current_setting('server_version'), ' ', 1) AS database`,
    [durations.lostProcess, durations.heartbeat, longestDay],
  );
  const row = only(rows);
  return { ...row, backup: row.backup && { ...row.backup, at: new Date(row.backup.at) } };
}
