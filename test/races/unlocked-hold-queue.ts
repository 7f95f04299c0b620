import { newId } from "#kernel/id.ts";
import { bani, times } from "#kernel/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { ArrivedRequest, BatchAnswer } from "#ticketing/orders/checkout/hold-batch.server.ts";
import type { HoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";

/**
 * The negative control: holds taken in the usual careless way. It reads what is left, decides, and writes, without a
 * lock in between; the CHECK of the counters has to be dropped for it. A race test that does not oversell with this
 * queue would not notice a broken real one either.
 */
export function openUnlockedHoldQueue(
  database: Database,
  ownerQuery: (text: string, values: unknown[]) => Promise<{ rows: Record<string, never>[] }>,
): HoldQueue {
  async function takeHold(request: ArrivedRequest): Promise<BatchAnswer> {
    const { rows: sessions } = await ownerQuery("SELECT user_id FROM identity.session WHERE token = $1", [
      request.sessionHash,
    ]);
    const userId = sessions[0]?.user_id as unknown as string | undefined;
    const [line] = request.lines;
    if (!userId || !line) return { kind: "not_signed_in" };
    const { rows } = await ownerQuery(
      `SELECT t.entries, t.price::float8 AS price, t.family, t.type, t.stripe_price_id, ARRAY(SELECT event_id::text FROM event_tickets WHERE ticket_id = t.id ORDER BY 1) AS events,
         least(c.capacity - c.held - c.sold, floor((SELECT min(e.capacity - e.held - e.sold) FROM event_tickets l JOIN stock_counters e ON e.id = l.event_id WHERE l.ticket_id = t.id) / t.entries::numeric))::int AS available
       FROM tickets t JOIN stock_counters c ON c.id = t.id WHERE t.id = $1`,
      [line.ticketTypeId],
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
    if (line.quantity > type.available)
      return {
        kind: "refused",
        userId,
        isGuest: false,
        isQueued: false,
        refusal: { reason: "not_enough", available: type.available },
      };
    const id = newId();
    const scopeId = type.family === "ordinary" ? (type.events[0] as string) : line.ticketTypeId;
    const unitPrice = bani(type.price);
    await database.withDuty("sell", async (sql) => {
      await sql.query(
        `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, hold_expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'held', 'held', 'event', now() + interval '30 minutes')`,
        [
          id,
          userId,
          scopeId,
          line.ticketTypeId,
          type.events,
          line.quantity,
          type.entries,
          unitPrice,
          times(unitPrice, line.quantity),
          type.family,
          type.type,
          type.stripe_price_id,
        ],
      );
      await sql.query("UPDATE stock_counters SET held = held + $2 WHERE id = $1", [
        line.ticketTypeId,
        line.quantity,
      ]);
      await sql.query("UPDATE stock_counters SET held = held + $2 WHERE id = ANY($1::uuid[])", [
        type.events,
        line.quantity * type.entries,
      ]);
    });
    const order = {
      id,
      lines: [line],
      eventIds: type.events,
      state: "held" as const,
      scopeId,
      isGuest: false,
      isQueued: false,
      total: times(unitPrice, line.quantity),
      takes: {},
    };
    return { kind: "same", userId, isGuest: false, isQueued: false, order };
  }
  return { takeHold, waiting: 0, close: async () => {} };
}
