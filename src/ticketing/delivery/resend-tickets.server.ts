import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { mayReachMailbox } from "#platform/identity/limits/mailbox-budget.server.ts";
import type { Services } from "#platform/services.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

export type ResendRequest = {
  readonly actor: Actor;
  readonly purchaseId: string;
  /** The code that the caller expects the ticket to have. Any other is refused. */
  readonly ticketCode?: string;
  /** The recipient that an administrator expects. Any address but the buyer's is refused. */
  readonly email?: string;
};

export type ResendRefusal =
  /** There is no such ticket, or it is somebody else's. */
  | { readonly reason: "not_found" }
  /** The ticket has ended or is suspended, so there is nothing to send. */
  | { readonly reason: "not_valid" }
  /** The buyer has another address, or none. */
  | { readonly reason: "other_address" }
  | { readonly reason: "too_often"; readonly retryAfterSeconds: number };

/**
 * Sends a purchase's tickets again, to the buyer's present address. If a confirmation is still waiting, no second one
 * is queued and the act answers with that one. At most three an hour for one person's tickets of an order.
 */
export async function resendTickets(
  services: Services,
  { actor, purchaseId, ticketCode, email }: ResendRequest,
): Promise<Outcome<{ letterId: string; family: Family }, ResendRefusal>> {
  if (!isUuid(purchaseId)) return refused({ reason: "not_found" });
  return services.database.withDuty("deliver", async (sql) => {
    const purchase = await lockPurchase(sql, purchaseId);
    const isOwn = purchase?.userId === actor.userId;
    if (
      !purchase ||
      !(isOwn ? mayDo(actor, "resend-tickets") : await mayStillDo(sql, actor, "resend-any-tickets"))
    )
      return refused({ reason: "not_found" });
    if (ticketCode !== undefined && ticketCode !== purchase.code) return refused({ reason: "not_found" });
    if (purchase.status !== "paid" || purchase.suspended !== null) return refused({ reason: "not_valid" });
    const recipient = purchase.email;
    if (!recipient || (email !== undefined && email.trim().toLowerCase() !== recipient.toLowerCase()))
      return refused({ reason: "other_address" });
    const { waiting, recent, oldestAge } = await lettersOf(sql, purchase);
    if (waiting) return done({ letterId: waiting, family: purchase.family });
    if (recent >= limits.resendsPerPurchaseAndHour)
      return refused({
        reason: "too_often",
        retryAfterSeconds: Math.max(1, Math.ceil(inSeconds.hour - oldestAge)),
      });
    // what the team sends is not counted
    if (
      isOwn &&
      purchase.isUnproven &&
      !(await mayReachMailbox(services.database.identity, { email: recipient, isFound: true }, "anybody"))
    )
      return refused({ reason: "too_often", retryAfterSeconds: inSeconds.day });
    const letterId = await enqueueLetter(sql, {
      kind: purchase.family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
      dedupeKey: `resend:${newId()}`,
      recipient,
      userId: purchase.userId,
      orderId: purchase.orderId,
      purchaseId,
    });
    if (!letterId) throw new Error("a new email has a key of its own");
    const journalActor = { userId: actor.userId, role: isOwn ? "customer" : actor.role };
    await recordChange(sql, journalActor, {
      subjectKind: "order",
      subjectId: purchase.orderId,
      what: "tickets_resent",
    });
    return done({ letterId, family: purchase.family });
  });
}

type Purchase = {
  orderId: string;
  userId: string;
  status: string;
  suspended: string | null;
  family: Family;
  email: string | null;
  /** The tickets are a guest's, who typed no code that was sent to the address. */
  isUnproven: boolean;
  code: string;
};

/** Locks all rows of the order, so that two requests at once are counted one after the other. */
async function lockPurchase(client: Sql, purchaseId: string): Promise<Purchase | undefined> {
  const { rows } = await client.query<Purchase & { id: string }>({
    name: "lock-purchase-to-resend",
    text: `SELECT p.id, p.order_id AS "orderId", p.user_id AS "userId", p.status, p.suspended, o.family, b.contact AS email, b.is_guest AND b.contact_proven_at IS NULL AS "isUnproven", p.ticket_code AS code
           FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = p.user_id
           WHERE p.order_id = (SELECT order_id FROM ticket_purchases WHERE id = $1) ORDER BY p.id FOR UPDATE OF p`,
    values: [purchaseId],
  });
  return rows.find((row) => row.id === purchaseId);
}

async function lettersOf(client: Sql, { orderId, userId }: Purchase) {
  const { rows } = await client.query<{ waiting: string | null; recent: number; oldestAge: number }>({
    name: "letters-of-order",
    text: `SELECT (array_agg(id) FILTER (WHERE state IN ('queued', 'inflight')))[1] AS waiting,
             count(*) FILTER (WHERE dedupe_key LIKE 'resend:%' AND created_at > now() - make_interval(secs => $2))::int AS recent,
             coalesce(max(extract(epoch FROM now() - created_at)) FILTER (WHERE dedupe_key LIKE 'resend:%' AND created_at > now() - make_interval(secs => $2)), 0)::float8 AS "oldestAge"
           FROM letters WHERE order_id = $1 AND user_id = $3 AND kind IN ('ticket_confirmation', 'season_pass_confirmation')`,
    values: [orderId, inSeconds.hour, userId],
  });
  return only(rows);
}
