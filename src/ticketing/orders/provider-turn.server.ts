import type { Database } from "#platform/database/database.server.ts";

/**
 * Takes one turn at the card provider, from a bucket that all processes share and that holds two tokens at most:
 * a burst of a whole second would be refused by the provider. False: not now.
 */
export async function takeProviderTurn(database: Database, rate: number): Promise<boolean> {
  if (rate <= 0) return false;
  return database.withDuty("sell", async (sql) => {
    const { rowCount } = await sql.$client.query({
      name: "provider-turn",
      text: `INSERT INTO provider_bucket AS b (tokens, at) VALUES (1, clock_timestamp())
             ON CONFLICT (one_row) DO UPDATE SET
               tokens = least(2, b.tokens + extract(epoch FROM clock_timestamp() - b.at) * $1::float8) - 1, at = clock_timestamp()
             WHERE least(2, b.tokens + extract(epoch FROM clock_timestamp() - b.at) * $1::float8) >= 1`,
      values: [rate],
    });
    return rowCount === 1;
  });
}
