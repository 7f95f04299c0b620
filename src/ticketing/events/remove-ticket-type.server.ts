import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import { listPasses, lockTicketType, writeQuickPurchase } from "./ticket-type-store.server.ts";

export type RemovedType = {
  readonly how: "deleted" | "archived";
  /** Its price at the card provider, to be taken out of use there. */
  readonly priceId: string | null;
};

/**
 * Takes a ticket type away. What was never ordered is really deleted; what was, is archived: it leaves every list and
 * cannot be bought, its tickets still admit and its purchases stay (decision 10). Paid rows are never destroyed. If it
 * was the quick purchase, there is none any more (AMB-15). The counter is locked first, so that no hold begins meanwhile.
 */
export async function removeTicketType(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<RemovedType, typeof notPermitted | typeof missing>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "remove-ticket-type"))) return refused(notPermitted);
    const isCounted = (await lockCounters($client, [id])).has(id);
    const type = isCounted ? await lockTicketType($client, id) : undefined;
    if (!type) return refused(missing);
    const { rows } = await $client.query<{ ordered: boolean; quick: boolean }>(
      `SELECT EXISTS (SELECT FROM orders WHERE ticket_type_id = $1) OR EXISTS (SELECT FROM ticket_purchases WHERE ticket_type_id = $1) AS ordered,
         is_quick_purchase AS quick FROM tickets WHERE id = $1`,
      [id],
    );
    if (rows[0]?.quick) await writeQuickPurchase($client, null);
    const how = rows[0]?.ordered ? "archived" : "deleted";
    if (how === "archived") {
      await $client.query(
        "UPDATE tickets SET archived_at = now(), is_visible = false, offer_rank = NULL, version = version + 1, updated_at = now() WHERE id = $1",
        [id],
      );
    } else {
      await $client.query("DELETE FROM tickets WHERE id = $1", [id]);
      await $client.query("DELETE FROM stock_counters WHERE id = $1", [id]);
    }
    await listPasses($client);
    await recordChange($client, actor, { subjectKind: "ticket_type", subjectId: id, what: how });
    await faultPoint(`type.${how}`);
    return done({ how, priceId: type.stripePriceId });
  });
}
