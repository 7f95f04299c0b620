import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { NoticeRefusal } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import type { LeasedNotice } from "./notice-lease.ts";
import { insertNotice } from "./notice-store.server.ts";

/**
 * Takes a notice of the card provider in: signature and age are checked on the raw body, then it is a row, then the
 * caller answers 200. What it means is found out afterwards, by whoever has its lease: the caller at first, so that
 * nobody needs to claim it. No lease: a copy, which changes nothing, or a notice of the other mode.
 */
export async function receiveNotice(
  services: Services,
  request: { body: Buffer; signature: string | undefined },
): Promise<Outcome<{ eventId: string; lease: LeasedNotice | null }, { reason: NoticeRefusal }>> {
  await faultPoint("notice.begin");
  const notice = services.cards.readNotice(request.body, request.signature, services.now());
  if (notice.kind === "refused") return refused({ reason: notice.reason });
  const isForeign = notice.livemode !== services.settings.livemode;
  if (isForeign)
    services.log.error(
      { eventId: notice.id, livemode: notice.livemode },
      "a notice of the other mode was ignored",
    );
  const isNew = await services.database.withDuty("settle", (sql) =>
    insertNotice(sql.$client, { ...notice, body: request.body }, isForeign ? "ignored" : "received"),
  );
  await faultPoint("notice.stored");
  const { id: eventId, type, sessionId, paymentIntentId } = notice;
  return done({
    eventId,
    lease: isNew && !isForeign ? { eventId, type, sessionId, paymentIntentId, isOld: false } : null,
  });
}
