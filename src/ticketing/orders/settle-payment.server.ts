import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { left, takesOf } from "#ticketing/stock/stock.ts";
import { closeAttempt, readAttempts } from "./attempt-store.server.ts";
import { issuePurchases } from "./issue-purchases.server.ts";
import { changeOrders, type LockedOrder, lockOrderOfSession } from "./order-store.server.ts";
import { bookPayments, wantRefund } from "./payment-book.server.ts";
import { decideSettlement, type Settlement } from "./settlement.ts";

export type SettleRequest = {
  readonly sessionId: string;
  /** Who asks, for the journal: the notice's job, the owner's success page, the poller, an administrator. */
  readonly by: "notice" | "customer" | "poller" | "admin" | "sweeper";
  /** A notice said that a delayed payment failed. */
  readonly saysFailed?: true;
};

export type SettleRefusal =
  /** The provider could not say how the session stands; ask again. */
  | { readonly reason: "provider_unknown" }
  /** No session of that id, or one that belongs to none of our orders. */
  | { readonly reason: "not_ours" };

export type Settled = {
  readonly orderId: string;
  readonly settlement: Settlement["kind"];
  readonly sessionStatus: CardSession["status"];
};

/**
 * Brings an order into agreement with its card session. The provider's object is read again each time; a notice is
 * only a reason to look. Any number of calls, in any order, from any process: one fulfilment.
 */
export async function settlePayment(
  services: Services,
  request: SettleRequest,
): Promise<Outcome<Settled, SettleRefusal>> {
  await faultPoint("settle.begin");
  const read = await services.cards.readSession(request.sessionId);
  if (read.kind === "unknown") return refused({ reason: "provider_unknown" });
  if (read.kind === "missing") return refused({ reason: "not_ours" });
  const { session } = read;

  const settled = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrderOfSession(sql.$client, session.id, session.clientReferenceId);
    if (!order) return undefined;
    const [attempts, { rows: payments }] = await Promise.all([
      readAttempts(sql.$client, order.id),
      sql.$client.query({
        name: "payments-of",
        text: "SELECT session_id FROM payments WHERE order_id = $1",
        values: [order.id],
      }),
    ]);
    const settlement = decideSettlement(
      {
        ...order,
        paidSessions: payments.map((row) => row.session_id),
        otherPagesOpen: attempts.some(
          (attempt) => attempt.sessionId !== session.id && ["prepared", "opened"].includes(attempt.state),
        ),
        fitsAgain: order.stake === "none" && (await fits(sql, order)),
      },
      session,
      {
        livemode: services.settings.livemode,
        saysFailed: request.saysFailed === true,
      },
    );
    if (isOver(session, settlement)) await closeSessionsAttempt(sql, order, attempts, session.id);
    await write(sql, order, session, settlement, request.by);
    await faultPoint("settle.written");
    return { orderId: order.id, settlement: settlement.kind, sessionStatus: session.status };
  });
  await faultPoint("settle.committed");
  return settled ? done(settled) : refused({ reason: "not_ours" });
}

async function fits(sql: Sql, order: LockedOrder): Promise<boolean> {
  const takes = takesOf(order);
  const counters = await lockCounters(sql.$client, takes.keys());
  const isRoom = [...takes].every(([id, n]) => {
    const counter = counters.get(id);
    return counter !== undefined && left(counter) >= n;
  });
  return isRoom && (await isStillOffered(sql, order));
}

/**
 * Whether the nights of an order that ended are all ahead and take place, and its pass admits to no others by now: whoever
 * held it then was given those, and nobody would give them to this one. Asked under the counters' lock, which whoever
 * links a night has as well.
 */
async function isStillOffered(sql: Sql, order: LockedOrder): Promise<boolean> {
  const { rows } = await sql.$client.query<{ is_offered: boolean }>({
    name: "still-offered",
    text: `WITH today AS (SELECT (now() AT TIME ZONE 'Europe/Bucharest')::date AS day)
           SELECT NOT EXISTS (SELECT FROM events, today WHERE id = ANY($1::uuid[]) AND (date < day OR cancelled_at IS NOT NULL))
             AND ($3 = 'ordinary' OR NOT EXISTS (
               SELECT FROM event_tickets l JOIN events e ON e.id = l.event_id, today
               WHERE l.ticket_id = $2 AND e.id <> ALL ($1::uuid[]) AND e.date >= day AND e.is_available AND e.cancelled_at IS NULL)) AS is_offered`,
    values: [order.eventIds, order.ticketTypeId, order.family],
  });
  return rows[0]?.is_offered ?? false;
}

/** A page whose money is on its way stays open for the poller: nobody else may ever tell how it ended. */
function isOver(session: CardSession, settlement: Settlement): boolean {
  if (session.status === "open") return false;
  return session.status === "expired" || session.paymentStatus !== "unpaid" || settlement.kind === "failed";
}

async function closeSessionsAttempt(
  sql: Sql,
  order: LockedOrder,
  attempts: Awaited<ReturnType<typeof readAttempts>>,
  sessionId: string,
): Promise<void> {
  const attempt =
    attempts.find((found) => found.sessionId === sessionId) ??
    attempts.findLast((found) => found.state === "prepared");
  if (attempt && attempt.state !== "closed") await closeAttempt(sql.$client, order.id, attempt.no, "closed");
}

async function write(
  sql: Sql,
  order: LockedOrder,
  session: CardSession,
  settlement: Settlement,
  by: SettleRequest["by"],
): Promise<void> {
  const client = sql.$client;
  const actor = { kind: by };
  switch (settlement.kind) {
    case "nothing":
      return;
    case "fulfil":
    case "pending":
    case "failed": {
      if (settlement.kind === "fulfil") {
        // the places come last: their counters are what everybody waits for
        await bookPayments(client, [{ order, session }], "revenue");
        await issuePurchases(client, [{ order, sessionId: session.id }]);
      }
      let at = order;
      for (const step of settlement.steps) {
        await changeOrders(client, [{ order: at, ...step }], actor);
        at = { ...at, ...step };
      }
      return;
    }
    case "release":
      return changeOrders(client, [{ order, state: "expired", stake: "none" }], actor);
    case "return_late":
      await bookPayments(client, [{ order, session }], "customer_credit");
      await wantRefund(client, order, session, "no_stock");
      return changeOrders(client, [{ order, state: "late_paid", stake: "none" }], actor);
    case "return_second":
      await bookPayments(client, [{ order, session }], "customer_credit");
      return wantRefund(client, order, session, "second_payment");
    case "review":
      await bookPayments(client, [{ order, session }], "customer_credit");
      await client.query(
        "INSERT INTO journal (actor_kind, subject_kind, subject_id, what, after) VALUES ($1, 'order', $2, 'payment_does_not_agree', $3)",
        [by, order.id, JSON.stringify({ sessionId: session.id, mismatches: settlement.mismatches })],
      );
      return changeOrders(client, [{ order, state: "manual_review", stake: order.stake }], actor);
  }
}
