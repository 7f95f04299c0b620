import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { recheckPayment } from "./recheck-payment.server.ts";

const { season, site, admin, sold, one } = await openMoneyStage();

describe("an administrator", () => {
  it("gets an answer when the provider is unreachable, also for an unpaid order, and nothing is recorded", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { sessionHash } = await season.person();
    const opened = await openCheckout(site, arrived(sessionHash, [{ ticketTypeId: type, quantity: 1 }]));
    if (!opened.ok) throw new Error(opened.refusal.reason);
    const { orderId } = opened.value;
    site.provider.faults.set({ loseNext: 1 });
    expect(await whyNot(recheckPayment(site, { actor: admin, orderId }))).toBe("provider_unknown");
    site.provider.faults.reset();
    expect(
      await one("SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'rechecked'", [
        orderId,
      ]),
    ).toEqual({ n: 0 });
    expect(await recheckPayment(site, { actor: admin, orderId })).toEqual(done({ state: "checkout_open" }));
  });

  it("checks a payment at the provider whose webhook event is missing, no other one, and that is recorded", async () => {
    const [{ orderId, paymentId }, other] = [await sold(), await sold()];
    const paidMeanwhile = await orderStages(season, site).paid();
    for (const payment of [paymentId, other.paymentId])
      await site.cards.refund({ key: newId(), paymentId: payment });
    expect(await recheckPayment(site, { actor: admin, orderId })).toEqual(done({ state: "refunded" }));
    const stateOf = (id: string) => one("SELECT state FROM orders WHERE id = $1", [id]);
    expect(await stateOf(other.orderId)).toEqual({ state: "paid" });
    expect(await stateOf(paidMeanwhile.orderId)).toEqual({ state: "checkout_open" });
    const { n } = await one<{ n: number }>(
      "SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'rechecked' AND actor_id = $2",
      [orderId, admin.userId],
    );
    expect(n).toBe(1);
    site.provider.faults.set({ loseNext: 1 });
    expect(await whyNot(recheckPayment(site, { actor: admin, orderId }))).toBe("provider_unknown");
    site.provider.faults.reset();
    expect(await whyNot(recheckPayment(site, { actor: admin, orderId: newId() }))).toBe("unknown_order");
  });

  it.each(["GET /v1/refunds", "GET /v1/disputes"])(
    "is told that the provider is away when it answers for the page and not for %s, and nothing is written down",
    async (only) => {
      const { orderId } = await sold();
      const rechecks = () =>
        one("SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'rechecked'", [orderId]);
      site.provider.faults.set({ only, loseNext: 1 });
      expect(await recheckPayment(site, { actor: admin, orderId })).toEqual({
        ok: false,
        refusal: { reason: "provider_unknown" },
      });
      // the fault was met, so it was this question that failed
      expect(site.provider.faults.current().loseNext).toBe(0);
      site.provider.faults.reset();
      expect(await rechecks()).toEqual({ n: 0 });
      expect((await recheckPayment(site, { actor: admin, orderId })).ok).toBe(true);
      expect(await rechecks()).toEqual({ n: 1 });
    },
  );
});
