import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

type Claimed = {
  event_id: string;
  type: string;
  session_id: string | null;
  payment_intent_id: string | null;
  attempts: number;
  is_old: boolean;
};

/** How long a claim lasts: a process that dies leaves its notice to the next after this. */
const leaseSeconds = 15;

/**
 * Works off the inbox: each notice is a reason to read the provider's object again. One that finds no order is tried
 * for a day and then put aside for a person. Resolves to how many were looked at.
 */
export async function processNotices(services: Services, only?: string): Promise<number> {
  let done = 0;
  for (;;) {
    const notice = await claim(services, only);
    if (!notice) return done;
    await faultPoint("notice.claimed");
    const state = await understand(services, notice).catch((error: unknown) => {
      services.log.error(
        { eventId: notice.event_id, error: String(error) },
        "a notice could not be processed",
      );
      return "again" as const;
    });
    await faultPoint("notice.understood");
    await close(services, notice, state);
    done += 1;
    if (only !== undefined) return done;
  }
}

const nextDue = `SELECT event_id FROM payment_notices WHERE state = 'received' AND next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
// without an order: that would tempt the planner into the index of what waits, and through all that waited before
const thisOne = `SELECT event_id FROM payment_notices WHERE event_id = $1 AND state = 'received' FOR UPDATE SKIP LOCKED`;

async function claim(services: Services, only: string | undefined): Promise<Claimed | undefined> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<Claimed>({
      name: only === undefined ? "claim-notice" : "claim-this-notice",
      text: `UPDATE payment_notices SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
             WHERE event_id = (${only === undefined ? nextDue : thisOne})
             RETURNING event_id, type, session_id, payment_intent_id, attempts, received_at < now() - interval '1 day' AS is_old`,
      values: only === undefined ? [] : [only],
    });
    return rows[0];
  });
}

async function understand(
  services: Services,
  notice: Claimed,
): Promise<"processed" | "ignored" | "quarantined" | "again"> {
  if (notice.type.startsWith("checkout.session.") && notice.session_id) {
    const settled = await settlePayment(services, {
      sessionId: notice.session_id,
      by: "notice",
      ...(notice.type === "checkout.session.async_payment_failed" ? { saysFailed: true as const } : {}),
    });
    if (settled.ok) return "processed";
    return notice.is_old && settled.refusal.reason === "not_ours" ? "quarantined" : "again";
  }
  if (/^(charge\.refund|refund\.)/.test(notice.type) && notice.payment_intent_id) {
    const settled = await settleRefunds(services, notice.payment_intent_id);
    if (settled.ok) return "processed";
    return notice.is_old && settled.refusal.reason === "not_ours" ? "quarantined" : "again";
  }
  if (notice.type.startsWith("charge.dispute.") && notice.payment_intent_id) {
    const settled = await settleDisputes(services, notice.payment_intent_id);
    if (settled.ok) return "processed";
    return notice.is_old && settled.refusal.reason === "not_ours" ? "quarantined" : "again";
  }
  return "ignored";
}

async function close(
  services: Services,
  notice: Claimed,
  state: "processed" | "ignored" | "quarantined" | "again",
): Promise<void> {
  if (state === "quarantined")
    services.log.error({ eventId: notice.event_id, type: notice.type }, "a notice belongs to no order");
  await services.database.withDuty("settle", (sql) =>
    state === "again"
      ? sql.$client.query(
          "UPDATE payment_notices SET next_at = now() + make_interval(secs => least(600, 2 ^ least(attempts, 10))) WHERE event_id = $1",
          [notice.event_id],
        )
      : sql.$client.query("UPDATE payment_notices SET state = $2, processed_at = now() WHERE event_id = $1", [
          notice.event_id,
          state,
        ]),
  );
}
