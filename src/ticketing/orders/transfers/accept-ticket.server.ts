import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { isBeforeReceivers } from "#ticketing/events/older-build-queries.server.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { writeWithinBudget } from "#ticketing/orders/person-letter-store.server.ts";
import { familyOfLabel } from "#ticketing/orders/ticket-label.ts";
import { lockHolder } from "#ticketing/people/holder-locks.server.ts";
import { isGuest } from "#ticketing/people/person-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { whyNotSent } from "./transfer.ts";
import {
  type LockedNight,
  lockNightsOfSeat,
  type Transfer,
  transferOfSecret,
  transfersOfSeat,
} from "./transfer-store.server.ts";

export type AcceptTicketRequest = {
  readonly actor: Actor;
  readonly secret: string;
};

export type AcceptTicketRefusal =
  /**
   * No such link; the ticket was accepted by somebody else, taken back or replaced; or the seat is not valid, was
   * used, or its doors have opened; or the account was erased.
   */
  | { readonly reason: "gone" }
  /** The person is the one who sent the ticket. */
  | { readonly reason: "own" }
  /** The ticket is a pass, which a guest cannot receive. */
  | { readonly reason: "account_needed" }
  /** No guest may accept while an older build runs, which does not expect guests with others' tickets. */
  | { readonly reason: "too_early" };

export type Accepted = {
  readonly purchaseId: string;
  readonly orderId: string;
  /** Whether the ticket goes to the receiver by email now. */
  readonly isEmailed: boolean;
};

/**
 * Makes the session's person the holder of a sent seat, on all its nights. The same commit changes the secret, so the
 * sender's ticket stops working. Buyer, price and stock stay. The receiver gets the ticket by email, and the sender
 * is told. Accepting the same ticket again changes nothing. A guest cannot receive a pass.
 */
export async function acceptTicket(
  services: Services,
  { actor, secret }: AcceptTicketRequest,
): Promise<Outcome<Accepted, AcceptTicketRefusal>> {
  if (!mayDo(actor, "accept-ticket")) return refused({ reason: "gone" });
  return services.database.withDuty("settle", async (sql) => {
    if (!(await lockHolder(sql, actor.userId))) return refused({ reason: "gone" });
    const transferBeforeLock = await transferOfSecret(sql, secret);
    const order = transferBeforeLock && (await lockOrder(sql, transferBeforeLock.orderId));
    if (!order) return refused({ reason: "gone" });
    const nights = await lockNightsOfSeat(sql, transferBeforeLock);
    // read again, now that the lock keeps others from changing it
    const transfer = await transferOfSecret(sql, secret);
    const [first] = nights;
    if (!transfer || !first) return refused({ reason: "gone" });
    const accepted = { purchaseId: first.id, orderId: transfer.orderId, isEmailed: false };
    if (transfer.state === "accepted" && transfer.toId === actor.userId && first.userId === actor.userId)
      return done(accepted);
    if (transfer.state !== "waiting") return refused({ reason: "gone" });
    if (transfer.fromId === actor.userId) return refused({ reason: "own" });
    const { sent } = await transfersOfSeat(sql, transfer);
    if (whyNotSent(nights, { sent, now: first.now })) return refused({ reason: "gone" });
    if (await isGuest(sql, actor.userId)) {
      if (isForAccounts(familyOfLabel(first.label))) return refused({ reason: "account_needed" });
      if (await isBeforeReceivers(sql)) return refused({ reason: "too_early" });
    }
    await handOver(sql, transfer, actor.userId);
    const { id, fromId, orderId } = transfer;
    const isEmailed = await writeWithinBudget(services.database, sql, {
      userId: actor.userId,
      budget: "unpaid",
      letter: {
        kind: isPass(first) ? "season_pass_confirmation" : "ticket_confirmation",
        dedupeKey: `received:${id}`,
        orderId,
        purchaseId: first.id,
      },
    });
    await writeWithinBudget(services.database, sql, {
      userId: fromId,
      budget: "anybody",
      letter: {
        kind: "ticket_accepted",
        dedupeKey: `accepted:${id}`,
        orderId,
        variables: { transfer: id },
      },
    });
    return done({ ...accepted, isEmailed });
  });
}

function isPass({ label }: LockedNight): boolean {
  return familyOfLabel(label) !== "ordinary";
}

async function handOver(sql: Sql, transfer: Transfer, receiverId: Uuid): Promise<void> {
  await sql.query({
    name: "hand-over-seat",
    text: `WITH accepted AS (UPDATE transfers SET state = 'accepted', to_id = $2, ended_at = now() WHERE id = $1),
           seat AS (
             UPDATE ticket_purchases p SET user_id = $2, holder_name = r.full_name, secret_version = p.secret_version + 1
             FROM profiles r WHERE r.id = $2 AND (p.order_id, p.line_no, p.seat_no) = ($3::uuid, $4::int, $5::int))
           ${journalSql("$2::uuid, 'customer', 'order', $3::uuid, 'ticket_accepted', NULL, jsonb_build_object('line', $4::int, 'seat', $5::int)")}`,
    values: [transfer.id, receiverId, transfer.orderId, transfer.lineNo, transfer.seatNo],
  });
}
