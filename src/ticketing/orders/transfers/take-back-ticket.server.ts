import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { endTransfer, seatOfPurchase, transfersOfSeat } from "./transfer-store.server.ts";

/** No transfer by this person waits for the ticket; perhaps it was accepted a moment ago. */
export type TakeBackRefusal = { readonly reason: "not_waiting" };

/**
 * Takes a sent ticket back, while nobody has accepted it. Its link stops working; the sender's ticket never changed.
 */
export async function takeBackTicket(
  services: Services,
  { actor, purchaseId }: { readonly actor: Actor; readonly purchaseId: string },
): Promise<Outcome<null, TakeBackRefusal>> {
  if (!isUuid(purchaseId) || !mayDo(actor, "take-back-ticket")) return refused({ reason: "not_waiting" });
  return services.database.withDuty("settle", async (sql) => {
    const seat = await seatOfPurchase(sql, purchaseId);
    const order = seat && (await lockOrder(sql, seat.orderId));
    if (!order) return refused({ reason: "not_waiting" });
    const { waiting } = await transfersOfSeat(sql, seat);
    if (waiting?.fromId !== actor.userId) return refused({ reason: "not_waiting" });
    await endTransfer(sql, waiting.id, "taken_back");
    await recordChange(
      sql,
      { userId: actor.userId, role: "customer" },
      {
        subjectKind: "order",
        subjectId: seat.orderId,
        what: "ticket_taken_back",
        after: { line: seat.lineNo, seat: seat.seatNo },
      },
    );
    return done(null);
  });
}
