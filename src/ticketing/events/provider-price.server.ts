import { and, eq, sql } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { tickets } from "./event-tables.server.ts";

type PricedType = Pick<typeof tickets.$inferSelect, "id" | "type" | "price" | "version" | "priceWantedAt">;

/** Asks `makeWantedPrices` for a price, because no call to the provider may be made inside a transaction. */
export async function wantPrice(client: Sql, id: string): Promise<void> {
  await builder(client).update(tickets).set({ priceWantedAt: databaseNow }).where(eq(tickets.id, id));
}

/**
 * Makes a price at the card provider. The key says which price is wanted since when, so a call whose answer was lost
 * makes no second one. The provider repeats an error for a day under the same key: after it, the price is wanted anew
 * a little later, under another key and behind the other types. `write` is a transaction with the caller's rights.
 */
export async function makeProviderPrice(
  { cards, log }: Pick<Services, "cards" | "log">,
  type: PricedType,
  write: (work: (client: Sql) => Promise<unknown>) => Promise<unknown>,
): Promise<{ kind: "made"; priceId: string } | { kind: "refused" } | { kind: "silent" }> {
  const { id, version, price, priceWantedAt } = type;
  const wanted = priceWantedAt === null ? "" : `:${priceWantedAt.getTime()}`;
  const key = `price:${id}:${version}:${price}${wanted}`;
  const made = await cards.createPrice({ key, name: type.type, amount: price });
  if (made.kind === "created") return { kind: "made", priceId: made.price.id };
  log.warn({ ticketType: id, answer: made.message }, "the card provider made no price");
  if (made.kind === "unknown" || made.reason === "rate_limited") return { kind: "silent" };
  const nextTry = sql`now() + make_interval(secs => ${durations.refusedPrice})`;
  await write((client) =>
    builder(client)
      .update(tickets)
      .set({ priceWantedAt: nextTry })
      .where(and(eq(tickets.id, id), eq(tickets.version, version))),
  );
  return { kind: "refused" };
}
