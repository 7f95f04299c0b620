import { and, eq, isNull, sql } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange, theProgram } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import { tickets } from "./event-tables.server.ts";
import { agreesOn } from "./price-agreement.ts";

/** The most calls in one run: the provider limits calls, and the sale needs them. */
const callsPerRun = 20;

/**
 * Looks up each agreed price at the card provider once a day. If it no longer matches its type, the agreement ends
 * and the type stops selling until the team agrees on a price again. Without an answer nothing changes. No call is
 * made inside a transaction; a type saved meanwhile is left alone. Returns the ids of types that stopped selling.
 */
export async function checkPrices(
  services: Pick<Services, "database" | "cards" | "settings" | "log">,
): Promise<string[]> {
  const { database, cards, settings, log } = services;
  const typesToCheck = await database.withDuty("settle", (client) =>
    builder(client)
      .select()
      .from(tickets)
      .where(
        and(
          isNull(tickets.archivedAt),
          sql`${tickets.priceAgreedAt} < now() - make_interval(secs => ${durations.betweenPriceChecks})`,
        ),
      )
      .orderBy(tickets.priceAgreedAt)
      .limit(callsPerRun),
  );
  const stoppedTypes: string[] = [];
  for (const { priceId, ...type } of typesToCheck) {
    if (priceId === null) continue;
    const read = await cards.readPrice(priceId);
    if (read.kind === "unknown") {
      log.warn({ ticketType: type.id, answer: read.message }, "a price could not be checked");
      break;
    }
    const agrees = read.kind === "found" && agreesOn(read.price, type.price, settings.livemode);
    const isStored = await database.withDuty("settle", async (client) => {
      const { rowCount } = await builder(client)
        .update(tickets)
        .set({ priceAgreedAt: agrees ? databaseNow : null })
        .where(and(eq(tickets.id, type.id), eq(tickets.version, type.version), eq(tickets.priceId, priceId)));
      if (rowCount === 1 && !agrees)
        await recordChange(client, theProgram, {
          subjectKind: "ticket_type",
          subjectId: type.id,
          what: "price_not_agreed",
        });
      return rowCount === 1;
    });
    if (!isStored || agrees) continue;
    log.error({ ticketType: type.id, price: priceId }, "ALARM: a price is not the card provider's any more");
    stoppedTypes.push(type.id);
  }
  return stoppedTypes;
}
