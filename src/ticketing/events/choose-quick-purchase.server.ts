import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { tickets } from "./event-tables.server.ts";
import { lockTicketType, writeQuickPurchase } from "./ticket-type-store.server.ts";

/** Makes a type the single ticket of the quick purchase, or leaves the quick purchase without one (B6-05). */
export async function chooseQuickPurchase(
  { database }: Pick<Services, "database">,
  { actor, id, as }: { readonly actor: Actor; readonly id: string; readonly as: "on" | "off" },
): Promise<Outcome<"done", NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "choose-quick-purchase"))) return refused(notAllowed);
    // two choices at the same moment run one after the other
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('quick_purchase'))");
    if (!(await lockTicketType(sql, id))) return refused(missing);
    const [chosen] = await builder(sql)
      .select({ id: tickets.id })
      .from(tickets)
      .where(eq(tickets.isQuickPurchase, true));
    const previousTypeId = chosen?.id;
    if (as === "off" && previousTypeId !== id) return done("done");
    await faultPoint("quick.chosen");
    await writeQuickPurchase(sql, as === "on" ? id : null);
    const recordSwitch = (subjectId: string, what: string) =>
      recordChange(sql, actor, { subjectKind: "ticket_type", subjectId, what });
    if (previousTypeId !== undefined && previousTypeId !== id)
      await recordSwitch(previousTypeId, "quick_purchase_off");
    if (previousTypeId !== id || as === "off") await recordSwitch(id, `quick_purchase_${as}`);
    return done("done");
  });
}
