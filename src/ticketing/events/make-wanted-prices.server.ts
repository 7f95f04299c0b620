import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { bani } from "#kernel/money.ts";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange, theProgram } from "#ticketing/journal/record-change.server.ts";
import { tickets } from "./event-tables.server.ts";
import { makeProviderPrice } from "./provider-price.server.ts";

/** The most calls in one run: the provider limits calls, and the sale needs them. */
const callsPerRun = 10;

/**
 * Makes prices at the card provider for saved types that wait for one, longest waiting first; before that a type does
 * not sell. A type saved meanwhile waits for the next run; one that the provider refuses keeps no other waiting. The
 * first call without an answer ends this run. Returns how many prices were made.
 */
export async function makeWantedPrices(
  services: Pick<Services, "database" | "cards" | "log">,
): Promise<number> {
  const { database, cards } = services;
  const waitingTypes = await database.withDuty("settle", (client) =>
    builder(client)
      .select()
      .from(tickets)
      .where(
        and(lte(tickets.priceWantedAt, databaseNow), isNull(tickets.archivedAt), gt(tickets.price, bani(0))),
      )
      .orderBy(tickets.priceWantedAt)
      .limit(callsPerRun),
  );
  let count = 0;
  for (const type of waitingTypes) {
    const made = await makeProviderPrice(services, type, (work) => database.withDuty("settle", work));
    if (made.kind === "silent") break;
    if (made.kind === "refused") continue;
    const { priceId } = made;
    const isStored = await database.withDuty("settle", async (client) => {
      const { rowCount } = await builder(client)
        .update(tickets)
        .set({ priceId, priceAgreedAt: databaseNow, priceWantedAt: null })
        .where(and(eq(tickets.id, type.id), eq(tickets.version, type.version)));
      if (rowCount === 1)
        await recordChange(client, theProgram, {
          subjectKind: "ticket_type",
          subjectId: type.id,
          what: "price_agreed",
        });
      return rowCount === 1;
    });
    if (isStored) count += 1;
    // the provider may answer a repeated call with the price that the type has already; that one stays
    const unusedPriceId = isStored ? type.priceId : priceId;
    if (unusedPriceId !== null && (!isStored || unusedPriceId !== priceId))
      await cards.archivePrice(unusedPriceId);
  }
  return count;
}
