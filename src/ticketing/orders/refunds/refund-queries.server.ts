import { only, type Sql } from "#platform/database/sql.ts";

/** Whether money of a locked order is on its way back: until it has left or failed, its seats stay as they are. */
export async function isRefundUnderWay(sql: Sql, orderId: string): Promise<boolean> {
  const { rows } = await sql.query<{ isUnderWay: boolean }>({
    name: "refund-under-way",
    text: `SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND state IN ('wanted', 'pending')) AS "isUnderWay"`,
    values: [orderId],
  });
  return only(rows).isUnderWay;
}
