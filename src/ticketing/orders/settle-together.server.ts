import type pg from "pg";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { type AttemptOfOrder, closeAttempts, readAttemptsOf } from "./attempt-store.server.ts";
import { issuePurchases } from "./issue-purchases.server.ts";
import { closeNotices } from "./notice-store.server.ts";
import { changeOrders, type LockedOrder, lockOrdersOfSessions } from "./order-store.server.ts";
import { bookPayments } from "./payment-book.server.ts";
import { decideSettlement } from "./settlement.ts";

/** A session that the provider has just shown to be paid, and the notice that made us look. */
export type PaidSession = { readonly eventId: string; readonly session: CardSession };

type Sale = {
  readonly paid: PaidSession;
  readonly order: LockedOrder;
  readonly attempt: AttemptOfOrder | undefined;
};

/**
 * Settles the plain ones of these payments in one transaction: the order is open, everything agrees, its places become
 * sold, its tickets and letter come into being, its notice is closed. So a hot counter is locked once for all of them.
 * Whatever is not plain (an order that ended, a second payment, an amount that differs) is left untouched and answered
 * `not_plain`.
 */
export async function settleTogether(
  { database, settings }: Pick<Services, "database" | "settings">,
  paid: readonly PaidSession[],
): Promise<("settled" | "not_plain")[]> {
  const settled = await database.withDuty("settle", async (sql) => {
    const client = sql.$client;
    const { sales, done } = await readSales(client, paid, settings.livemode);
    if (sales.length > 0) await writeSales(client, sales);
    const over = [...sales.map((sale) => sale.paid), ...done].map(({ eventId }) => eventId);
    if (over.length > 0) await closeNotices(client, over, "processed");
    if (sales.length > 0) await faultPoint("settle.written");
    return new Set(over);
  });
  if (settled.size > 0) await faultPoint("settle.committed");
  return paid.map(({ eventId }) => (settled.has(eventId) ? "settled" : "not_plain"));
}

/** Locks the orders, in ascending order of their ids as everybody does, and finds out which payments are plain. */
async function readSales(
  client: pg.ClientBase,
  paid: readonly PaidSession[],
  livemode: boolean,
): Promise<{ sales: Sale[]; done: PaidSession[] }> {
  const locked = await lockOrdersOfSessions(
    client,
    paid.map(({ session }) => session),
  );
  const orderIds = [...new Set(locked.values())].map((order) => order.id);
  const [attempts, { rows: payments }] = await Promise.all([
    readAttemptsOf(client, orderIds),
    client.query<{ order_id: string; session_id: string }>({
      name: "payments-of-orders",
      text: "SELECT order_id, session_id FROM payments WHERE order_id = ANY($1::uuid[])",
      values: [orderIds],
    }),
  ]);
  const sales: Sale[] = [];
  const done: PaidSession[] = [];
  const taken = new Set<string>();
  for (const one of paid) {
    const order = locked.get(one.session.id);
    // two payments of one order in one batch: the second is looked at when the first is done
    if (!order || taken.has(order.id)) continue;
    taken.add(order.id);
    const own = attempts.filter((attempt) => attempt.orderId === order.id);
    const settlement = decideSettlement(
      {
        ...order,
        paidSessions: payments.filter((row) => row.order_id === order.id).map((row) => row.session_id),
        otherPagesOpen: false,
        fitsAgain: false,
      },
      one.session,
      { livemode, saysFailed: false },
    );
    if (settlement.kind === "nothing" && settlement.because === "done") done.push(one);
    const isPlain = settlement.kind === "fulfil" && order.stake === "held";
    if (isPlain)
      sales.push({
        paid: one,
        order,
        attempt:
          own.find((attempt) => attempt.sessionId === one.session.id) ??
          own.findLast((attempt) => attempt.state === "prepared"),
      });
  }
  return { sales, done };
}

async function writeSales(client: pg.ClientBase, sales: readonly Sale[]): Promise<void> {
  const payments = sales.map(({ order, paid }) => ({ order, session: paid.session }));
  await bookPayments(client, payments, "revenue");
  await issuePurchases(
    client,
    payments.map(({ order, session }) => ({ order, sessionId: session.id })),
  );
  await closeAttempts(
    client,
    sales.flatMap(({ attempt }) => (attempt && attempt.state !== "closed" ? [attempt] : [])),
  );
  // the places come last: their counters are what everybody waits for
  await changeOrders(
    client,
    sales.map(({ order }) => ({ order, state: "paid", stake: "sold" })),
    { kind: "notice" },
  );
}
