import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { issuePurchases } from "./issue-purchases.server.ts";

const { season, client, db } = await openStage();

type Family = "ordinary" | "season_pass" | "early_bird";

/** A paid order without its tickets, as the settling transaction has it before issuing them. */
async function order(events: readonly Uuid[], family: Family = "ordinary", isTest = false) {
  const { userId } = await season.person();
  const type = await season.ticketType({ events, family, entries: 3 });
  const id = newId();
  await db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, is_test, hold_expires_at, paid_at)
     VALUES (${id}, ${userId}, ${type}, ${type}, ${events}, 2, 3, 11000, 22000, ${family}, 'Intrare', 'price_1', 'paid', 'sold', 'event', ${isTest}, now(), now())`;
  const locked = await lockOrder(client, id);
  if (!locked) throw new Error("no order");
  return { locked, userId, type };
}

const ticketsOf = async (orderId: string) =>
  await db`SELECT id, event_id, ticket_type_id, user_id, quantity, units, places, total_price::int AS price, ticket_code, stripe_price_id, status,
       entries_total, entries_remaining, holder_name, checkout_session_id, is_test FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY ticket_code`;

describe("issuing the tickets of an order", () => {
  it("writes the agreed facts, the holder, and all entries as unused", async () => {
    const night = await season.night();
    const { locked, userId, type } = await order([night]);
    await db`UPDATE profiles SET full_name = 'Ana Pop' WHERE id = ${userId}`;
    const ids = await issuePurchases(client, [{ order: locked, sessionId: "cs_test_7" }]);
    await db`UPDATE profiles SET full_name = 'Ana Ionescu' WHERE id = ${userId}`;
    expect(await ticketsOf(locked.id)).toEqual([
      {
        id: ids[0],
        event_id: night,
        ticket_type_id: type,
        user_id: userId,
        quantity: 2,
        units: 2,
        places: 6,
        price: 22_000,
        ticket_code: expect.stringMatching(/^FSC-\d{4}-\d{6}$/),
        stripe_price_id: "price_1",
        status: "paid",
        entries_total: 6,
        entries_remaining: 6,
        // As it was when she paid.
        holder_name: "Ana Pop",
        checkout_session_id: "cs_test_7",
        is_test: false,
      },
    ]);
  });

  it.each([
    ["season_pass", "SEASON", "season_pass_confirmation"],
    ["early_bird", "EARLYBIRD", "season_pass_confirmation"],
    ["ordinary", "FSC", "ticket_confirmation"],
  ] as const)(
    "of the family %s gives codes that begin with %s and one letter of kind %s",
    async (family, prefix, kind) => {
      const night = await season.night();
      const { locked, userId } = await order([night], family, true);
      const ids = await issuePurchases(client, [{ order: locked, sessionId: null }]);
      expect(await ticketsOf(locked.id)).toMatchObject([
        {
          ticket_code: expect.stringMatching(`^${prefix}-`),
          checkout_session_id: null,
          is_test: true,
        },
      ]);
      const letters =
        await db`SELECT kind, dedupe_key, recipient, user_id, purchase_id, state FROM letters WHERE order_id = ${locked.id}`;
      expect(letters).toEqual([
        {
          kind,
          dedupe_key: `tickets:${locked.id}`,
          recipient: `${userId}@exemplu.ro`,
          user_id: userId,
          purchase_id: ids[0],
          state: "queued",
        },
      ]);
    },
  );

  it("counts units and price on the earliest night alone; of two on one day, the earlier hour (I5, I11)", async () => {
    const late = await season.night({ inDays: 5, time: "23:00" });
    const early = await season.night({ inDays: 5, time: "20:00" });
    const noHour = await season.night({ inDays: 5, time: null });
    const last = await season.night({ inDays: 9 });
    const { locked } = await order([last, late, early, noHour], "season_pass");
    const ids = await issuePurchases(client, [{ order: locked, sessionId: "cs_test_8" }]);
    const tickets = await ticketsOf(locked.id);
    expect(tickets.map(({ event_id, units, price, places }) => [event_id, units, price, places])).toEqual([
      [noHour, 2, 22_000, 6],
      [early, 0, 0, 6],
      [late, 0, 0, 6],
      [last, 0, 0, 6],
    ]);
    expect(tickets.map((ticket) => ticket.id)).toEqual(ids);
    expect(new Set(tickets.map((ticket) => ticket.ticket_code.slice(0, -3))).size).toBe(1);
  });

  it("makes the tickets but no email for a person without an address", async () => {
    const { locked, userId } = await order([await season.night()]);
    await db`UPDATE profiles SET email = NULL WHERE id = ${userId}`;
    await issuePurchases(client, [{ order: locked, sessionId: "cs_test_9" }]);
    const letters = await db`SELECT FROM letters WHERE order_id = ${locked.id}`;
    expect([(await ticketsOf(locked.id)).length, letters.length]).toEqual([1, 0]);
  });

  it("is refused by the database the second time, and nothing is written (I6)", async () => {
    const { locked } = await order([await season.night()]);
    await issuePurchases(client, [{ order: locked, sessionId: "cs_test_10" }]);
    await expect(issuePurchases(client, [{ order: locked, sessionId: "cs_test_10" }])).rejects.toThrow(
      "ticket_purchases_once_per_seat",
    );
    expect(await ticketsOf(locked.id)).toHaveLength(1);
  });
});
