import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";

/**
 * Returns a function that finds the ticket type of a provider's price id; undefined if none has it. Answers are
 * cached, because a rush repeats the same price. The hold checks that the type still has the price.
 */
export function rememberTypesOfPrices(database: Database) {
  const known = new Map<string, Uuid>();
  return async (priceId: string): Promise<Uuid | undefined> => {
    const remembered = known.get(priceId);
    if (remembered) return remembered;
    const { rows } = await database.anonymous.query<{ id: Uuid }>(
      "SELECT id FROM tickets WHERE stripe_price_id = $1",
      [priceId],
    );
    if (!rows[0]) return undefined;
    if (known.size > 1000) known.clear();
    known.set(priceId, rows[0].id);
    return rows[0].id;
  };
}
