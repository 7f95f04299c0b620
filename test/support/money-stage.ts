import { expect } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { type RefundOrderRequest, refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { testDatabase } from "./database.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { testServices } from "./services.ts";
import { sellOrder } from "./sold-order.ts";

/** A database with an administrator and really paid orders, and functions that read them. */
export async function openMoneyStage() {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const site = await testServices(database);
  const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

  async function sold(about: { quantity?: number; entries?: number; card?: string; capacity?: number } = {}) {
    const night = await season.night();
    const type = await season.ticketType({
      events: [night],
      entries: about.entries ?? 1,
      capacity: about.capacity ?? 100,
    });
    const buyer = await season.person();
    const order = await sellOrder(site, { ...about, sessionHash: buyer.sessionHash, ticketTypeId: type });
    return { ...order, night, type, buyer };
  }

  const refund = (
    orderId: string,
    wish: RefundOrderRequest["wish"],
    more: Partial<RefundOrderRequest> = {},
  ) =>
    refundOrder(site, {
      actor: admin,
      orderId,
      wish,
      why: "customer_request",
      note: "",
      stock: "sell_again",
      ...more,
    });

  async function one<Row>(sql: string, values: unknown[]): Promise<Row> {
    return (await season.client.query(sql, values)).rows[0];
  }
  const stateOf = async (orderId: string) =>
    (await one<{ state: string }>("SELECT state FROM orders WHERE id = $1", [orderId])).state;
  const counterOf = (id: Uuid) =>
    one<{ capacity: number; sold: number }>("SELECT capacity, sold FROM stock_counters WHERE id = $1", [id]);
  const ticketOf = (orderId: string) =>
    one<{
      status: string;
      suspended: string | null;
      quantity: number;
      entries_total: number;
      total_price: string;
    }>(
      "SELECT status, suspended, quantity, entries_total, total_price FROM ticket_purchases WHERE order_id = $1",
      [orderId],
    );
  const revenueOf = async (orderId: string) =>
    Number(
      (
        await one<{ n: string }>(
          "SELECT coalesce(-sum(amount), 0) AS n FROM ledger_entries WHERE order_id = $1 AND account = 'revenue'",
          [orderId],
        )
      ).n,
    );
  /** Checks that every invariant holds. */
  async function holds(): Promise<void> {
    expect(await readViolations(season.client, dataInvariants)).toEqual([]);
  }

  return { season, site, admin, sold, refund, one, stateOf, counterOf, ticketOf, revenueOf, holds };
}
