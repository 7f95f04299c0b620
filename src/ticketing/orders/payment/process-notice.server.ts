import { subjectOfEvent } from "#platform/card-checkout/provider-words.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { closeNotice, type LeasedNotice, postponeNotice } from "./notice-store.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { type SettleRefusal, settlePayment } from "./settle-payment.server.ts";

/**
 * Processes one leased webhook event. The event is only a reason to read the provider's object again. An event of
 * another product in the same account is read once. An event that matches no order, or whose object cannot be
 * understood, is tried for a day and then quarantined for an administrator.
 */
export async function processNotice(services: Services, notice: LeasedNotice): Promise<void> {
  await faultPoint("notice.claimed");
  const state = await handleNotice(services, notice).catch((error: unknown) => {
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

type NoticeResult = "processed" | "ignored" | "quarantined" | "again";

async function handleNotice(services: Services, notice: LeasedNotice): Promise<NoticeResult> {
  const subject = subjectOfEvent(notice.type);
  if ((subject === "payment" || subject === "failed_payment") && notice.sessionId) {
    const settled = await settlePayment(services, {
      sessionId: notice.sessionId,
      by: "notice",
      ...(subject === "failed_payment" ? { saysFailed: true as const } : {}),
    });
    return settled.ok ? "processed" : resultOfRefusal(notice, settled.refusal.reason);
  }
  if ((subject === "refund" || subject === "dispute") && notice.paymentId) {
    const settle = subject === "refund" ? settleRefunds : settleDisputes;
    const settled = await settle(services, notice.paymentId);
    if (settled.ok) return "processed";
    const { reason } = settled.refusal;
    if (reason === "not_ours" && (await isForeign(services, notice.paymentId))) return "ignored";
    return resultOfRefusal(notice, reason);
  }
  return "ignored";
}

/** Whether the payment was made on none of our card pages. */
async function isForeign({ cards }: Services, paymentId: string): Promise<boolean> {
  const pages = await cards.findSessionsOfPayment(paymentId);
  return pages.kind === "listed" && pages.sessions.length + pages.unreadable.length === 0;
}

/** What to do with an event that could not be processed: its order may be written later, but not after a day. */
function resultOfRefusal(notice: LeasedNotice, reason: SettleRefusal["reason"]): NoticeResult {
  if (reason === "foreign") return "ignored";
  return notice.isOld && reason !== "provider_unknown" ? "quarantined" : "again";
}
