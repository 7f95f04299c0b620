import { expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const { season, site, stateOf, counterOf, holds } = await openMoneyStage();

/** An order of two types whose hold ends, and that is paid afterwards. */
async function paidLate(meanwhile: (type: string) => Promise<unknown>) {
  const night = await season.night();
  const types = [
    await season.ticketType({ events: [night], capacity: 5 }),
    await season.ticketType({ events: [night], capacity: 2, price: 9_000 }),
  ] as const;
  const buyer = await season.person();
  const opened = await openCheckout(
    site,
    arrived(
      buyer.sessionHash,
      types.map((ticketTypeId) => ({ ticketTypeId, quantity: 2 })),
    ),
  );
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const { orderId } = opened.value;
  const sessionId = opened.value.url?.split("/").at(-1) ?? "";
  await payWithCard(site.provider.pagesBase, sessionId);
  // the place is given back although the money is there: nobody has heard of it
  await season.db`UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE id = ${orderId}`;
  await season.db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) VALUES ('sweeper', 'order', ${orderId}, 'expired', '"checkout_open"')`;
  await season.db`UPDATE stock_counters SET held = 0 WHERE id = ANY(${[night, ...types]})`;
  await meanwhile(types[1]);
  await settlePayment(site, { sessionId, by: "notice" });
  await returnMoney(site, { orderId });
  return { orderId, night, types };
}

it("late money goes back whole when the places of one line are gone (F22)", async () => {
  const other = await season.person();
  let held = "";
  const { orderId, types } = await paidLate(async (type) => {
    const opened = await openCheckout(
      site,
      arrived(other.sessionHash, [{ ticketTypeId: type, quantity: 1 }]),
    );
    if (opened.ok) held = opened.value.orderId;
  });
  expect(await stateOf(orderId)).toBe("refunded_no_stock");
  expect((await counterOf(types[0])).sold).toBe(0);
  await holds();
  await releaseOrder(site, { orderId: held, userId: other.userId });
});
