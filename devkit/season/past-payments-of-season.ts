import pg from "pg";
import type { PastPayment } from "../card-provider/past-payments.server.ts";

/** The payments of the sample season with what went back of them, for the double of the card provider to know. */
export async function pastPaymentsOfSeason(ownerUrl: string, ownerRole: string): Promise<PastPayment[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`SET ROLE "${ownerRole}"`);
    const { rows } = await client.query<PastPayment>(
      `SELECT p.session_id AS "sessionId", p.payment_intent_id AS "paymentId", p.order_id AS "orderId", p.amount::float8 AS amount,
         floor(extract(epoch FROM p.at))::float8 AS at, b.email,
         coalesce((SELECT json_agg(json_build_object('id', r.provider_refund_id, 'amount', r.amount, 'at', floor(extract(epoch FROM r.succeeded_at)))) FROM refunds r
           WHERE r.session_id = p.session_id AND r.state = 'succeeded'), '[]') AS refunds
       FROM payments p JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = o.user_id ORDER BY p.at`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
