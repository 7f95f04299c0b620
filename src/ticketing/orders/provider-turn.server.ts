import type pg from "pg";

/** Which of those who want a card page a turn is for: who just arrived stands behind everybody in the line. */
export type TurnFor = "newcomer" | "line";

export type Turns = {
  readonly taken: number;
  /** Seconds until there may be one; 0 when some were taken. */
  readonly wait: number;
};

/** What a process that was held up for a moment may catch up with at once. */
const atOnce = 8;

/**
 * Takes up to `wanted` turns at the card provider, from a bucket that all processes share. It fills at `rate` a second
 * and holds eight; and whatever it holds, no second, wherever it begins, gets more turns than the rate: the provider
 * refuses what is beyond its own. A newcomer gets none while anybody waits.
 */
export async function takeProviderTurns(
  client: pg.ClientBase,
  { rate, wanted, turnFor }: { readonly rate: number; readonly wanted: number; readonly turnFor: TurnFor },
): Promise<Turns> {
  if (rate <= 0) return { taken: 0, wait: Number.POSITIVE_INFINITY };
  const inASecond = Math.max(1, Math.floor(rate));
  const { rows } = await client.query<{ n: number | null; wait: number | null; missing: boolean }>({
    name: `provider-turns-${turnFor}`,
    text: `WITH bucket AS (SELECT tokens, at, recent FROM provider_bucket ${turnFor === "line" ? "" : `WHERE NOT EXISTS (${lineIsThere})`} FOR UPDATE),
             looked AS MATERIALIZED (SELECT clock_timestamp() AS t, tokens, at, recent FROM bucket),
             filled AS (SELECT t, least($2::float8, tokens + extract(epoch FROM t - at) * $1::float8) AS tokens,
               ARRAY(SELECT r FROM unnest(recent) AS r WHERE r > t - interval '1 second' ORDER BY r) AS recent FROM looked),
             turns AS MATERIALIZED (SELECT t, tokens, recent, greatest(0, least($3::int, floor(tokens)::int, $4::int - cardinality(recent))) AS n FROM filled),
             taken AS (UPDATE provider_bucket SET tokens = turns.tokens - n, at = t, recent = turns.recent || array_fill(t, ARRAY[n])
               FROM turns WHERE n > 0)
           SELECT n, greatest(0.005, (1 - tokens) / $1::float8,
               CASE WHEN cardinality(recent) >= $4::int THEN extract(epoch FROM recent[1] + interval '1 second' - t) ELSE 0 END)::float8 AS wait,
             NOT EXISTS (SELECT FROM provider_bucket) AS missing
           FROM (SELECT) AS always LEFT JOIN turns ON true`,
    values: [rate, atOnce, wanted, inASecond],
  });
  const [row] = rows;
  if (row?.missing) {
    await client.query("INSERT INTO provider_bucket (tokens) VALUES (1) ON CONFLICT DO NOTHING");
    return takeProviderTurns(client, { rate, wanted, turnFor });
  }
  const taken = row?.n ?? 0;
  return { taken, wait: taken > 0 ? 0 : (row?.wait ?? 1 / rate) };
}

const lineIsThere = "SELECT FROM orders WHERE line_at IS NOT NULL AND state = 'held'";
