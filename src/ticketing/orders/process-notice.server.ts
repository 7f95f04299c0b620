import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { OrderServices } from "./hold-desk.server.ts";
import type { LeasedNotice } from "./notice-lease.ts";
import { closeNotices, postponeNotice } from "./notice-store.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

/**
 * Works on one notice that is leased to us: it is a reason to read the provider's object again. One that finds no
 * order is tried for a day and then put aside for a person.
 */
export async function processNotice(services: OrderServices, notice: LeasedNotice): Promise<void> {
  await faultPoint("notice.claimed");
  const state = await understand(services, notice).catch((error: unknown) => {
    services.log.error({ eventId: notice.eventId, error: String(error) }, "a notice could not be processed");
    return "again" as const;
  });
  await faultPoint("notice.understood");
  if (state === "closed") return;
  if (state === "quarantined")
    services.log.error({ eventId: notice.eventId, type: notice.type }, "a notice belongs to no order");
  await services.database.withDuty("settle", (sql) =>
    state === "again"
      ? postponeNotice(sql.$client, notice.eventId)
      : closeNotices(sql.$client, [notice.eventId], state),
  );
}

/** `closed`: the settling transaction has closed the notice as well. */
type Understood = "closed" | "processed" | "ignored" | "quarantined" | "again";

async function understand(services: OrderServices, notice: LeasedNotice): Promise<Understood> {
  if (notice.type.startsWith("checkout.session.") && notice.sessionId)
    return aboutSession(services, notice, notice.sessionId);
  if (/^(charge\.refund|refund\.)/.test(notice.type) && notice.paymentIntentId) {
    const settled = await settleRefunds(services, notice.paymentIntentId);
    return settled.ok ? "processed" : later(notice, settled.refusal.reason);
  }
  if (notice.type.startsWith("charge.dispute.") && notice.paymentIntentId) {
    const settled = await settleDisputes(services, notice.paymentIntentId);
    return settled.ok ? "processed" : later(notice, settled.refusal.reason);
  }
  return "ignored";
}

async function aboutSession(
  services: OrderServices,
  notice: LeasedNotice,
  sessionId: string,
): Promise<Understood> {
  // a rush of payments goes many to a transaction; what is not plain is settled by itself
  if (notice.type === "checkout.session.completed") {
    await faultPoint("settle.begin");
    const read = await services.cards.readSession(sessionId);
    if (read.kind === "unknown") return "again";
    if (
      read.kind === "found" &&
      read.session.status === "complete" &&
      read.session.paymentStatus === "paid"
    ) {
      const together = await services.settling.settlePaid({
        eventId: notice.eventId,
        session: read.session,
      });
      if (together === "settled") return "closed";
    }
  }
  const settled = await settlePayment(services, {
    sessionId,
    by: "notice",
    ...(notice.type === "checkout.session.async_payment_failed" ? { saysFailed: true as const } : {}),
  });
  return settled.ok ? "processed" : later(notice, settled.refusal.reason);
}

/** What belongs to nobody may belong to an order that is not written yet; after a day it does not. */
function later(notice: LeasedNotice, reason: string): Understood {
  return notice.isOld && reason === "not_ours" ? "quarantined" : "again";
}
