import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { SessionOrder } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import {
  type Attempt,
  closeAttempt,
  insertAttempt,
  keepSession,
  readAttempts,
  sameRequest,
} from "./attempt-store.server.ts";
import { isOpen } from "./order-state.ts";
import { changeOrders, type LockedOrder, lockOrder } from "./order-store.server.ts";
import { takeProviderTurn } from "./provider-turn.server.ts";

export type CardPageRefusal =
  /** The order has ended, or was never there. */
  | { readonly reason: "ended" }
  /** No turn at the provider now; the order keeps its places and asks again. */
  | { readonly reason: "wait" }
  /** The provider did not answer or refused; the order can be continued. */
  | { readonly reason: "provider_unavailable" };

/** The provider accepts sessions of 30 minutes at least; one more covers the way there. */
const sessionMinutes = 31;

/**
 * The address of the hosted card page of an order: the one that is open, or a new one. The attempt is committed
 * before the provider is called; without an answer the same bytes are sent again under the same key, so that a
 * crash at any point leaves at most one page, and one that we can find.
 */
export async function openCardPage(
  services: Services,
  orderId: string,
): Promise<Outcome<{ url: string }, CardPageRefusal>> {
  const prepared = await prepare(services, orderId);
  if (!prepared.ok) return prepared;
  if ("url" in prepared.value) return done({ url: prepared.value.url });
  const { no, request } = prepared.value;

  await faultPoint("card-page.prepared");
  const answer = await services.cards.openSession(request);
  await faultPoint("card-page.answered");

  if (answer.kind === "unknown") {
    services.log.warn({ orderId, no, message: answer.message }, "the card provider did not answer");
    return refused({ reason: "provider_unavailable" });
  }
  if (answer.kind === "refused") {
    services.log.warn(
      { orderId, no, reason: answer.reason, message: answer.message },
      "the card provider refused",
    );
    await services.database.withDuty("sell", (sql) => closeAttempt(sql.$client, orderId, no, "refused"));
    return refused({ reason: answer.reason === "rate_limited" ? "wait" : "provider_unavailable" });
  }
  const kept = await services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql.$client, orderId);
    await keepSession(sql.$client, orderId, no, answer);
    await faultPoint("card-page.keeping");
    if (!order || !isOpen(order.state)) return false;
    if (order.state === "held")
      await changeOrders(sql.$client, [{ order, state: "checkout_open", stake: "held" }], { kind: "system" });
    return true;
  });
  await faultPoint("card-page.kept");
  if (!kept) {
    // the customer let go while the page was being opened: nobody may pay on it
    const closed = await services.cards.expireSession(answer.sessionId);
    if (closed.kind === "expired")
      await services.database.withDuty("sell", (sql) => closeAttempt(sql.$client, orderId, no, "closed"));
    return refused({ reason: "ended" });
  }
  return done({ url: answer.url });
}

type Prepared = { readonly url: string } | { readonly no: number; readonly request: SessionOrder };

async function prepare(services: Services, orderId: string): Promise<Outcome<Prepared, CardPageRefusal>> {
  const before = await services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql.$client, orderId);
    if (!order || !isOpen(order.state) || order.state === "payment_pending" || order.isHoldOver)
      return refused({ reason: "ended" });
    const last = (await readAttempts(sql.$client, orderId)).at(-1);
    if (last?.state === "opened" && !last.isOver && last.url) return done({ url: last.url });
    return done({ url: null });
  });
  if (!before.ok) return before;
  if (before.value.url !== null) return done({ url: before.value.url });
  if (!(await takeProviderTurn(services.database, services.settings.providerRate)))
    return refused({ reason: "wait" });

  return services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql.$client, orderId);
    if (!order || !isOpen(order.state)) return refused({ reason: "ended" });
    const last = (await readAttempts(sql.$client, orderId)).at(-1);
    if (last?.state === "opened" && !last.isOver && last.url) return done({ url: last.url });
    if (last?.state === "prepared" && !last.isOver) return done({ no: last.no, request: sameRequest(last) });
    const request = await sessionRequest(services, sql.$client, order, last);
    await insertAttempt(sql.$client, orderId, request.attempt ?? 1, request);
    await faultPoint("card-page.preparing");
    return done({ no: request.attempt ?? 1, request });
  });
}

async function sessionRequest(
  services: Services,
  client: Parameters<typeof lockOrder>[0],
  order: LockedOrder,
  last: Attempt | undefined,
): Promise<SessionOrder> {
  const { rows } = await client.query(
    "SELECT now() AS now, (SELECT email FROM profiles WHERE id = $1) AS email",
    [order.userId],
  );
  const no = (last?.no ?? 0) + 1;
  const expiresAt = new Date(
    Math.ceil(rows[0].now.getTime() / 1000) * 1000 +
      (sessionMinutes * 60 + services.cards.clockSkewSeconds()) * 1000,
  );
  return {
    key: `${order.id}:${no}`,
    orderId: order.id,
    attempt: no,
    successUrl: `${services.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${services.origin}${cancelPath(order)}`,
    lines: [{ name: order.title, unitAmount: order.unitPrice, quantity: order.quantity }],
    ...(rows[0].email ? { customerEmail: rows[0].email as string } : {}),
    expiresAt,
  };
}

/** Where "cancel" on the card page leads: back to the page the purchase began on. */
export function cancelPath(order: Pick<LockedOrder, "origin" | "eventIds">): string {
  if (order.origin === "tickets") return "/tickets";
  if (order.origin === "season-pass") return "/season-pass";
  return `/events/${order.eventIds[0]}`;
}
