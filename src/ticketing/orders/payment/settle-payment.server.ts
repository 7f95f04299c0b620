import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { nightTakesPlace } from "#ticketing/events/sale-state-queries.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { changeOrders, type LockedOrder, lockOrderOfSession } from "#ticketing/orders/order-store.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { leftInCounter } from "#ticketing/stock/stock.ts";
import { closeAttempt, readAttempts } from "./attempt-store.server.ts";
import { issuePurchases } from "./issue-purchases.server.ts";
import { bookPayments, storeRefund } from "./payment-store.server.ts";
import { decideSettlement, type Settlement } from "./settlement.ts";

export type SettleRequest = {
  readonly sessionId: string;
  /** Who asked, for the journal: the job for webhook events, the owner, the poller, the sweep, or a role. */
  readonly by: "notice" | "customer" | "poller" | "sweeper" | Role;
  /** A webhook event reported that a delayed payment failed. */
  readonly saysFailed?: true;
};

export type SettleRefusal =
  /** The provider did not tell the state of the session; try again. */
  | { readonly reason: "provider_unknown" }
  /** No session has this id, or it belongs to none of our orders. */
  | { readonly reason: "not_ours" }
  /**
   * `foreign`: of another product in the provider's account. `unreadable`: ours, but in a form that we do not know.
   */
  | { readonly reason: "foreign" | "unreadable" };

export type Settled = {
  readonly orderId: string;
  readonly settlement: Settlement["kind"];
  readonly sessionStatus: CardSession["status"];
};

/**
 * Brings an order into agreement with its card session. The provider's object is read again each time; a webhook
 * event is only a reason to read it. Any number of calls, in any order and from any process, issue the tickets once.
 */
export async function settlePayment(
  services: Services,
  request: SettleRequest,
): Promise<Outcome<Settled, SettleRefusal>> {
  await faultPoint("settle.begin");
  const read = await services.cards.readSession(request.sessionId);
  if (read.kind === "unknown") return refused({ reason: "provider_unknown" });
  if (read.kind === "missing") return refused({ reason: "not_ours" });
  if (read.kind === "unreadable" || (read.kind === "foreign" && (await isPageOfOurs(services, read.id))))
    return refused({ reason: "unreadable" });
  if (read.kind !== "found") return refused({ reason: "foreign" });
  const { session } = read;

  const settled = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrderOfSession(sql, session.id, session.clientReferenceId);
    if (!order) return undefined;
    const [attempts, { rows: payments }] = await Promise.all([
      readAttempts(sql, order.id),
      sql.query<{ session_id: string }>({
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
        fitsAgain: order.stake === "none" && (await isRoomForOrder(sql, order)),
        areNightsOver: await areOver(sql, order.eventIds),
      },
      session,
      { livemode: services.settings.livemode, saysFailed: request.saysFailed === true },
    );
    if (isEnded(session, settlement)) await closeSessionsAttempt(sql, order, attempts, session.id);
    await applySettlement(sql, order, session, settlement, request.by);
    await faultPoint("settle.written");
    return { orderId: order.id, settlement: settlement.kind, sessionStatus: session.status };
  });
  await faultPoint("settle.committed");
  return settled ? done(settled) : refused({ reason: "not_ours" });
}

/** Whether we opened this card page, whatever its currency or its words say now. */
async function isPageOfOurs({ database }: Services, sessionId: string): Promise<boolean> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query("SELECT FROM checkout_attempts WHERE session_id = $1", [sessionId]);
    return rows.length > 0;
  });
}

async function isRoomForOrder(sql: Sql, order: LockedOrder): Promise<boolean> {
  const counters = await lockCounters(sql, order.takes.keys());
  const isRoom = [...order.takes].every(([id, n]) => {
    const counter = counters.get(id);
    return counter !== undefined && leftInCounter(counter) >= n;
  });
  return isRoom && (await isStillOffered(sql, order));
}

/**
 * Whether an ended order could still be bought as it was: none of its nights is over or cancelled, and its pass has
 * no other nights by now, which these tickets would lack. Read under the counters' locks, which `linkNightsToPass`
 * takes too.
 */
async function isStillOffered(sql: Sql, order: LockedOrder): Promise<boolean> {
  const { rows } = await sql.query<{ is_offered: boolean }>({
    name: "still-offered",
    text: `SELECT NOT EXISTS (SELECT FROM events e WHERE e.id = ANY($1::uuid[]) AND (${isOver("e", "statement_timestamp()")} OR e.cancelled_at IS NOT NULL))
             AND ($3 = 'ordinary' OR NOT EXISTS (
               SELECT FROM event_tickets l JOIN events e ON e.id = l.event_id
               WHERE l.ticket_id = $2 AND e.id <> ALL ($1::uuid[]) AND ${nightTakesPlace("e", "statement_timestamp()")})) AS is_offered`,
    values: [order.eventIds, order.ticketTypeId, order.family],
  });
  return rows[0]?.is_offered ?? false;
}

/** Whether all these nights are over. Checked when the money arrives, so that nobody pays for a past entry. */
async function areOver(sql: Sql, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql.query<{ are_over: boolean }>({
    name: "nights-over",
    text: `SELECT bool_and(${isOver("e", "statement_timestamp()")}) AS are_over FROM events e WHERE e.id = ANY($1::uuid[])`,
    values: [eventIds],
  });
  return rows[0]?.are_over ?? false;
}

/** Whether the page is finished. One whose money is on its way stays for the poller: an event may never come. */
function isEnded(session: CardSession, settlement: Settlement): boolean {
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
  if (attempt && attempt.state !== "closed") await closeAttempt(sql, order.id, attempt.no, "closed");
}

async function applySettlement(
  sql: Sql,
  order: LockedOrder,
  session: CardSession,
  settlement: Settlement,
  by: SettleRequest["by"],
): Promise<void> {
  const actor = { kind: by };
  switch (settlement.kind) {
    case "nothing":
      return;
    case "fulfil":
    case "return_late":
    case "pending":
    case "failed": {
      if (settlement.kind === "fulfil") {
        // The places come last, because many transactions wait for their counters.
        await bookPayments(sql, [{ order, session }], "revenue");
        await issuePurchases(sql, [{ order, sessionId: session.id }]);
      }
      if (settlement.kind === "return_late") {
        await bookPayments(sql, [{ order, session }], "customer_credit");
        await storeRefund(sql, order, session, "no_stock");
      }
      let current = order;
      for (const step of settlement.steps) {
        await changeOrders(sql, [{ order: current, ...step }], actor);
        current = { ...current, ...step };
      }
      return;
    }
    case "release":
      return changeOrders(sql, [{ order, state: "expired", stake: "none" }], actor);
    case "return_second":
      await bookPayments(sql, [{ order, session }], "customer_credit");
      return storeRefund(sql, order, session, "second_payment");
    case "review":
      await bookPayments(sql, [{ order, session }], "customer_credit");
      await recordChange(
        sql,
        { userId: null, role: by },
        {
          subjectKind: "order",
          subjectId: order.id,
          what: "payment_does_not_agree",
          after: { sessionId: session.id, mismatches: settlement.mismatches },
        },
      );
      return changeOrders(sql, [{ order, state: "manual_review", stake: order.stake }], actor);
  }
}
