import { subjectOfEvent } from "#platform/card-checkout/provider-words.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { closeNotice, type LeasedNotice, postponeNotice } from "./notice-store.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * Processes one leased webhook event: it is only a reason to read the provider's object again. One without an order is
 * tried for a day and then quarantined for an administrator.
 */
export async function processNotice(services: Services, notice: LeasedNotice): Promise<void> {
  await faultPoint("notice.claimed");
  const state = await understand(services, notice).catch((error: unknown) => {
    services.log.error(
      { eventId: notice.eventId, error: String(error) },
      "a webhook event could not be processed",
    );
    return "again" as const;
  });
  await faultPoint("notice.understood");
  if (state === "quarantined")
    services.log.error({ eventId: notice.eventId, type: notice.type }, "a webhook event belongs to no order");
  await services.database.withDuty("settle", (sql) =>
    state === "again" ? postponeNotice(sql, notice.eventId) : closeNotice(sql, notice.eventId, state),
  );
}

type Understood = "processed" | "ignored" | "quarantined" | "again";

async function understand(services: Services, notice: LeasedNotice): Promise<Understood> {
  const subject = subjectOfEvent(notice.type);
  if ((subject === "payment" || subject === "failed_payment") && notice.sessionId) {
    const settled = await settlePayment(services, {
      sessionId: notice.sessionId,
      by: "notice",
      ...(subject === "failed_payment" ? { saysFailed: true as const } : {}),
    });
    return settled.ok ? "processed" : later(notice, settled.refusal.reason);
  }
  if (subject === "refund" && notice.paymentId) {
    const settled = await settleRefunds(services, notice.paymentId);
    return settled.ok ? "processed" : later(notice, settled.refusal.reason);
  }
  if (subject === "dispute" && notice.paymentId) {
    const settled = await settleDisputes(services, notice.paymentId);
    return settled.ok ? "processed" : later(notice, settled.refusal.reason);
  }
  return "ignored";
}

/** An event without an order may belong to one that is not written yet; after a day it does not. */
function later(notice: LeasedNotice, reason: string): Understood {
  return notice.isOld && reason === "not_ours" ? "quarantined" : "again";
}
