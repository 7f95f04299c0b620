import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { cancelNight } from "./cancel-night.server.ts";
import { findCancellationProgress } from "./cancellation-queries.server.ts";
import { workOffCancellations } from "./work-off-cancellations.server.ts";

const { site, admin, soldLines } = await openMoneyStage();

it("the lost disputes of a cancelled night have its share of a pass, and none of a share that went back before (one kind: whole passes told as one night's money)", async () => {
  const soldPass = () => soldLines([{ quantity: 1, price: 98_000 }], { nights: 7 });
  const [waiting, given] = [await soldPass(), await soldPass()];
  const lostAfter = async ({ nights: [night = ""], paymentId }: typeof waiting, isGivenBack: boolean) => {
    const decide = async (state: "needs_response" | "lost") => {
      await site.provider.dispute(paymentId, state);
      await settleDisputes(site, paymentId);
    };
    if (!isGivenBack) await decide("needs_response");
    await cancelNight(site, {
      actor: admin,
      id: night,
      form: { reason: "Furtună.", usedTickets: "refunded" },
      isProven: true,
    });
    await workOffCancellations(site);
    await returnMoney(site);
    await decide("lost");
    const shown = await site.database.readMoment("deliver", (sql) => findCancellationProgress(sql, night));
    return [shown?.refunds.done.amount, shown?.lost];
  };
  expect(await lostAfter(waiting, false)).toEqual([0, { n: 1, amount: 14_000 }]);
  expect(await lostAfter(given, true)).toEqual([14_000, { n: 0, amount: 0 }]);
});
