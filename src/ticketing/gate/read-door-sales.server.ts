import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import type { DoorSaleSum } from "#ticketing/events/door-sale.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { durations } from "#ticketing/limits.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import {
  type DoorOffer,
  listDoorOffers,
  listSellingPhones,
  type SellingPhone,
} from "./door-sale-queries.server.ts";
import { type DoorTill, listDoorTills } from "./door-till-queries.server.ts";
import { findNightOfGates, type NightOfGates } from "./gate-queries.server.ts";

export type DoorSales = {
  readonly night: NightOfGates;
  readonly offers: readonly DoorOffer[];
  readonly phones: readonly SellingPhone[];
  readonly tills: readonly DoorTill[];
  readonly sums: readonly DoorSaleSum[];
};

/** A night's sale at the door as of one moment, read by the duty "settle": the box office may not read gates. */
export async function readDoorSales(
  { database }: Pick<Services, "database">,
  { actor, eventId }: { readonly actor: Actor; readonly eventId: string },
): Promise<Outcome<DoorSales, NotAllowed | typeof missing>> {
  if (!mayDo(actor, "read-door-sales")) return refused(notAllowed);
  if (!isUuid(eventId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    await sql.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const night = await findNightOfGates(sql, eventId);
    if (!night) return refused(missing);
    return done({
      night,
      offers: await listDoorOffers(sql, eventId),
      phones: await listSellingPhones(sql, eventId, durations.phoneAway),
      tills: await listDoorTills(sql, eventId),
      sums: await sumDoorSales(sql, [eventId]),
    });
  });
}
