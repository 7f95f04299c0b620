import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { NightSettlement } from "./night-settlement.ts";
import { listPayoutParts } from "./payout-part-queries.server.ts";
import type { SettledNights } from "./settled-nights.ts";
import { listSettledNights, listSettledRows, readSettledBooks } from "./settlement-queries.server.ts";

/**
 * The money of one night, or of the nights of some days, as of one moment: by type and phase, and by the other books.
 * A manager may see sums but no single purchase, so the duty "settle" reads them.
 */
export async function readSettlement(
  { database }: Pick<Services, "database">,
  { actor, chosen }: { readonly actor: Actor; readonly chosen: SettledNights },
): Promise<Outcome<NightSettlement, NotAllowed | typeof missing>> {
  if (!mayDo(actor, "read-settlement")) return refused(notAllowed);
  if ("eventId" in chosen && !isUuid(chosen.eventId)) return refused(missing);
  const settlement = await database.readMoment("settle", async (sql) => {
    const nights = await listSettledNights(sql, chosen);
    if ("eventId" in chosen && nights.length === 0) return null;
    const ids = nights.map(({ id }) => id);
    const byNight = new Map(ids.map((id, at) => [id, at]));
    const rows = await listSettledRows(sql, ids);
    return {
      nights,
      rows: rows.toSorted((a, b) => (byNight.get(a.eventId) ?? 0) - (byNight.get(b.eventId) ?? 0)),
      doorSales: (await sumDoorSales(sql, ids)).toSorted(
        (a, b) => (byNight.get(a.eventId) ?? 0) - (byNight.get(b.eventId) ?? 0),
      ),
      payoutParts: await listPayoutParts(sql, ids),
      books: await readSettledBooks(sql, ids),
    };
  });
  return settlement ? done(settlement) : refused(missing);
}
