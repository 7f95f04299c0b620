import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { openStage } from "#test/support/stage.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { exportLedger } from "./export-ledger.server.ts";

const { season, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

it("the ledger's file has payments in one column and returns in another, and no formula (I35, I7)", async () => {
  const buyer = await season.person();
  const type = await season.ticketType({
    events: [await season.night()],
    price: 123_456,
    title: '=HYPERLINK("x")',
  });
  const sold = await sellOrder(site, { sessionHash: buyer.sessionHash, ticketTypeId: type });
  await site.cards.refund({ key: newId(), paymentId: sold.paymentId, amount: 5 });
  await settleRefunds(site, sold.paymentId);
  const exported = await exportLedger(site, { actor: admin, as: "csv" });
  if (!exported.ok) throw new Error(exported.refusal.reason);
  const [head, ...lines] = (await text(exported.value)).trimEnd().split("\n");
  expect(head).toBe("Data,Fel,Referință Stripe,Bilet,Comandă,Intrat,Ieșit");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^"[\d. :]+","Rambursare","re_\w+","'=HYPERLINK.*,"","-0\.05"$/);
  expect(lines[1]).toMatch(/^"[\d. :]+","Plată","cs_\w+","'=HYPERLINK.*,"1234\.56",""$/);
});
