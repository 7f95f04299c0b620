import { newId } from "#kernel/id.ts";
import { bani, times } from "#kernel/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { ArrivedRequest, BatchAnswer } from "#ticketing/orders/hold-batch.server.ts";
import type { HoldDesk } from "#ticketing/orders/hold-desk.server.ts";

/**
 * The negative control: holds taken in the usual careless way. It reads what is left, decides, and writes, without a
 * lock in between; the CHECK of the counters has to be dropped for it. If a race test does not oversell with this
 * desk, it would not notice a broken real one either.
 */
export function openNaiveDesk(
  database: Database,
  ownerQuery: (text: string, values: unknown[]) => Promise<{ rows: Record<string, never>[] }>,
): HoldDesk {
  async function takeHold(request: ArrivedRequest): Promise<BatchAnswer> {
    const { rows: sessions } = await ownerQuery("SELECT user_id FROM identity.session WHERE token = $1", [
      request.sessionHash,
    ]);
    const userId = sessions[0]?.user_id as unknown as string | undefined;
    if (!userId) return { kind: "not_signed_in" };
    const { rows } = await ownerQuery(
      `SELECT t.entries, t.price::float8 AS price, t.family, t.type, t.stripe_price_id, ARRAY(SELECT event_id::text FROM event_tickets WHERE ticket_id = t.id ORDER BY 1) AS events,
         least(c.capacity - c.held - c.sold, floor((SELECT min(e.capacity - e.held - e.sold) FROM event_tickets l JOIN stock_counters e ON e.id = l.event_id WHERE l.ticket_id = t.id) / t.entries::numeric))::int AS available
       FROM tickets t JOIN stock_counters c ON c.id = t.id WHERE t.id = $1`,
      [request.ticketTypeId],
    );
    const type = rows[0] as unknown as {
      entries: number;
      price: number;
      family: "ordinary";
      type: string;
      stripe_price_id: string;
      events: string[];
      available: number;
    };
    if (request.quantity > type.available)
      return {
        kind: "refused",
        userId,
        isInLine: false,
        refusal: { reason: "not_enough", available: type.available },
      };
    const id = newId();
    const scopeId = type.family === "ordinary" ? (type.events[0] as string) : request.ticketTypeId;
    const unitPrice = bani(type.price);
    await database.withDuty("sell", async (sql) => {
      await sql.$client.query(
        `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, hold_expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'held', 'held', 'event', now() + interval '30 minutes')`,
        [
          id,
          userId,
          scopeId,
          request.ticketTypeId,
          type.events,
          request.quantity,
          type.entries,
          unitPrice,
          times(unitPrice, request.quantity),
          type.family,
          type.type,
          type.stripe_price_id,
        ],
      );
      await sql.$client.query("UPDATE stock_counters SET held = held + $2 WHERE id = $1", [
        request.ticketTypeId,
        request.quantity,
      ]);
      await sql.$client.query("UPDATE stock_counters SET held = held + $2 WHERE id = ANY($1::uuid[])", [
        type.events,
        request.quantity * type.entries,
      ]);
    });
    const order = {
      id,
      ticketTypeId: request.ticketTypeId,
      eventIds: type.events,
      quantity: request.quantity,
      state: "held" as const,
      scopeId,
      isInLine: false,
    };
    return { kind: "same", userId, isInLine: false, order };
  }
  return { takeHold, waiting: 0, close: async () => {} };
}
