import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { lockDoorStock, readShareById, soldOfShare, writeShare } from "./door-share-store.server.ts";

export type GiveBackRefusal =
  | NotAllowed
  | typeof missing
  /** The whole share is sold, by the received rows. */
  | { readonly reason: "nothing_left" };

/**
 * Returns the unsold tickets of a phone's share to the normal stock. Resolves to how many there were. It knows only
 * received rows: a sale that comes later still counts, and is listed as sold over the stock.
 */
export async function giveBackFromDoor(
  { database }: Pick<Services, "database">,
  { actor, shareId }: { readonly actor: Actor; readonly shareId: string },
): Promise<Outcome<number, GiveBackRefusal>> {
  if (!isUuid(shareId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "give-back-from-door"))) return refused(notAllowed);
    const foundShare = await readShareById(sql, shareId);
    if (!foundShare) return refused(missing);
    await lockDoorStock(sql, foundShare.deviceId);
    // again, under the lock
    const share = (await readShareById(sql, shareId)) ?? foundShare;
    const unsold = share.quantity - (await soldOfShare(sql, share));
    if (unsold <= 0) return refused({ reason: "nothing_left" });
    const takes = takesOf([{ ...share, eventIds: [share.eventId], quantity: unsold }]);
    await lockCounters(sql, takes.keys());
    const moves = new Map<string, Move>();
    addMoves(moves, takes, { held: 0, sold: -1 });
    await moveStock(sql, moves);
    await writeShare(sql, { ...share, quantity: share.quantity - unsold });
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: share.eventId,
      what: "door_stock_given_back",
      before: { quantity: share.quantity },
      after: { quantity: share.quantity - unsold, type: share.type, phone: share.phone },
    });
    await faultPoint("door_stock.given_back");
    return done(unsold);
  });
}
