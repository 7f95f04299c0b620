import type { Sql } from "#platform/database/sql.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { type NightReturn, seatsForNight } from "./night-return.ts";
import { planRefund } from "./refund-plan.ts";
import { type RefundTerms, readRefundable, writeRefund, writeShares } from "./refund-store.server.ts";

/** A locked order's seats for a night, except those whose share went back already, and what their refund depends on. */
export async function readReturnable(sql: Sql, order: LockedOrder, eventId: string) {
  const facts = await readRefundable(sql, order);
  return { facts, seats: seatsForNight(facts.seats, { eventId, buyerId: order.userId }) };
}

/**
 * Writes the refunds that a night causes for a locked order. A seat that is only for this night ends; a seat that is
 * also for other nights stays, and this night's share goes back. Returns the bani. A test purchase has nothing to
 * return and keeps its seats.
 * Throws if another refund of the order is under way (`facts`).
 */
export async function writeNightReturn(
  sql: Sql,
  order: LockedOrder,
  {
    facts,
    ending,
    sharing,
  }: { readonly facts: Awaited<ReturnType<typeof readRefundable>> } & Pick<NightReturn, "ending" | "sharing">,
  terms: RefundTerms,
): Promise<number> {
  if (facts.isUnderWay) throw new Error("a refund of the order is under way");
  const plan = planRefund(facts, {
    kind: "seats",
    seats: ending.map(({ id }) => id),
    usedEntries: ending.reduce((n, { usedEntries }) => n + usedEntries, 0),
  });
  if (plan.ok) await writeRefund(sql, { order, plan: plan.value, seats: ending }, terms);
  if (sharing.length > 0) await writeShares(sql, order, sharing, terms);
  return (plan.ok ? plan.value.amount : 0) + sharing.reduce((sum, { amount }) => sum + amount, 0);
}
