import { expect } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { type RefundOrderRequest, refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { sellLines, sellOrder } from "./sold-order.ts";
import { openStageWithKeys } from "./stage.ts";
import { writtenLetter } from "./written-letter.ts";

/** The card whose refunds succeed, and fail afterwards. */
export const failsLate = "4000000000005126";

/** A database with an administrator and really paid orders, and functions that read them. */
export async function openMoneyStage() {
  const { season, client, db, site, keys } = await openStageWithKeys();
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
      sessionHash: buyer.sessionHash,
      card: about.card,
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

  /** The seats in the order of the lines, as `1.2 paid 11000`: line and seat, state and price. */
  const shown = async (orderId: string) =>
    (await seatsOf(orderId)).map(({ line, seat, status, price }) => `${line}.${seat} ${status} ${price}`);
  /** The ids of the seats at these places, given as `1.2`. */
  const ids = async (orderId: string, ...places: string[]) =>
    (await seatsOf(orderId))
      .filter(({ line, seat }) => places.includes(`${line}.${seat}`))
      .map(({ id }) => id);

  /** So many people come in with the code of a place, given as `1.2`; of a pass on every night unless one is named. */
  async function comeIn(orderId: string, place = "1.1", { entries = 1, night = null as Uuid | null } = {}) {
    await db`WITH used AS (UPDATE ticket_purchases SET entries_remaining = entries_remaining - ${entries}::int
         WHERE order_id = ${orderId} AND line_no || '.' || seat_no = ${place} AND event_id = coalesce(${night}, event_id) RETURNING id)
       INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries)
       SELECT gen_random_uuid(), id, gen_random_uuid(), 'n', ${admin.userId}, 'admitted', ${entries} FROM used`;
  }

  /** A refund that the provider never hears of: its money is on its way until it is asked again. */
  async function refundUnheard(...about: Parameters<typeof refund>) {
    site.provider.faults.set({ only: "POST /v1/refunds", dropNext: 1 });
    const answer = await refund(...about);
    site.provider.faults.reset();
    return answer;
  }
  async function askAgain(orderId: string): Promise<void> {
    await db`UPDATE refunds SET next_at = now() WHERE order_id = ${orderId}`;
    await returnMoney(site);
  }
  /** The provider's refunds of this payment succeeded, and fail now. */
  async function failAtProvider(paymentId: string): Promise<void> {
    const areFailed = async () => {
      await site.provider.tick();
      const listed = await site.cards.listRefundsOf(paymentId);
      return listed.kind === "listed" && listed.refunds.every(({ state }) => state === "failed");
    };
    await expect.poll(areFailed, { timeout: 40_000 }).toBe(true);
    await settleRefunds(site, paymentId);
  }

  /** Writes into an order what the rules of the database would refuse. */
  const force = (orderId: string, change: string) =>
    client.query(
      `SET session_replication_role = replica; UPDATE orders SET ${change} WHERE id = '${orderId}'; SET session_replication_role = origin`,
    );

  /** The email of a kind to a person, as it is sent. */
  const written = (kind: string, userId: string) => writtenLetter(db, site, { kind, userId });

  /** The buyer sends the seat at a place to a friend by a link, whose secret accepts it. */
  async function sendToFriend(
    buyer: { userId: Uuid },
    orderId: string,
    place: string,
    to?: { userId: Uuid },
  ) {
    const friend = { userId: (to ?? (await season.person())).userId, role: "user" } as const;
    const { id: purchaseId } = await one<{ id: string }>(
      "SELECT id FROM ticket_purchases WHERE order_id = $1 AND line_no || '.' || seat_no = $2 ORDER BY id LIMIT 1",
      [orderId, place],
    );
    const actor = { userId: buyer.userId, role: "user" } as const;
    const sent = await sendTicket(site, { actor, purchaseId, name: null, email: null });
    if (!sent.ok || sent.value.by !== "link") throw new Error("no link");
    const secret = new URL(sent.value.link).searchParams.get("token") ?? "";
    return { friend, accept: () => acceptTicket(site, { actor: friend, secret }) };
  }

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

  const selling = { sold, soldLines, seatsOf, shown, ids, comeIn, sendToFriend };
  const refunding = { refund, refundUnheard, askAgain, failAtProvider };
  const reading = { one, stateOf, counterOf, ticketOf, revenueOf, written, holds };
  return { season, client, db, site, keys, admin, force, ...selling, ...refunding, ...reading };
}
