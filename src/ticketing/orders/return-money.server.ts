import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

type Wanted = {
  id: string;
  session_id: string;
  payment_intent_id: string | null;
  amount: number;
  attempts: number;
  key_no: number;
  state: "wanted" | "pending";
};

/**
 * Pays back what was written down as owed, and asks again about what is on its way, in case the notice about it was
 * lost. The row's id is in the key at the provider: however often this runs or dies, the money goes back once. While
 * refunds are stopped, for the site or for a night of the order, nothing new is sent, whoever wished it: the rows wait.
 * `only` one order's: for somebody who waits for the answer, and not for what others are owed.
 * Resolves to how many were asked for.
 */
export async function returnMoney(services: Services, only: { orderId?: string } = {}): Promise<number> {
  let asked = 0;
  for (;;) {
    const wanted = await claim(services, only.orderId ?? null);
    if (!wanted) return asked;
    asked += 1;
    await faultPoint("refund.claimed");
    const { payment_intent_id: paymentIntentId } = wanted;
    if (!paymentIntentId) continue;
    const refundId = wanted.state === "pending" ? null : await ask(services, wanted, paymentIntentId);
    if (refundId === "never") {
      await giveUp(services, wanted);
      await settleRefunds(services, paymentIntentId);
      continue;
    }
    if (refundId === undefined) {
      services.log.error(
        { refundId: wanted.id, attempts: wanted.attempts },
        "money could not be returned yet",
      );
      continue;
    }
    await faultPoint("refund.asked");
    if (refundId !== null) {
      await services.database.withDuty("settle", (sql) =>
        sql.$client.query(
          "UPDATE refunds SET state = 'pending', provider_refund_id = $2 WHERE id = $1 AND state = 'wanted'",
          [wanted.id, refundId],
        ),
      );
    }
    await faultPoint("refund.kept");
    await settleRefunds(services, paymentIntentId);
  }
}

/** The provider forgets keys after a day, so from the second time on we first look whether the refund exists. */
async function ask(services: Services, wanted: Wanted, paymentIntentId: string): Promise<string | undefined> {
  if (wanted.attempts > 1) {
    const found = await services.cards.findRefund({ paymentIntentId, key: wanted.id });
    if (found.kind === "unknown") return undefined;
    if (found.kind === "found") return found.refund.id;
  }
  const answer = await services.cards.refund({
    key: wanted.id,
    attempt: wanted.key_no,
    paymentIntentId,
    amount: wanted.amount,
  });
  if (answer.kind === "refunded" || answer.kind === "pending") return answer.refundId;
  // they answer an error, and will repeat it for a day: we have looked, now and before, and the money did not leave
  if (answer.kind === "refused" && answer.reason === "unavailable" && wanted.attempts > 1)
    await services.database.withDuty("settle", (sql) =>
      sql.$client.query("UPDATE refunds SET key_no = key_no + 1 WHERE id = $1 AND key_no = $2", [
        wanted.id,
        wanted.key_no,
      ]),
    );
  // asking again would be answered the same: it was paid back by hand, or the bank takes nothing back any more
  const isFinal = answer.kind === "refused" && ["already_refunded", "invalid"].includes(answer.reason);
  return isFinal ? "never" : undefined;
}

/** The provider will not return this money: a person has to look, and the tickets admit again meanwhile. */
async function giveUp(services: Services, wanted: Wanted): Promise<void> {
  services.log.error({ refundId: wanted.id }, "the card provider refuses to return this money");
  await services.database.withDuty("settle", (sql) =>
    sql.$client.query(
      "UPDATE refunds SET state = 'failed', last_error = 'refused' WHERE id = $1 AND state = 'wanted'",
      [wanted.id],
    ),
  );
}

// what an order holds stands on its tickets, and nights may have been added to them; without tickets, on what it agreed on
const nightsOfOrder =
  "ARRAY(SELECT unnest(o.event_ids) FROM orders o WHERE o.id = r.order_id UNION SELECT p.event_id FROM ticket_purchases p WHERE p.order_id = r.order_id)";

/** The next that is due, of all orders or of one. */
async function claim(services: Services, orderId: string | null): Promise<Wanted | undefined> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<Wanted>(
      `UPDATE refunds r SET attempts = attempts + 1, next_at = now() + make_interval(secs => least(3600, 15 * 2 ^ least(attempts, 8)))
       FROM payments p
       WHERE p.session_id = r.session_id AND r.id = (SELECT r.id FROM refunds r WHERE r.state IN ('wanted', 'pending') AND r.next_at <= now() AND ($1::uuid IS NULL OR r.order_id = $1)
                                                     AND (r.state = 'pending' OR NOT ${stoppedFor(["refunds"], nightsOfOrder)})
                                                     ORDER BY r.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING r.id, r.session_id, p.payment_intent_id, r.amount::float8 AS amount, r.attempts, r.key_no, r.state`,
      [orderId],
    );
    return rows[0];
  });
}
