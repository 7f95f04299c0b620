import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import {
  callClock,
  gapSeconds,
  mayBeLate,
  type TakenTurn,
  type Turn,
} from "#platform/card-checkout/call-turn.server.ts";
import type { Services } from "#platform/services.ts";

/**
 * What a turn at the card provider is for; its limits are per kind of call. Who just arrived and wants a card page stands
 * behind everybody in the line.
 */
export type TurnFor = "newcomer" | "line" | "read" | "expiry";

export type Turns = {
  /** In ascending order, each a gap of the pace after the one before, whichever process that belongs to. */
  readonly turns: readonly Turn[];
  /** Seconds until it is worth asking again; 0 when some were given. */
  readonly wait: number;
};

/**
 * How far ahead turns are given away. To a process that serves those who wait, so far that a rush in which each of its
 * transactions takes half a second makes it miss none; what dies with it is less than a second of them. A newcomer
 * waits for a turn of so few moments on the spot, and longer in the line.
 */
const aheadSeconds = (turnFor: TurnFor) => (turnFor === "newcomer" ? 0.35 : 0.8);

/**
 * Gives up to `wanted` turns at the card provider, a gap apart for all processes together: the next one is kept in a
 * row. Nobody catches up with turns that were not taken, so that no second has more of them than the rate, and
 * who misses a turn takes another one (`sendInTurn`). A newcomer gets none while anybody waits in the line.
 */
export async function takeProviderTurns(
  client: pg.ClientBase,
  { rate, wanted, turnFor }: { readonly rate: number; readonly wanted: number; readonly turnFor: TurnFor },
): Promise<Turns> {
  if (rate <= 0) return { turns: [], wait: Number.POSITIVE_INFINITY };
  const gap = gapSeconds(rate);
  const kind = turnFor === "newcomer" || turnFor === "line" ? "page" : turnFor;
  const ahead = aheadSeconds(turnFor);
  const asked = callClock();
  const { rows } = await client.query<{
    n: number | null;
    now: string | null;
    first: number;
    missing: boolean;
  }>({
    name: `provider-turns-${turnFor === "newcomer" ? "newcomer" : "other"}`,
    text: `WITH pace AS (SELECT next_at FROM provider_pace WHERE kind = $4 ${turnFor === "newcomer" ? `AND NOT EXISTS (${lineIsThere})` : ""} FOR UPDATE),
             looked AS MATERIALIZED (SELECT clock_timestamp() AS t, next_at FROM pace),
             free AS (SELECT t, extract(epoch FROM greatest(next_at, t) - t)::float8 AS first FROM looked),
             turns AS MATERIALIZED (SELECT t, first, greatest(0, least($2::int, floor(($3::float8 - first) / $1::float8)::int + 1)) AS n FROM free),
             taken AS (UPDATE provider_pace SET next_at = t + make_interval(secs => first + n * $1::float8) FROM turns WHERE kind = $4 AND n > 0)
           SELECT n, extract(epoch FROM t) * 1000 AS now, first, NOT EXISTS (SELECT FROM provider_pace WHERE kind = $4) AS missing
           FROM (SELECT) AS always LEFT JOIN turns ON true`,
    values: [gap, wanted, ahead, kind],
  });
  const [row] = rows;
  if (row?.missing) {
    await client.query("INSERT INTO provider_pace (kind) VALUES ($1) ON CONFLICT DO NOTHING", [kind]);
    return takeProviderTurns(client, { rate, wanted, turnFor });
  }
  if (!row?.now) return { turns: [], wait: gap };
  const { n, first } = row;
  // half of what is given ahead: then several are free at once
  if (!n) return { turns: [], wait: Math.max(0.005, first - ahead / 2) };
  const base = Number(row.now) + clockDifference({ asked, answered: callClock(), there: Number(row.now) });
  return { turns: Array.from({ length: n }, (_, at) => base + (first + at * gap) * 1000), wait: 0 };
}

/** How many newcomers may have a turn at once when nobody took any for a while. */
export const turnsAhead = (rate: number) => Math.floor(aheadSeconds("newcomer") / gapSeconds(rate)) + 1;

/**
 * The turn of a call about a card page: the one that was taken before, or one that is taken now. Where the provider takes
 * nothing at all (a rate of 0) there are no turns, and nobody waits for one.
 */
export async function pageTurn(
  { database, settings: { providerRate: rate } }: Pick<Services, "database" | "settings">,
  taken?: Turn,
): Promise<TakenTurn | undefined> {
  if (rate <= 0) return undefined;
  // whoever was in the line stays before everybody else: these are turns for the line
  async function takeAnother(): Promise<Turn> {
    for (;;) {
      const { turns, wait } = await database.withDuty("sell", (sql) =>
        takeProviderTurns(sql.$client, { rate, wanted: 1, turnFor: "line" }),
      );
      if (turns[0] !== undefined) return turns[0];
      await pause(Math.min(wait, 1) * 1000);
    }
  }
  return { at: taken ?? (await takeAnother()), mayBeLate: mayBeLate(rate), takeAnother };
}

/**
 * Milliseconds that our clock is ahead of the database's, at the least: none, when its moment lies between our question
 * and the answer.
 */
export function clockDifference({
  asked,
  answered,
  there,
}: {
  readonly asked: number;
  readonly answered: number;
  readonly there: number;
}): number {
  // a millisecond is nothing here, and clocks are read one after the other
  if (there < asked - 1) return asked - there;
  if (there > answered + 1) return answered - there;
  return 0;
}

/** Whether anybody waits for a card page. */
export const lineIsThere = "SELECT FROM orders WHERE line_at IS NOT NULL AND state = 'held'";
