import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import type { Services } from "#platform/services.ts";
import { testKeys } from "#test/support/provider-in-test.ts";
import type { LeasedNotice } from "#ticketing/orders/payment/notice-store.server.ts";
import { processNotice } from "#ticketing/orders/payment/process-notice.server.ts";
import { receiveNotice } from "#ticketing/orders/payment/receive-notice.server.ts";

export type Notice = {
  readonly id: string;
  readonly type: string;
  readonly object: { readonly id: string; readonly object: string } & Record<string, unknown>;
  readonly livemode?: boolean;
};

/** A webhook event as the provider sends it: its bytes and its signature. */
export function signedNotice({ id, type, object, livemode = false }: Notice) {
  const now = Date.now();
  const created = Math.floor(now / 1000);
  const body = JSON.stringify({ id, object: "event", type, created, livemode, data: { object } });
  return { body: Buffer.from(body), signature: webhookSignature(body, testKeys.webhookSecret, now) };
}

/** Leases this webhook event of the inbox as the job does, and no other. */
export async function leaseOf({ database }: Services, eventId: string): Promise<LeasedNotice> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<LeasedNotice>(
      `UPDATE payment_notices SET attempts = attempts + 1, next_at = now() + interval '15 seconds' WHERE event_id = $1
       RETURNING event_id AS "eventId", type, session_id AS "sessionId", payment_intent_id AS "paymentId", received_at < now() - interval '1 day' AS "isOld"`,
      [eventId],
    );
    if (!rows[0]) throw new Error(`no notice ${eventId}`);
    return rows[0];
  });
}

/** As the site does: the webhook event is stored and, if it is new, processed. */
export async function deliverNotice(site: Services, notice: Notice): Promise<{ isNew: boolean }> {
  const received = await receiveNotice(site, signedNotice(notice));
  if (!received.ok) throw new Error(`a signed webhook event was refused: ${received.refusal.reason}`);
  const { isNew } = received.value;
  if (isNew) await processNotice(site, await leaseOf(site, notice.id));
  return { isNew };
}
