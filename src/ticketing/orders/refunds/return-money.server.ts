import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { durations } from "#ticketing/limits.ts";
import { shortBalance } from "./refund-decision.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

type DueRefund = {
  id: string;
  session_id: string;
  payment_id: string | null;
  amount: number;
  attempts: number;
  key_no: number;
  state: "wanted" | "pending";
  /** A bank took money of this payment back after the refund was asked for, so it is not sent once more. */
  is_charged_back: boolean;
};

/**
 * Makes stored refunds at the provider, and checks pending ones, in case their webhook event was lost. The key at the
 * provider contains the row's id, so money goes back once, however often this runs or crashes. Stopped refunds and
 * disputed payments wait. `only` limits the run to one order. Returns how many refunds were handled.
 */
export async function returnMoney(services: Services, only: { orderId?: string } = {}): Promise<number> {
  let calls = 0;
  for (;;) {
    const refund = await claimRefund(services, only.orderId ?? null);
    if (!refund) return calls;
    calls += 1;
    await faultPoint("refund.claimed");
    try {
      await returnOne(services, refund);
    } catch (error) {
      const { id: refundId, attempts } = refund;
      services.log.error({ refundId, attempts, error: String(error) }, "a refund could not be settled");
    }
  }
}

/** Sends or checks one refund. If it throws, the others go on, and this one is tried again later. */
async function returnOne(services: Services, refund: DueRefund): Promise<void> {
  const { payment_id: paymentId } = refund;
  if (!paymentId) return;
  const refundId = refund.state === "pending" ? null : await refundAtProvider(services, refund, paymentId);
  if (refundId === "never") {
    await giveUp(services, refund);
    await settleRefunds(services, paymentId);
    return;
  }
  if (refundId === undefined) {
    services.log.error({ refundId: refund.id, attempts: refund.attempts }, "money could not be returned yet");
    return;
  }
  await faultPoint("refund.asked");
  if (refundId !== null) {
    await services.database.withDuty("settle", (sql) =>
      sql.query(
        "UPDATE refunds SET state = 'pending', provider_refund_id = $2 WHERE id = $1 AND state = 'wanted'",
        [refund.id, refundId],
      ),
    );
  }
  await faultPoint("refund.kept");
  await settleRefunds(services, paymentId);
}

/**
 * The provider forgets keys after a day, so from the second try on we first check whether the refund exists. `never`:
 * it did not leave and is not to be sent again.
 */
async function refundAtProvider(
  services: Services,
  refund: DueRefund,
  paymentId: string,
): Promise<string | undefined> {
  if (refund.attempts > 1) {
    const found = await services.cards.findRefund({ paymentId, key: refund.id });
    if (found.kind === "unknown") return undefined;
    if (found.kind === "found") return found.refund.id;
    if (refund.is_charged_back) return "never";
  }
  const answer = await services.cards.refund({
    key: refund.id,
    attempt: refund.key_no,
    paymentId,
    amount: refund.amount,
  });
  if (answer.kind === "refunded" || answer.kind === "pending") return answer.refundId;
  // The provider repeats this error for a day under the same key. We checked that the money did not leave, so the
  // next try uses a new key.
  const isShort = answer.kind === "refused" && answer.reason === "short_balance";
  if (isShort || (answer.kind === "refused" && answer.reason === "unavailable" && refund.attempts > 1))
    await services.database.withDuty("settle", (sql) =>
      sql.query(
        "UPDATE refunds SET key_no = key_no + 1, last_error = CASE WHEN $3 THEN $4 ELSE last_error END WHERE id = $1 AND key_no = $2",
        [refund.id, refund.key_no, isShort, shortBalance],
      ),
    );
  // Another try would get the same answer: it was refunded by hand, or the bank no longer accepts refunds.
  const isFinal = answer.kind === "refused" && ["already_refunded", "invalid"].includes(answer.reason);
  return isFinal ? "never" : undefined;
}

/** Marks a refund that can no longer leave as failed. A person has to look; until then the tickets admit again. */
async function giveUp(services: Services, refund: DueRefund): Promise<void> {
  services.log.error({ refundId: refund.id }, "this money can no longer be returned");
  await services.database.withDuty("settle", (sql) =>
    sql.query("UPDATE refunds SET state = 'failed', last_error = $2 WHERE id = $1 AND state = 'wanted'", [
      refund.id,
      refund.is_charged_back ? "charged back" : "refused",
    ]),
  );
}

// No refund is sent until the dispute is decided: the bank may take the same money. A lost one ends those that did not leave.
const isDisputed = "EXISTS (SELECT FROM disputes d WHERE d.session_id = r.session_id AND d.state = 'open')";

// The nights of an order are those of its tickets, because nights may have been added; without tickets, the agreed
// nights.
const nightsOfOrder =
  "ARRAY(SELECT unnest(o.event_ids) FROM orders o WHERE o.id = r.order_id UNION SELECT p.event_id FROM ticket_purchases p WHERE p.order_id = r.order_id)";

/** Takes the next due refund, of all orders or of one. */
async function claimRefund(services: Services, orderId: string | null): Promise<DueRefund | undefined> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<DueRefund>(
      `UPDATE refunds r SET attempts = attempts + 1, next_at = now() + make_interval(secs => least($2, $3 * 2 ^ least(attempts, 8)))
       FROM payments p
       WHERE p.session_id = r.session_id AND r.id = (SELECT r.id FROM refunds r WHERE r.state IN ('wanted', 'pending') AND r.next_at <= now() AND ($1::uuid IS NULL OR r.order_id = $1)
                                                     AND (r.state = 'pending' OR NOT (${isDisputed} OR ${stoppedFor(["refunds"], nightsOfOrder)}))
                                                     ORDER BY r.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING r.id, r.session_id, p.payment_intent_id AS payment_id, r.amount::float8 AS amount, r.attempts, r.key_no, r.state,
         EXISTS (SELECT FROM disputes d WHERE d.session_id = r.session_id AND d.state = 'lost' AND d.closed_at >= r.created_at) AS is_charged_back`,
      [orderId, durations.refundRetry, durations.firstRefundRetry],
    );
    return rows[0];
  });
}
