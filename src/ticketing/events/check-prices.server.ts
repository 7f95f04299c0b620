import type { Services } from "#platform/services.ts";
import { agreesOn } from "./price-agreement.ts";

type Doors = Pick<Services, "database" | "cards" | "settings" | "log">;
type DueType = { id: string; price: number; priceId: string; version: number };

/** At most so many with one look: the card provider's patience belongs to the sale. */
const perLook = 20;

/**
 * Asks the card provider once a day about each price that a sale relies on (decision 9). One that is no longer the
 * type's own takes the agreement away, and with it the sale, until an administrator has mended it; nobody's word is
 * taken for it when the provider does not answer. Nothing is asked inside a transaction, and who saves the type
 * meanwhile wins. Resolves to the ids of the types that may not be sold any more.
 */
export async function checkPrices(services: Doors): Promise<string[]> {
  const { database, cards, settings, log } = services;
  const due = await database.withDuty("settle", async ({ $client }) => {
    const { rows } = await $client.query<DueType>({
      name: "prices-due",
      text: `SELECT id, price::float8 AS price, stripe_price_id AS "priceId", version FROM tickets
             WHERE archived_at IS NULL AND stripe_price_id IS NOT NULL AND price_agreed_at < now() - interval '1 day' ORDER BY price_agreed_at LIMIT ${perLook}`,
    });
    return rows;
  });
  const stopped: string[] = [];
  for (const type of due) {
    const read = await cards.readPrice(type.priceId);
    if (read.kind === "unknown") {
      log.warn({ ticketType: type.id, answer: read.message }, "a price could not be checked");
      break;
    }
    const agrees = read.kind === "found" && agreesOn(read.price, type.price, settings.livemode);
    const kept = await database.withDuty("settle", async ({ $client }) => {
      const { rowCount } = await $client.query(
        `UPDATE tickets SET price_agreed_at = CASE WHEN $3 THEN now() END WHERE id = $1 AND version = $2 AND stripe_price_id = $4`,
        [type.id, type.version, agrees, type.priceId],
      );
      if (rowCount === 1 && !agrees)
        await $client.query(
          "INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('system', 'ticket_type', $1, 'price_not_agreed')",
          [type.id],
        );
      return rowCount === 1;
    });
    if (!kept || agrees) continue;
    log.error(
      { ticketType: type.id, price: type.priceId },
      "ALARM: a price is not the card provider's any more",
    );
    stopped.push(type.id);
  }
  return stopped;
}
