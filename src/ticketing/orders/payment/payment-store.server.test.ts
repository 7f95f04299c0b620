import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { readOrderMoney } from "./payment-store.server.ts";

const { season, site, sold, one } = await openMoneyStage();

it("of what we hold of an order only what once paid for its tickets is owed for them", async () => {
  const { orderId } = await sold();
  const { total } = await one<{ total: string }>("SELECT total FROM orders WHERE id = $1", [orderId]);
  const money = () => site.database.withDuty("settle", (sql) => readOrderMoney(sql, orderId));
  const paid = { paidForTickets: Number(total), revenueLeft: Number(total) };
  expect(await money()).toEqual({ ...paid, creditLeft: 0, owedForTickets: 0 });
  await season.db`INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
     VALUES ('payment', 'cs_second', 'provider', ${orderId}, 500), ('payment', 'cs_second', 'customer_credit', ${orderId}, -500)`;
  expect(await money()).toEqual({ ...paid, creditLeft: 500, owedForTickets: 0 });
});
