import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";

/**
 * Which ticket type a price at the card provider belongs to. Remembered, because a rush asks for one price again and
 * again; that the type still carries it is proven when the places are held.
 */
export function rememberTypesOfPrices(database: Database) {
  const known = new Map<string, Uuid>();
  return async (priceId: string): Promise<Uuid | undefined> => {
    const remembered = known.get(priceId);
    if (remembered) return remembered;
    const { rows } = await database.anonymous.$client.query(
      "SELECT id FROM tickets WHERE stripe_price_id = $1",
      [priceId],
    );
    if (!rows[0]) return undefined;
    if (known.size > 1000) known.clear();
    known.set(priceId, rows[0].id);
    return rows[0].id;
  };
}
