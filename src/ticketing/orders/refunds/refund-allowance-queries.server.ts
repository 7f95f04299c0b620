import { bani, type Money } from "#kernel/money.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { readTeamSettings } from "#ticketing/people/team/team-settings-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";

/** What a person may give back in a day, and still today. */
export type RefundAllowance = { readonly limit: Money; readonly left: Money };

/**
 * Null for a person who may give back whatever was paid. The day is that of Bucharest, by the database's clock; what the provider
 * refused does not count.
 */
export async function findRefundAllowance(
  sql: Sql,
  { userId, role }: Actor,
): Promise<RefundAllowance | null> {
  if (may(role, "refunds.unlimited")) return null;
  const { refundLimit: limit } = await readTeamSettings(sql);
  const { rows } = await sql.query<{ given: number }>({
    name: "refunds-given-today",
    text: `SELECT coalesce(sum(amount), 0)::float8 AS given FROM refunds WHERE actor_id = $1 AND state <> 'failed'
             AND created_at >= date_trunc('day', now() AT TIME ZONE 'Europe/Bucharest') AT TIME ZONE 'Europe/Bucharest'`,
    values: [userId],
  });
  return { limit, left: bani(Math.max(0, limit - (rows[0]?.given ?? 0))) };
}
