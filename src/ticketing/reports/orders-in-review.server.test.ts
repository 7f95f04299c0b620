import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { readDashboard } from "./dashboard-queries.server.ts";
import { listOrdersInReview } from "./order-overview-queries.server.ts";

const { season, site, admin, sold } = await openMoneyStage();

const state = (orderId: string, to: string, stake: string) =>
  season.client.query("UPDATE orders SET state = $2, stake = $3 WHERE id = $1", [orderId, to, stake]);
const seen = () =>
  site.database.withActor(admin, async (sql) => ({
    listed: (await listOrdersInReview(sql, 20)).map(({ id }) => id).sort(),
    figures: await readDashboard(sql, "2027-07-01"),
  }));

it("the list has every payment that the dashboard counts as in review, and disputes are counted separately", async () => {
  const [odd, failed, disputed] = [await sold(), await sold(), await sold()];
  await sold();
  expect(await seen()).toMatchObject({
    listed: [],
    figures: { paymentsInReview: 0, paymentsDisputed: 0 },
  });
  // Its refund failed after it had been made.
  await state(odd.orderId, "refunded", "none");
  await state(odd.orderId, "manual_review", "none");
  await state(disputed.orderId, "disputed", "sold");
  const refund = (as: "failed" | "succeeded") =>
    season.db`INSERT INTO refunds (id, order_id, session_id, amount, reason, state) SELECT ${newId()}, order_id, session_id, 100, 'administrator', ${as} FROM payments WHERE order_id = ${failed.orderId}`;
  // A new try may fail again.
  await refund("failed");
  await refund("failed");
  expect(await seen()).toMatchObject({
    listed: [odd.orderId, failed.orderId].sort(),
    figures: { paymentsInReview: 2, paymentsDisputed: 1 },
  });
  await refund("succeeded");
  expect(await seen()).toMatchObject({
    listed: [odd.orderId],
    figures: { paymentsInReview: 1, paymentsDisputed: 1 },
  });
});
