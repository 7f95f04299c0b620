import { only } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { allTotals } from "./plain-sales.ts";

const perFold = 5000;

/**
 * Adds the single changes of sales and refunds to the totals that reports read, and deletes them, in one transaction,
 * so that a reader counts each exactly once. Only one process folds at a time; others do nothing. Resolves to how
 * many changes were folded.
 */
export async function foldSales(services: Services): Promise<number> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows: lock } = await sql.query<{ ours: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('estival.fold_sales')) AS ours",
    );
    if (!only(lock).ours) return 0;
    const { rows } = await sql.query<{ n: number }>({
      name: "fold-sales",
      text: `WITH taken AS (
               DELETE FROM sales_deltas WHERE id IN (SELECT id FROM sales_deltas ORDER BY id LIMIT ${perFold})
               RETURNING day, event_id, ticket_type_id, purchases, quantity, revenue),
             added AS (
               INSERT INTO sales_totals AS t (kind, grain, day, subject_id, purchases, quantity, revenue)
               ${allTotals("SELECT * FROM taken")}
               ON CONFLICT (kind, grain, day, subject_id) DO UPDATE SET
                 purchases = t.purchases + excluded.purchases, quantity = t.quantity + excluded.quantity, revenue = t.revenue + excluded.revenue)
             SELECT count(*)::int AS n FROM taken`,
    });
    await faultPoint("sales.folded");
    return rows[0]?.n ?? 0;
  });
}
