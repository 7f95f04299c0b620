import type { Database } from "#platform/database/database.server.ts";

/** How many items wait, or failed and wait for an administrator. */
export type Queues = {
  /** Orders that wait for their card page. */
  readonly line: number;
  readonly held: number;
  /** Webhook events that are not settled yet. */
  readonly notices: number;
  readonly oldestNoticeSeconds: number;
  readonly letters: Readonly<Record<string, number>>;
  readonly refunds: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
};

/** One statement over unfinished rows. Finished rows are not counted, so that it stays fast over the years. */
export async function readQueues(database: Pick<Database, "withDuty">): Promise<Queues> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<Queues>({
      name: "queues",
      text: `SELECT
        (SELECT count(*)::int FROM orders WHERE line_at IS NOT NULL AND state = 'held') AS line,
        (SELECT coalesce(sum(quantity), 0)::int FROM orders WHERE stake = 'held') AS held,
        (SELECT count(*)::int FROM payment_notices WHERE state = 'received') AS notices,
        (SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 FROM payment_notices WHERE state = 'received') AS "oldestNoticeSeconds",
        (SELECT coalesce(json_object_agg(state, n), '{}') FROM (SELECT state, count(*) AS n FROM letters WHERE state IN ('queued', 'inflight') OR state IN ('dead', 'bounced') GROUP BY state) l) AS letters,
        (SELECT coalesce(json_object_agg(state, n), '{}') FROM (SELECT state, count(*) AS n FROM refunds WHERE state <> 'succeeded' GROUP BY state) r) AS refunds,
        (SELECT coalesce(json_object_agg(state, n), '{}') FROM (SELECT state, count(*) AS n FROM orders WHERE stake = 'held' OR state IN ('manual_review', 'late_paid', 'disputed') GROUP BY state) o) AS orders`,
    });
    return rows[0] as Queues;
  });
}
