import { only, type Sql } from "#platform/database/sql.ts";

/**
 * Whether a refund of a locked order is under way. Until it has left or failed, the order's seats must not change.
 */
export async function isRefundUnderWay(sql: Sql, orderId: string): Promise<boolean> {
  const { rows } = await sql.query<{ isUnderWay: boolean }>({
    name: "refund-under-way",
    text: `SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND state IN ('wanted', 'pending')) AS "isUnderWay"`,
    values: [orderId],
  });
  return only(rows).isUnderWay;
}
