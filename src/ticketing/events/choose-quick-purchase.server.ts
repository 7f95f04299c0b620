import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import { lockTicketType, writeQuickPurchase } from "./ticket-type-store.server.ts";

type Request = { readonly actor: Actor; readonly id: string; readonly as: "on" | "off" };

/** Makes a type the one ticket of the quick purchase, instead of the one before, or leaves none (B6-05). */
export async function chooseQuickPurchase(
  { database }: Pick<Services, "database">,
  { actor, id, as }: Request,
): Promise<Outcome<"done", typeof notPermitted | typeof missing>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "choose-quick-purchase"))) return refused(notPermitted);
    // two administrators who choose at the same moment choose one after the other
    await $client.query("SELECT pg_advisory_xact_lock(hashtext('quick_purchase'))");
    if (!(await lockTicketType($client, id))) return refused(missing);
    const { rows } = await $client.query<{ id: string }>("SELECT id FROM tickets WHERE is_quick_purchase");
    const before = rows[0]?.id;
    if (as === "off" && before !== id) return done("done");
    await faultPoint("quick.chosen");
    await writeQuickPurchase($client, as === "on" ? id : null);
    const note = (subjectId: string, what: string) =>
      recordChange($client, actor, { subjectKind: "ticket_type", subjectId, what });
    if (before !== undefined && before !== id) await note(before, "quick_purchase_off");
    if (before !== id || as === "off") await note(id, `quick_purchase_${as}`);
    return done("done");
  });
}
