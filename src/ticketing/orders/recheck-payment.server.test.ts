import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { recheckPayment } from "./recheck-payment.server.ts";

const { site, admin, sold, one } = await openMoneyStage();

describe("an administrator", () => {
  it("asks the provider again about a payment that nobody told of, and that is written down", async () => {
    const { orderId, paymentIntentId } = await sold();
    await site.cards.refund({ key: newId(), paymentIntentId });
    expect(await recheckPayment(site, { actor: admin, orderId })).toEqual({
      ok: true,
      value: { state: "refunded" },
    });
    const { n } = await one<{ n: number }>(
      "SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'rechecked' AND actor_id = $2",
      [orderId, admin.userId],
    );
    expect(n).toBe(1);
    site.provider.faults.set({ loseNext: 1 });
    expect(await recheckPayment(site, { actor: admin, orderId })).toMatchObject({
      refusal: { reason: "provider_unknown" },
    });
    site.provider.faults.reset();
    expect(await recheckPayment(site, { actor: admin, orderId: newId() })).toMatchObject({
      refusal: { reason: "unknown_order" },
    });
  });
});
