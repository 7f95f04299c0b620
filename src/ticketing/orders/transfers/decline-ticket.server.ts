import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { endTransfer, type Transfer, transferOfSecret } from "./transfer-store.server.ts";

export type DeclineTicketRequest = {
  /** The secret from the link. Anybody with the link may accept the ticket or decline it. */
  readonly secret: string;
};

/**
 * Returns a sent ticket to its sender ("Nu e pentru mine") and tells the sender by email. The link stops working; the
 * sender's ticket never changed. Refused when no transfer waits under this link.
 */
export async function declineTicket(
  { database }: Pick<Services, "database">,
  { secret }: DeclineTicketRequest,
): Promise<Outcome<null, { readonly reason: "gone" }>> {
  return database.withDuty("settle", async (sql) => {
    const found = await transferOfSecret(sql, secret);
    const order = found && (await lockOrder(sql, found.orderId));
    // read again, now that the lock keeps others from changing it
    const transfer = order && (await transferOfSecret(sql, secret));
    if (transfer?.state !== "waiting") return refused({ reason: "gone" });
    await endTransfer(sql, transfer.id);
    await tellSender(sql, transfer);
    return done(null);
  });
}

async function tellSender(sql: Sql, { id, fromId, orderId, lineNo, seatNo }: Transfer): Promise<void> {
  const { rows } = await sql.query<{ email: string | null }>({
    name: "note-declined",
    text: `WITH noted AS (${journalSql("NULL, 'customer', 'order', $2::uuid, 'ticket_declined', NULL, jsonb_build_object('line', $3::int, 'seat', $4::int)")})
           SELECT contact AS email FROM profiles WHERE id = $1`,
    values: [fromId, orderId, lineNo, seatNo],
  });
  const recipient = rows[0]?.email;
  if (recipient)
    await enqueueLetter(sql, {
      kind: "ticket_declined",
      dedupeKey: `declined:${id}`,
      recipient,
      userId: fromId,
      orderId,
      variables: { transfer: id },
    });
}
