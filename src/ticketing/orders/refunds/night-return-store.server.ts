import type { Sql } from "#platform/database/sql.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { type NightReturn, seatsForNight } from "./night-return.ts";
import { planRefund } from "./refund-plan.ts";
import { type RefundTerms, readRefundable, writeRefund, writeShares } from "./refund-store.server.ts";

/** What a locked order has for a night, with what a refund of it depends on. A share that went back is not there again. */
export async function readReturnable(sql: Sql, order: LockedOrder, eventId: string) {
  const facts = await readRefundable(sql, order);
  return { facts, seats: seatsForNight(facts.seats, { eventId, buyerId: order.userId }) };
}

/**
 * Writes what a night gives back of a locked order, as refunds: of seats for this night alone, which end, and shares of
 * others, which stay. Resolves to the bani; nothing ends of a test purchase, which nobody paid for. No other refund of the
 * order may be under way (`facts`): it would be taken for one that has nothing to give.
 */
export async function writeNightReturn(
  sql: Sql,
  order: LockedOrder,
  { facts, ending, sharing }: { readonly facts: Awaited<ReturnType<typeof readRefundable>> } & NightReturn,
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
