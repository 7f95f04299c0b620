import { setTimeout as pause } from "node:timers/promises";
import { type Turn, turnIn, waitFor } from "#platform/card-checkout/call-turn.server.ts";
import type { PacedCall } from "#platform/card-checkout/card-checkout.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";

/** Seconds between two turns of one kind: a little more than the rate demands, as calls arrive unevenly. */
const gapSeconds = (rate: number) => 1.025 / rate;

/**
 * Waits until a call that has no page queue may go out: a read, or the end of a card session. A row holds the time of
 * the next turn of this kind for all processes; each call moves it on by one gap. If a process dies, its waiting
 * turns are lost.
 */
export async function waitForCall(
  database: Pick<Database, "withDuty">,
  rate: number,
  kind: PacedCall,
): Promise<void> {
  const turn = await database.withDuty("settle", async (sql) => {
    // after a crash of the database the same turn may be given twice, which is harmless, so no need to wait for the
    // disk
    const withoutSync = sql.query("SET LOCAL synchronous_commit = off");
    const [{ rows }] = await Promise.all([
      sql.query<{ wait: number }>({
        name: "provider-call",
        text: `INSERT INTO provider_pace AS pace (kind, next_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2::float8))
               ON CONFLICT (kind) DO UPDATE SET next_at = greatest(pace.next_at, clock_timestamp()) + make_interval(secs => $2::float8)
               RETURNING extract(epoch FROM pace.next_at - clock_timestamp())::float8 - $2::float8 AS wait`,
        values: [kind, gapSeconds(rate)],
      }),
      withoutSync,
    ]);
    return turnIn(rows[0]?.wait ?? 0);
  });
  await waitFor(turn);
}

/** What a turn for a card page is for. `newcomer`, for a new order, comes after everybody in the queue. */
export type TurnFor = "newcomer" | "queued";

export type ProviderTurns = {
  /** The turns in ascending order. Between neighbours there is one gap, over all processes. */
  readonly turns: readonly Turn[];
  /** Seconds until another try makes sense; 0 when turns were given. */
  readonly wait: number;
};

/**
 * How many seconds ahead turns are given. A process that serves the queue gets enough for a rush, where each of its
 * transactions takes half a second; if it dies, less than a second of turns is lost. A newcomer waits at most this
 * short time, else in the queue.
 */
const aheadSeconds = (turnFor: TurnFor) => (turnFor === "newcomer" ? 0.35 : 0.8);

/**
 * Gives up to `wanted` turns for card pages, one gap apart over all processes; a row holds the next one. Unused turns
 * are lost, so that no second has more turns than the rate. A newcomer gets none while the queue is not empty.
 */
export async function takeProviderTurns(
  client: Sql,
  { rate, wanted, turnFor }: { readonly rate: number; readonly wanted: number; readonly turnFor: TurnFor },
): Promise<ProviderTurns> {
  if (rate <= 0) return { turns: [], wait: Number.POSITIVE_INFINITY };
  const gap = gapSeconds(rate);
  const ahead = aheadSeconds(turnFor);
  const { rows } = await client.query<{ n: number | null; first: number; missing: boolean }>({
    name: `provider-turns-${turnFor}`,
    text: `WITH pace AS (SELECT next_at FROM provider_pace WHERE kind = 'page' ${turnFor === "newcomer" ? `AND NOT EXISTS (${somebodyIsQueued})` : ""} FOR UPDATE),
             looked AS MATERIALIZED (SELECT clock_timestamp() AS t, next_at FROM pace),
             free AS (SELECT t, extract(epoch FROM greatest(next_at, t) - t)::float8 AS first FROM looked),
             turns AS MATERIALIZED (SELECT t, first, greatest(0, least($2::int, floor(($3::float8 - first) / $1::float8)::int + 1)) AS n FROM free),
             taken AS (UPDATE provider_pace SET next_at = t + make_interval(secs => first + n * $1::float8) FROM turns WHERE kind = 'page' AND n > 0)
           SELECT n, first, NOT EXISTS (SELECT FROM provider_pace WHERE kind = 'page') AS missing
           FROM (SELECT) AS always LEFT JOIN turns ON true`,
    values: [gap, wanted, ahead],
  });
  const [row] = rows;
  if (row?.missing) {
    await client.query("INSERT INTO provider_pace (kind) VALUES ('page') ON CONFLICT DO NOTHING");
    return takeProviderTurns(client, { rate, wanted, turnFor });
  }
  if (!row || row.n === null) return { turns: [], wait: gap };
  const { n, first } = row;
  // Waits for half of the time ahead; then several turns are free at once.
  if (n === 0) return { turns: [], wait: Math.max(0.005, first - ahead / 2) };
  return { turns: Array.from({ length: n }, (_, at) => turnIn(first + at * gap)), wait: 0 };
}

/** How many newcomers can have a turn at once after a pause. */
export const turnsAhead = (rate: number) => Math.floor(aheadSeconds("newcomer") / gapSeconds(rate)) + 1;

/** Takes a turn for a call about a card page and waits for it. With a provider rate of 0 nobody waits. */
export async function waitForPageTurn({
  database,
  settings: { providerRate: rate },
}: Pick<Services, "database" | "settings">): Promise<void> {
  while (rate > 0) {
    // An order that had a page comes before newcomers, so it takes a turn of the queue.
    const { turns, wait } = await database.withDuty("sell", (sql) =>
      takeProviderTurns(sql, { rate, wanted: 1, turnFor: "queued" }),
    );
    if (turns[0] !== undefined) return waitFor(turns[0]);
    await pause(Math.min(wait, 1) * 1000);
  }
}

/** SQL: has rows while at least one order waits for a card page. */
export const somebodyIsQueued = "SELECT FROM orders WHERE line_at IS NOT NULL AND state = 'held'";
