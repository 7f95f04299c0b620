import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { NoticeRefusal } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";

/**
 * Takes a notice of the card provider in: signature and age are checked on the raw body, then it is a row, then the
 * caller answers 200. What it means is found out afterwards. A copy changes nothing.
 */
export async function receiveNotice(
  services: Services,
  request: { body: Buffer; signature: string | undefined },
): Promise<Outcome<{ eventId: string; isNew: boolean }, { reason: NoticeRefusal }>> {
  await faultPoint("notice.begin");
  const notice = services.cards.readNotice(request.body, request.signature, services.now());
  if (notice.kind === "refused") return refused({ reason: notice.reason });
  const isForeign = notice.livemode !== services.settings.livemode;
  if (isForeign)
    services.log.error(
      { eventId: notice.id, livemode: notice.livemode },
      "a notice of the other mode was ignored",
    );
  const isNew = await services.database.withDuty("settle", async (sql) => {
    const { rowCount } = await sql.$client.query({
      name: "store-notice",
      text: `INSERT INTO payment_notices (event_id, type, session_id, payment_intent_id, state, sent_at, body)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING`,
      values: [
        notice.id,
        notice.type,
        notice.sessionId,
        notice.paymentIntentId,
        isForeign ? "ignored" : "received",
        notice.createdAt,
        request.body,
      ],
    });
    return rowCount === 1;
  });
  await faultPoint("notice.stored");
  return done({ eventId: notice.id, isNew: isNew && !isForeign });
}
