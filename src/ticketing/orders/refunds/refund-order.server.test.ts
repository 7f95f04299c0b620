import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { returnMoney } from "./return-money.server.ts";

const stage = await openMoneyStage();
const { db, site, admin, sold, comeIn, one, stateOf, counterOf, ticketOf, revenueOf, holds } = stage;
const { refund, refundUnheard, askAgain } = stage;

describe("refunding", () => {
  it("whole: the tickets are void, the places free, the books at zero (I2, I7, I13)", async () => {
    const { orderId, night, type } = await sold({ quantity: 2, entries: 2 });
    expect(await refund(orderId, { kind: "whole" })).toEqual(done({ amount: 22_000 }));
    expect(await stateOf(orderId)).toBe("refunded");
    expect(await ticketOf(orderId)).toMatchObject({ status: "refunded", suspended: null });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([0, 0]);
    expect(await revenueOf(orderId)).toBe(0);
    await holds();
  });

  it("is recorded with who refunded, why, how much and what happens to the places", async () => {
    const { orderId } = await sold({ quantity: 3 });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 }, { why: "goodwill", stock: "keep_back" });
    expect(
      await one(
        "SELECT actor_id, actor_kind, after FROM journal WHERE subject_kind = 'order' AND subject_id = $1 AND what = 'refund_wanted'",
        [orderId],
      ),
    ).toEqual({
      actor_id: admin.userId,
      actor_kind: "admin",
      after: { amount: 11_000, tickets: 1, why: "goodwill", stock: "keep_back" },
    });
  });

  it("in part: fewer tickets, on the ticket, in the counters and in the figures (I2, I5, I7, I11, I13)", async () => {
    const { orderId, night, type, paymentId } = await sold({ quantity: 4, entries: 2 });
    expect(await refund(orderId, { kind: "part", line: 1, tickets: 1 })).toEqual(done({ amount: 11_000 }));
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await ticketOf(orderId)).toMatchObject({
      status: "paid",
      quantity: 3,
      entries_total: 6,
      total_price: "33000",
    });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([3, 6]);
    await foldSales(site);
    await holds();
    expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 11_000 }] });

    expect(await refund(orderId, { kind: "whole" })).toMatchObject(done({ amount: 33_000 }));
    expect(await stateOf(orderId)).toBe("refunded");
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([0, 0]);
    await holds();
  });

  it("a used ticket is not refunded before the administrator confirmed how often it was used", async () => {
    const { orderId } = await sold({ quantity: 2, entries: 2 });
    await comeIn(orderId, "1.1", { entries: 3 });
    const used = { ok: false, refusal: { reason: "used", entries: 3 } };
    expect(await refund(orderId, { kind: "whole" })).toEqual(used);
    // Somebody entered after the question was shown.
    expect(await refund(orderId, { kind: "whole", usedEntries: 2 })).toEqual(used);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await refund(orderId, { kind: "whole", usedEntries: 3 })).toMatchObject(done({ amount: 22_000 }));
    const { after } = await one<{ after: unknown }>(
      "SELECT after FROM journal WHERE subject_id = $1 AND what = 'refund_wanted'",
      [orderId],
    );
    expect(after).toMatchObject({ usedEntries: 3 });
    await holds();
  });

  it("is for administrators, once at a time, and only for paid orders", async () => {
    const { orderId, buyer } = await sold();
    const actor = { userId: buyer.userId, role: "user" } as const;
    expect(await refund(orderId, { kind: "whole" }, { actor })).toMatchObject({
      refusal: { reason: "not_allowed" },
    });
    expect(await refund(newId(), { kind: "whole" })).toMatchObject({ refusal: { reason: "unknown_order" } });
    const twice = await Promise.all([
      refund(orderId, { kind: "whole" }),
      refund(orderId, { kind: "whole" }),
      refund(orderId, { kind: "whole" }),
    ]);
    expect(twice.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
  });

  it("without an answer from the provider is requested again with the same key and paid once (F24)", async () => {
    const { orderId, paymentId } = await sold();
    await refundUnheard(orderId, { kind: "whole" });
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ suspended: "refund" });
    await askAgain(orderId);
    expect(await stateOf(orderId)).toBe("refunded");
    expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 11_000 }] });
    await holds();
  });

  it("requests the refunds of this order alone: it does not wait for those of others", async () => {
    const [other, own] = [await sold(), await sold()];
    site.provider.faults.set({ only: "POST /v1/refunds", loseNext: 1 });
    await refund(other.orderId, { kind: "whole" });
    await db`UPDATE refunds SET next_at = now() WHERE order_id = ${other.orderId}`;
    await refund(own.orderId, { kind: "whole" });
    expect([await stateOf(other.orderId), await stateOf(own.orderId)]).toEqual(["paid", "refunded"]);
    expect(await returnMoney(site)).toBe(1);
    expect(await stateOf(other.orderId)).toBe("refunded");
  });
});
