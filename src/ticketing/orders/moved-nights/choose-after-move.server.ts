import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { tellOfReturn } from "#ticketing/orders/payment/payment-store.server.ts";
import { amountOfReturn, leavesNights, returnOfNight } from "#ticketing/orders/refunds/night-return.ts";
import { readReturnable, writeNightReturn } from "#ticketing/orders/refunds/night-return-store.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { tellHoldersOfEnd } from "#ticketing/orders/transfers/transfer-store.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { staysWithHolder } from "./moved-night.ts";
import { lockChoice, type WhyNoChoice } from "./moved-order-queries.server.ts";

export type ChooseAfterMoveRequest = {
  readonly actor: Actor;
  readonly orderId: string;
  readonly moveId: string;
  /** Whether tickets that friends hold go back too. */
  readonly withSent: boolean;
};

/**
 * Gives back what the buyer has for a moved night; without this choice everything is kept. A seat for one night
 * ends when the money has left; a pass gives back the night's share once. From now on these tickets admit nobody. Used
 * seats stay, with their whole unit. Friends are told if their tickets go back. Returns the bani that go back.
 */
export async function chooseAfterMove(
  services: Services,
  { actor, orderId, moveId, withSent }: ChooseAfterMoveRequest,
): Promise<Outcome<{ amount: number }, { readonly reason: WhyNoChoice }>> {
  if (!mayDo(actor, "choose-after-move") || !isUuid(orderId) || !isUuid(moveId))
    return refused({ reason: "unknown" });
  const chosen = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (order?.userId !== actor.userId) return refused({ reason: "unknown" } as const);
    const choice = await lockChoice(sql, orderId, moveId);
    if (typeof choice === "string") return refused({ reason: choice });
    const { eventId } = choice;
    const { facts, seats } = await readReturnable(sql, order, eventId);
    const isSettled = order.state === "paid" || order.state === "partially_refunded";
    if (!isSettled || facts.isUnderWay) return refused({ reason: "not_now" } as const);
    const returned = returnOfNight(seats, staysWithHolder(withSent));
    if (amountOfReturn(returned) === 0) return refused({ reason: "nothing" } as const);
    const codes = [...returned.ending, ...returned.sharing.map(({ seat }) => seat)].flatMap(
      ({ codesOfNight }) => codesOfNight,
    );
    const terms = { actor, why: "event_changed", note: "", stock: "sell_again", eventId } as const;
    const amount = await writeNightReturn(sql, order, { facts, ...returned }, terms);
    // the price was never paid
    if (amount === 0) return refused({ reason: "nothing" } as const);
    await tellHoldersOfEnd(sql, orderId, codes, {
      kind: "night_moved",
      variables: { move: moveId, ended: true, ...(leavesNights(returned) ? { pass: true } : {}) },
    });
    await tellOfReturn(sql, order, {
      amount,
      reason: "refunded",
      dedupeKey: `moved-back:${moveId}:${orderId}:${codes[0]}`,
      seats: returned.ending.map(({ id }) => id),
      codes: returned.sharing.flatMap(({ seat }) => seat.codesOfNight),
    });
    await faultPoint("choice.written");
    return done({ amount });
  });
  if (chosen.ok) await returnMoney(services, { orderId });
  return chosen;
}
