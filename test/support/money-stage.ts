import { expect } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { type RefundOrderRequest, refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { testDatabase } from "./database.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { testServices } from "./services.ts";
import { sellLines, sellOrder } from "./sold-order.ts";

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

  type Line = {
    readonly quantity: number;
    readonly entries?: number;
    readonly price?: number;
    readonly codePer?: "order" | "person";
  };

  /** An order of several lines for one night, or for the nights of a pass, really paid; each type has units for 20. */
  async function soldLines(lines: readonly Line[], about: { card?: string; nights?: number } = {}) {
    const isPass = about.nights !== undefined;
    const nights: Uuid[] = [];
    for (let n = 0; n < (about.nights ?? 1); n++) nights.push(await season.night({ inDays: n, time: null }));
    const types: Uuid[] = [];
    for (const { entries = 1, price = 11_000, codePer = "order" } of lines) {
      const family = isPass ? ({ family: "season_pass" } as const) : {};
      const type = await season.ticketType({ events: nights, entries, price, capacity: 20, ...family });
      await season.client.query("UPDATE tickets SET code_per = $2 WHERE id = $1", [type, codePer]);
      types.push(type);
    }
    const buyer = await season.person();
    const order = await sellLines(site, {
      ...{ sessionHash: buyer.sessionHash, card: about.card },
      lines: lines.map(({ quantity }, at) => ({ ticketTypeId: types[at] ?? "", quantity })),
    });
    return { ...order, nights, types, buyer };
  }

  type Seat = {
    id: string;
    line: number;
    seat: number;
    status: string;
    price: number;
    suspended: string | null;
  };
  /** The seats of an order, in the order of its lines. */
  const seatsOf = async (orderId: string): Promise<Seat[]> =>
    (
      await season.client.query<Seat>(
        `SELECT bundle_id AS id, line_no AS line, seat_no AS seat, min(status) AS status, sum(total_price)::float8 AS price, min(suspended) AS suspended
         FROM ticket_purchases WHERE order_id = $1 GROUP BY 1, 2, 3 ORDER BY 2, 3`,
        [orderId],
      )
    ).rows;

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

  return {
    season,
    site,
    admin,
    sold,
    soldLines,
    seatsOf,
    refund,
    one,
    stateOf,
    counterOf,
    ticketOf,
    revenueOf,
    holds,
  };
}
