import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { writeWithinBudget } from "#ticketing/orders/person-letter-store.server.ts";
import { endTransfer, transferOfSecret } from "./transfer-store.server.ts";

export type DeclineTicketRequest = {
  /** The secret from the link. Anybody with the link may accept the ticket or decline it. */
  readonly secret: string;
};

/**
 * Returns a sent ticket to its sender ("Nu e pentru mine") and tells the sender by email, within the budget. The link stops working; the
 * sender's ticket never changed. Refused when no transfer waits under this link.
 */
export async function declineTicket(
  { database }: Pick<Services, "database">,
  { secret }: DeclineTicketRequest,
): Promise<Outcome<{ readonly isSenderTold: boolean }, { readonly reason: "gone" }>> {
  return database.withDuty("settle", async (sql) => {
    const transferBeforeLock = await transferOfSecret(sql, secret);
    const order = transferBeforeLock && (await lockOrder(sql, transferBeforeLock.orderId));
    // read again, now that the lock keeps others from changing it
    const transfer = order && (await transferOfSecret(sql, secret));
    if (transfer?.state !== "waiting") return refused({ reason: "gone" });
    await endTransfer(sql, transfer.id, "ended");
    const { id, fromId, orderId, lineNo: line, seatNo: seat } = transfer;
    const about = { subjectKind: "order", subjectId: orderId } as const;
    // anybody with the link may have declined
    const anybody = { userId: null, role: "customer" };
    await recordChange(sql, anybody, { ...about, what: "ticket_declined", after: { line, seat } });
    const isSenderTold = await writeWithinBudget(database, sql, {
      userId: fromId,
      budget: "anybody",
      letter: {
        kind: "ticket_declined",
        dedupeKey: `declined:${id}`,
        orderId,
        variables: { transfer: id },
      },
    });
    return done({ isSenderTold });
  });
}
