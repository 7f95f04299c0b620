import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { NoticeRefusal } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { insertNotice } from "./notice-store.server.ts";

/**
 * Stores a webhook event of the card provider after checking signature and age on the raw body; then the caller
 * answers 200. `processNotices` handles it later. `isNew` is false for a copy, and for an event of the other mode
 * (test or live).
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
      "a webhook event of the other mode was ignored",
    );
  const isNew = await services.database.withDuty("settle", (sql) =>
    insertNotice(sql, { ...notice, body: request.body }, isForeign ? "ignored" : "received"),
  );
  await faultPoint("notice.stored");
  return done({ eventId: notice.id, isNew: isNew && !isForeign });
}
