import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";

/**
 * Returns a function that finds the ticket type of a provider's price id; undefined if none has it. Answers are
 * cached, because a rush repeats the same price. The hold checks that the type still has the price.
 */
export function rememberTypesOfPrices(database: Database) {
  const typeOfPrice = new Map<string, Uuid>();
  return async (priceId: string): Promise<Uuid | undefined> => {
    const cachedTypeId = typeOfPrice.get(priceId);
    if (cachedTypeId) return cachedTypeId;
    const { rows } = await database.anonymous.query<{ id: Uuid }>(
      "SELECT id FROM tickets WHERE stripe_price_id = $1",
      [priceId],
    );
    if (!rows[0]) return undefined;
    if (typeOfPrice.size > 1000) typeOfPrice.clear();
    typeOfPrice.set(priceId, rows[0].id);
    return rows[0].id;
  };
}
