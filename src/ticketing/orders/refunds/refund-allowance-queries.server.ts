import { bani, type Money } from "#kernel/money.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { readTeamSettings } from "#ticketing/people/team/team-settings-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";

/** The bani that a person may refund per day, and those left today. */
export type RefundAllowance = { readonly limit: Money; readonly left: Money };

/** The daily refund limit of a person, or null. The day is Bucharest's, by the database; failed refunds do not count. */
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
