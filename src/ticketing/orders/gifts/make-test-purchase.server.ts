import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isTooNewFor } from "#ticketing/events/older-build.ts";
import { readOlderBuild } from "#ticketing/events/older-build-queries.server.ts";
import { refusalOf } from "#ticketing/events/sale-state.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import type { HoldRefusal } from "#ticketing/orders/checkout/hold-request.ts";
import { readTypes } from "#ticketing/orders/checkout/hold-types.server.ts";
import { admittedEvents, isOffered, type SellableType } from "#ticketing/orders/checkout/sellable-type.ts";
import { isGuest } from "#ticketing/people/person-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { decrementTicketQuantity } from "./decrement-ticket-quantity.server.ts";
import { giveOrder } from "./gift-store.server.ts";

export type TestPurchaseRequest = {
  readonly buyer: { readonly userId: Uuid; readonly role: Role };
  readonly ticketTypeId: Uuid;
  readonly eventId: Uuid;
  readonly quantity: number;
  /** One key per click: a repeat finds the first click's order. */
  readonly requestKey: string;
};

export type TestPurchaseRefusal = HoldRefusal | { readonly reason: "not_in_demo_mode" };

/**
 * Makes a purchase without payment; only in demo mode. Writes order, tickets, email and counters in one commit,
 * marked as test. The server computes the price and sets the state. Refuses too many tickets and then writes nothing.
 */
export async function makeTestPurchase(
  services: Services,
  request: TestPurchaseRequest,
): Promise<Outcome<{ orderId: Uuid }, TestPurchaseRefusal>> {
  if (services.settings.mode !== "demo") return refused({ reason: "not_in_demo_mode" });
  if (!mayDo(request.buyer, "make-test-purchase")) return refused({ reason: "may_not_buy" });
  return services.database.withDuty("settle", async (sql) => {
    // Two clicks with the same key run one after the other; the second finds the order of the first.
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `${request.buyer.userId} ${request.requestKey}`,
    ]);
    const existingOrderId = await orderOfKey(sql, request);
    if (existingOrderId) return done({ orderId: existingOrderId });
    const typeBeforeLocks = await readType(sql, request);
    if (typeBeforeLocks)
      await lockCounters(sql, [
        typeBeforeLocks.id,
        ...typeBeforeLocks.events.map(({ id }) => id),
        ...(typeBeforeLocks.poolId === null ? [] : [typeBeforeLocks.poolId]),
      ]);
    // under the locks, because a night may have been moved or cancelled meanwhile
    const type = await readType(sql, request);
    if (!isOffered(type) || type.requiresCode || type.entries === 0)
      return refused({ reason: "unknown_type" });
    if (isForAccounts(type.family) && (await isGuest(sql, request.buyer.userId)))
      return refused({ reason: "account_needed" });
    const admitted = admittedEvents(type, request.eventId);
    if ("reason" in admitted) return refused(admitted);
    // no money moves, so a type whose price the provider does not know yet is fine
    if (type.off !== null && type.off !== "price_pending") return refused({ reason: refusalOf(type.off) });
    const { eventIds } = admitted;
    const off = type.events.find((night) => night.off !== null && eventIds.includes(night.id))?.off;
    if (off === "stopped" || off === "sale_ended") return refused({ reason: refusalOf(off) });
    const { quantity } = request;
    if (quantity * type.entries > limits.peoplePerOrder)
      return refused({ reason: "too_many_people", most: limits.peoplePerOrder });
    if (isTooNewFor(await readOlderBuild(sql), [type])) return refused({ reason: "older_build_runs" });
    const bought = { ...type, ...admitted, ticketTypeId: type.id, quantity };
    const stockChange = await decrementTicketQuantity(sql, bought);
    if (!stockChange.ok) return refused(stockChange.refusal);
    const orderId = newId();
    const { requestKey } = request;
    const { userId } = request.buyer;
    await giveOrder(sql, { ...bought, orderId, userId, requestKey, isTest: true }, { userId, role: "user" });
    await faultPoint("test_purchase.written");
    return done({ orderId });
  });
}

async function readType(sql: Sql, { ticketTypeId }: TestPurchaseRequest): Promise<SellableType | undefined> {
  const { rows } = await sql.query<SellableType>({ ...readTypes, values: [[ticketTypeId]] });
  return rows[0];
}

async function orderOfKey(sql: Sql, { buyer, requestKey }: TestPurchaseRequest): Promise<Uuid | undefined> {
  const { rows } = await sql.query<{ id: Uuid }>(
    "SELECT id FROM orders WHERE user_id = $1 AND request_key = $2",
    [buyer.userId, requestKey],
  );
  return rows[0]?.id;
}
