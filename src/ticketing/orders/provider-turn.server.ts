import type pg from "pg";

/** Which of those who want a card page a turn is for: who just arrived stands behind everybody in the line. */
export type TurnFor = "newcomer" | "line";

/**
 * Takes one turn at the card provider, from a bucket that all processes share and that holds two tokens at most:
 * a burst of a whole second would be refused by the provider. Resolves to 0 when taken, else to the seconds until
 * there may be one. A newcomer gets none while anybody waits.
 */
export async function takeProviderTurn(
  client: pg.ClientBase,
  rate: number,
  turnFor: TurnFor,
): Promise<number> {
  if (rate <= 0) return Number.POSITIVE_INFINITY;
  const { rows } = await client.query<{ wait: number | null }>({
    name: `provider-turn-${turnFor}`,
    text: `WITH taken AS (
             INSERT INTO provider_bucket AS b (tokens, at) ${turnFor === "line" ? "VALUES (1, clock_timestamp())" : `SELECT 1, clock_timestamp() WHERE NOT EXISTS (${lineIsThere})`}
             ON CONFLICT (one_row) DO UPDATE SET
               tokens = least(2, b.tokens + extract(epoch FROM clock_timestamp() - b.at) * $1::float8) - 1, at = clock_timestamp()
             WHERE least(2, b.tokens + extract(epoch FROM clock_timestamp() - b.at) * $1::float8) >= 1
             RETURNING true)
           SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN 0
             ELSE greatest(0.005, (1 - (SELECT b.tokens + extract(epoch FROM clock_timestamp() - b.at) * $1::float8 FROM provider_bucket b)) / $1::float8) END AS wait`,
    values: [rate],
  });
  return Number(rows[0]?.wait ?? 1 / rate);
}

const lineIsThere = "SELECT FROM orders WHERE line_at IS NOT NULL AND state = 'held'";
