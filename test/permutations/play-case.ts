import type pg from "pg";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { openPage } from "#test/support/open-page.ts";
import type { SeasonBuilder } from "#test/support/season-builder.ts";
import type { TestServices } from "#test/support/services.ts";
import { deliverNotice, type Notice } from "#test/support/signed-notices.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import type { LeasedNotice } from "#ticketing/orders/payment/notice-store.server.ts";
import { pollPayments } from "#ticketing/orders/payment/poll-payments.server.ts";
import { processNotice } from "#ticketing/orders/payment/process-notice.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import type { Ending, Move, NoticeCase, NoticeKind, ProviderStep } from "./notice-cases.ts";

export const ticket = { quantity: 2, price: 11_000 } as const;
const total = ticket.quantity * ticket.price;

/** One customer with an open card page, and the ids that the case needs. */
export type PreparedSale = {
  readonly orderId: string;
  readonly night: Uuid;
  readonly type: Uuid;
  readonly sessionId: string;
  /** The other page of the order, if the case has one. */
  readonly secondSessionId: string | undefined;
  readonly eventIds: Set<string>;
};

export async function prepareSale(
  { course }: NoticeCase,
  season: SeasonBuilder,
  site: TestServices,
): Promise<PreparedSale> {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: ticket.quantity, price: ticket.price });
  const { sessionHash } = await season.person();
  const { orderId, sessionId } = await openPage(site, sessionHash, type, ticket.quantity);
  const secondSessionId = course.steps.includes("pays_second_page")
    ? await secondPage(season.client, site, orderId)
    : undefined;
  if (course.before !== "held") {
    // As if the page had been closed without the provider's agreement: the places are free, and the page can still be
    // paid.
    await season.client.query(
      `WITH ended AS (UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE id = $1 RETURNING id)
       INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) SELECT 'sweeper', 'order', id, 'expired', '"checkout_open"' FROM ended`,
      [orderId],
    );
    await season.client.query("UPDATE stock_counters SET held = held - $2 WHERE id = ANY($1)", [
      [type, night],
      ticket.quantity,
    ]);
  }
  if (course.before === "freed_and_gone")
    await openPage(site, (await season.person()).sessionHash, type, ticket.quantity);
  return { orderId, night, type, sessionId, secondSessionId, eventIds: new Set() };
}

/** A second page of the same order, such as a crash between two attempts may leave. */
async function secondPage(client: pg.Client, site: TestServices, orderId: string): Promise<string> {
  const request = {
    key: `${orderId}:2`,
    orderId,
    attempt: 2,
    successUrl: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${site.origin}/tickets`,
    lines: [{ name: "Intrare generală", unitAmount: ticket.price, quantity: ticket.quantity }],
    expiresAt: new Date(Date.now() + 40 * 60_000),
  };
  const opened = await site.cards.openSession(request);
  if (opened.kind !== "opened") throw new Error("no second card page");
  await client.query(
    "INSERT INTO checkout_attempts (order_id, no, expires_at, state, request, session_id, url) VALUES ($1, 2, $2, 'opened', $3, $4, $5)",
    [orderId, request.expiresAt, JSON.stringify(request), opened.sessionId, opened.url],
  );
  return opened.sessionId;
}

/** Runs the moves, one after the other or all but the provider's at once, and then processes everything left. */
export async function playCase(
  { delivery, moves }: NoticeCase,
  sale: PreparedSale,
  site: TestServices,
  processes: readonly OrderServices[],
  client: pg.ClientBase,
): Promise<void> {
  // The poller reads pages that have been open for a minute.
  await client.query(
    "UPDATE checkout_attempts SET created_at = now() - interval '2 minutes' WHERE order_id = $1",
    [sale.orderId],
  );
  const play = (move: Move, at: number) =>
    playMove(move, sale, site, processes[at % processes.length] ?? site);
  if (delivery === "all at once") {
    for (const [at, move] of moves.entries()) if (move.does === "provider") await play(move, at);
    await Promise.all(moves.flatMap((move, at) => (move.does === "provider" ? [] : [play(move, at)])));
  } else {
    for (const [at, move] of moves.entries()) await play(move, at);
  }
  for (let round = 0; round < 3; round += 1) {
    await workOff(sale, processes[round % processes.length] ?? site, client);
    await returnMoney(site);
  }
}

async function playMove(
  move: Move,
  sale: PreparedSale,
  site: TestServices,
  at: OrderServices,
): Promise<void> {
  switch (move.does) {
    case "provider":
      return playStep(move.step, sale, site);
    case "success_page":
      await settlePayment(at, { sessionId: sale.sessionId, by: "customer" });
      return;
    case "poller":
      await pollPayments(at);
      return;
    case "notice":
      for (const notice of await noticesOf(move.kind, `${move.event}-${sale.orderId}`, sale, site)) {
        sale.eventIds.add(notice.id);
        await deliverNotice(at, notice);
      }
  }
}

async function playStep(step: ProviderStep, sale: PreparedSale, site: TestServices): Promise<void> {
  const { sessionId } = sale;
  switch (step) {
    case "pays":
      return pay(site, sessionId);
    case "pays_second_page":
      return pay(site, sale.secondSessionId ?? "");
    case "expires":
      await site.cards.expireSession(sessionId);
      return;
    case "delayed_begins":
      await site.provider.delayedPayment(sessionId, "begins");
      return;
    case "delayed_succeeds":
      await site.provider.delayedPayment(sessionId, "succeeds");
      return;
    case "delayed_fails":
      await site.provider.delayedPayment(sessionId, "fails");
      return;
    case "refund_half":
    case "refund_rest":
    case "refund_all": {
      const paymentId = await intentOf(site, sessionId);
      const amount = step === "refund_all" ? total : total / 2;
      await site.cards.refund({ key: `${step}-${sessionId}`, paymentId, amount });
    }
  }
}

async function pay(site: TestServices, sessionId: string): Promise<void> {
  const answer = await payWithCard(site.provider.pagesBase, sessionId);
  if (answer.kind !== "paid") throw new Error(`the page accepted no money: ${answer.kind}`);
}

async function intentOf(site: TestServices, sessionId: string): Promise<string> {
  const read = await site.cards.readSession(sessionId);
  return (read.kind === "found" && read.session.paymentId) || `pi_of_nobody_${sessionId}`;
}

/** The webhook events contain little on purpose: amounts and states in them may be old or wrong. */
async function noticesOf(
  kind: NoticeKind,
  id: string,
  sale: PreparedSale,
  site: TestServices,
): Promise<Notice[]> {
  const sessions = [sale.sessionId, ...(sale.secondSessionId ? [sale.secondSessionId] : [])];
  if (kind === "refund") {
    return Promise.all(
      sessions.map(async (session, n) => ({
        id: `evt_${id}_${n}`,
        type: "charge.refunded",
        object: { id: `ch_${session}`, object: "charge", payment_intent: await intentOf(site, session) },
      })),
    );
  }
  const type = {
    completed: "checkout.session.completed",
    expired: "checkout.session.expired",
    async_succeeded: "checkout.session.async_payment_succeeded",
    async_failed: "checkout.session.async_payment_failed",
  }[kind];
  return sessions.map((session, n) => ({
    id: `evt_${id}_${n}`,
    type,
    object: { id: session, object: "checkout.session", payment_status: "unpaid", amount_total: 1 },
  }));
}

/** Postponed webhook events are processed again, as the job does when they are due. */
async function workOff(sale: PreparedSale, site: OrderServices, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<LeasedNotice>(
    `UPDATE payment_notices SET attempts = attempts + 1, next_at = now() + interval '15 seconds' WHERE state = 'received' AND event_id = ANY($1)
     RETURNING event_id AS "eventId", type, session_id AS "sessionId", payment_intent_id AS "paymentId", false AS "isOld"`,
    [[...sale.eventIds]],
  );
  for (const notice of rows) await processNotice(site, notice);
}

/** The end state in the database, with the values of the table, and the provider's own sum of the money. */
export async function findEnding(
  sale: PreparedSale,
  site: TestServices,
  client: pg.ClientBase,
): Promise<{ ending: Ending; ledger: number; atProvider: number; unbalanced: number; taken: string }> {
  const { rows } = await client.query(
    `SELECT o.state || '/' || o.stake AS "order",
       (SELECT count(*)::int FROM ticket_purchases p WHERE p.order_id = o.id) AS tickets,
       (SELECT count(*)::int FROM letters l WHERE l.order_id = o.id AND l.kind = 'ticket_confirmation') AS letters,
       (SELECT count(*)::int FROM letters l WHERE l.order_id = o.id AND l.kind = 'payment_returned') AS apologies,
       (SELECT count(*)::int FROM ledger_entries l WHERE l.order_id = o.id AND l.source = 'payment' AND l.account = 'revenue') AS revenue,
       (SELECT coalesce(sum(amount), 0)::int FROM ledger_entries l WHERE l.order_id = o.id AND l.account = 'clearing') AS ledger,
       (SELECT coalesce(sum(amount), 0)::int FROM ledger_entries l WHERE l.order_id = o.id) AS unbalanced,
       (SELECT string_agg(c.held || ' held ' || c.sold || ' sold', ', ' ORDER BY c.kind) FROM stock_counters c WHERE c.id IN ($2, $3)) AS taken
     FROM orders o WHERE o.id = $1`,
    [sale.orderId, sale.night, sale.type],
  );
  const row = rows[0];
  if (row.tickets !== row.letters || row.tickets !== row.revenue)
    throw new Error(
      `${row.tickets} tickets, ${row.letters} letters, ${row.revenue} payments booked as revenue`,
    );
  return {
    ending: {
      order: row.order,
      fulfilments: row.tickets,
      takes: row.order.endsWith("/none") ? "nothing" : row.order.split("/")[1],
      apologies: row.apologies,
    },
    ledger: row.ledger,
    unbalanced: row.unbalanced,
    taken: row.taken,
    atProvider: await moneyAtProvider(sale, site),
  };
}

async function moneyAtProvider(sale: PreparedSale, site: TestServices): Promise<number> {
  let money = 0;
  for (const sessionId of [sale.sessionId, sale.secondSessionId]) {
    if (sessionId === undefined) continue;
    const read = await site.cards.readSession(sessionId);
    if (read.kind !== "found" || read.session.paymentStatus !== "paid") continue;
    money += read.session.amountTotal;
    const listed = await site.cards.listRefundsOf(read.session.paymentId ?? "");
    if (listed.kind !== "listed") throw new Error("the provider does not list the refunds");
    for (const refund of listed.refunds) if (refund.state === "refunded") money -= refund.amount;
  }
  return money;
}
