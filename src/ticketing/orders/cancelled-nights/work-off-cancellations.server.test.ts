import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { cancelNight } from "./cancel-night.server.ts";
import { workOffCancellations } from "./work-off-cancellations.server.ts";

const stage = await openMoneyStage();
const { season, site, admin, sold, soldLines, seatsOf, refund, one, stateOf, counterOf, revenueOf, holds } =
  stage;
const { client } = season;

const cancel = (id: string, usedTickets: "refunded" | "kept" = "refunded") =>
  cancelNight(site, { actor: admin, id, form: { reason: "Cod portocaliu de furtună.", usedTickets } });
const shown = async (orderId: string) =>
  (await seatsOf(orderId)).map(({ line, seat, status, price }) => `${line}.${seat} ${status} ${price}`);
const amountOf = async (orderId: string) =>
  (
    await one<{ n: number }>("SELECT sum(amount)::int AS n FROM cancelled_orders WHERE order_id = $1", [
      orderId,
    ])
  ).n;
const letters = async (orderId: string) =>
  (
    await client.query<{ kind: string; amount: number | null }>(
      "SELECT kind, (variables->>'amount')::int AS amount FROM letters WHERE order_id = $1 AND kind IN ('night_cancelled', 'payment_returned')",
      [orderId],
    )
  ).rows;
async function workOff(): Promise<void> {
  await workOffCancellations(site);
  await returnMoney(site);
}

it("gives all the money of an order back, ends its tickets and tells the buyer once", async () => {
  const { orderId, nights, types, paymentId } = await soldLines([
    { quantity: 2, codePer: "person" },
    { quantity: 1, entries: 2, price: 15_001 },
  ]);
  const [night = ""] = nights;
  expect(await cancel(night)).toEqual({ ok: true, value: "cancelled" });
  await workOff();
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await shown(orderId)).toEqual(["1.1 refunded 11000", "1.2 refunded 11000", "2.1 refunded 15001"]);
  expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 37_001 }] });
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 37_001 }]);
  for (const id of [...nights, ...types]) expect((await counterOf(id as never)).sold).toBe(0);
  expect(await amountOf(orderId)).toBe(37_001);
  await holds();
});

it("gives a pass the share of the night, and leaves the pass with its other nights", async () => {
  const { orderId, nights } = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], {
    nights: 3,
  });
  const [first = "", second = "", last = ""] = nights;
  await cancel(first);
  await workOff();
  expect(await stateOf(orderId)).toBe("partially_refunded");
  expect(await shown(orderId)).toEqual(["1.1 paid 6667", "1.2 paid 6667"]);
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 6_666 }]);
  await holds();
  await cancel(second);
  await workOff();
  expect(await shown(orderId)).toEqual(["1.1 paid 3334", "1.2 paid 3334"]);
  await holds();
  await cancel(last);
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await revenueOf(orderId)).toBe(0);
  await holds();
});
