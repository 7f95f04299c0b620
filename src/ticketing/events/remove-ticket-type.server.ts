import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow, nextVersion } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { stockCounters } from "#ticketing/stock/stock-tables.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { tickets } from "./event-tables.server.ts";
import { typeWasOrdered } from "./office-type-queries.server.ts";
import { deleteEmptyPool } from "./pool-store.server.ts";
import { deletePhases } from "./price-phase-store.server.ts";
import {
  counterIdsOf,
  lockTicketType,
  writePassList,
  writeQuickPurchase,
} from "./ticket-type-store.server.ts";

export type RemovedType = {
  readonly how: "deleted" | "archived";
  /** The price id at the card provider, to be archived there. */
  readonly priceId: string | null;
};

/**
 * Removes a ticket type. If it was never ordered or set aside for the door, it is deleted. Otherwise it is archived:
 * it leaves all lists and cannot be bought, but its tickets still admit and its purchases stay. If it was the quick
 * purchase, there is none any more. Locks the counters first, so that no hold begins meanwhile.
 */
export async function removeTicketType(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<RemovedType, NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "remove-ticket-type"))) return refused(notAllowed);
    const isCounted = (await lockCounters(sql, await counterIdsOf(sql, id))).has(id);
    const type = isCounted ? await lockTicketType(sql, id) : undefined;
    if (!type) return refused(missing);
    if (type.isQuickPurchase) await writeQuickPurchase(sql, null);
    const { rows } = await sql.query<{ ordered: boolean }>(`SELECT ${typeWasOrdered("$1")} AS ordered`, [id]);
    const how = only(rows).ordered ? "archived" : "deleted";
    if (how === "archived") {
      await builder(sql)
        .update(tickets)
        .set({ archivedAt: databaseNow, isVisible: false, offerRank: null, ...nextVersion })
        .where(eq(tickets.id, id));
    } else {
      await deletePhases(sql, id);
      await builder(sql).delete(tickets).where(eq(tickets.id, id));
      await builder(sql).delete(stockCounters).where(eq(stockCounters.id, id));
      if (type.poolId !== null) await deleteEmptyPool(sql, type.poolId);
    }
    await writePassList(sql);
    const before = how === "deleted" ? { type: type.type, price: type.price } : null;
    await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: how, before });
    await faultPoint(`type.${how}`);
    return done({ how, priceId: type.priceId });
  });
}
