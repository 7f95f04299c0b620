import { expect } from "vitest";
import type { Sql } from "#platform/database/sql.ts";

/** Resolves when so many statements of the connection's database wait for a lock, or when it is over without that. */
export async function untilWaiting(
  sql: Pick<Sql, "query">,
  many = 1,
  isOver: () => boolean = () => false,
): Promise<void> {
  const waiting = async () =>
    isOver()
      ? many
      : (
          await sql.query<{ n: number }>(
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).rows[0]?.n;
  await expect.poll(waiting, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(many);
}
