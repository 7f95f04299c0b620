import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import {
  mayBecome,
  type OrderState,
  orderStates,
  type Stake,
  stakesOf,
  unpaidStates,
} from "#ticketing/orders/order-state.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const { client, db } = season;
const night = await season.night();
const other = await season.night();
const type = await season.ticketType({ events: [night] });
const otherType = await season.ticketType({ events: [other] });

async function orderIn(state: OrderState, stake: Stake, mailboxKey: number | null = null): Promise<string> {
  const id = newId();
  const { userId } = await season.person();
  await client.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, mailbox_key)
     VALUES ($1, $2, $3, $4, ARRAY[$3::uuid], 1, 1, 100, 100, 'ordinary', 'Intrare', $5, $6, 'event', now(), $7)`,
    [id, userId, night, type, state, stake, mailboxKey],
  );
  return id;
}

/** Whether the database accepts this change of this order; it is rolled back. */
async function isTaken(id: string, change: string, values: unknown[] = []): Promise<boolean> {
  await db`BEGIN`;
  try {
    await client.query(`UPDATE orders SET ${change} WHERE id = $1`, [id, ...values]);
    return true;
  } catch (error) {
    if (!["23001", "23514"].includes((error as { code?: string }).code ?? "")) throw error;
    return false;
  } finally {
    await db`ROLLBACK`;
  }
}

describe("an order in the database", () => {
  it("has a function that equals the typed table, for all pairs (I30)", async () => {
    const { rows } = await client.query<{ was: OrderState; becomes: OrderState; may: boolean }>(
      "SELECT was, becomes, order_may_become(was, becomes) AS may FROM unnest($1::text[]) AS was CROSS JOIN unnest($1::text[]) AS becomes",
      [orderStates],
    );
    expect(rows).toHaveLength(orderStates.length ** 2);
    for (const { was, becomes, may } of rows)
      expect(may, `${was} -> ${becomes}`).toBe(mayBecome(was, becomes));
    const unknown =
      await db`SELECT order_may_become('held', 'nowhere') AS there, order_may_become('nowhere', 'paid') AS back`;
    expect(unknown).toEqual([{ there: false, back: false }]);
  });

  it.each(orderStates)("goes from %s only to the states that the table allows (I30)", async (was) => {
    const id = await orderIn(was, stakesOf[was][0] as Stake);
    for (const becomes of orderStates)
      for (const stake of ["held", "sold", "none"] as const)
        expect(
          await isTaken(id, "state = $2, stake = $3", [becomes, stake]),
          `${was} -> ${becomes}/${stake}`,
        ).toBe((becomes === was || mayBecome(was, becomes)) && stakesOf[becomes].includes(stake));
  });

  it("keeps every column that was agreed at the hold (I11)", async () => {
    const id = await orderIn("held", "held");
    const rows = await db<{
      name: string;
    }>`SELECT attname AS name FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' ORDER BY attnum`;
    const another = await season.person();
    const changes: Record<string, unknown> = {
      id: newId(),
      user_id: another.userId,
      scope_id: other,
      ticket_type_id: otherType,
      event_ids: [other],
      quantity: 2,
      entries: 2,
      unit_price: 200,
      total: 200,
      currency: "eur",
      family: "early_bird",
      title: "Altceva",
      stripe_price_id: "price_other",
      state: "checkout_open",
      stake: "none",
      origin: "tickets",
      is_test: true,
      request_key: "other",
      hold_expires_at: new Date(),
      created_at: new Date(),
      paid_at: new Date(),
      ended_at: new Date(),
      line_at: new Date(),
      returned: 1,
      mailbox_key: 2,
      take_ids: [otherType, other],
      take_ns: [9, 9],
    };
    expect(Object.keys(changes)).toEqual(rows.map((row) => row.name));
    const taken: string[] = [];
    for (const [column, value] of Object.entries(changes)) {
      if (await isTaken(id, `"${column}" = $2`, [value])) taken.push(column);
    }
    expect(taken).toEqual([
      "state",
      "request_key",
      "hold_expires_at",
      "paid_at",
      "ended_at",
      "line_at",
      "returned",
    ]);
  });

  it("never counts for another mailbox later, and for none once it is paid", async () => {
    for (const state of orderStates) {
      const id = await orderIn(state, stakesOf[state][0] as Stake, 7);
      expect(await isTaken(id, "mailbox_key = 8")).toBe(false);
      const rows = await db`UPDATE orders SET hold_expires_at = now() WHERE id = ${id} RETURNING mailbox_key`;
      const isUnpaid = (unpaidStates as readonly OrderState[]).includes(state);
      expect(rows, state).toEqual([{ mailbox_key: isUnpaid ? "7" : null }]);
      expect(await isTaken(id, "mailbox_key = NULL")).toBe(true);
    }
  });

  it("is never deleted", async () => {
    const id = await orderIn("expired", "none");
    await expect(db`DELETE FROM orders WHERE id = ${id}`).rejects.toThrow("never deleted");
  });
});
