import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Day } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { vatSubject } from "./vat-rate-queries.server.ts";

/** Removes a VAT rate. From its day on the rate before it applies again, or none. */
export async function removeVatRate(
  { database }: Pick<Services, "database">,
  { actor, validFrom }: { readonly actor: Actor; readonly validFrom: Day },
): Promise<Outcome<"removed", NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "remove-vat-rate"))) return refused(notAllowed);
    const { rows } = await sql.query<{ rate: number }>(
      "DELETE FROM vat_rates WHERE valid_from::text = $1 RETURNING rate",
      [validFrom],
    );
    const [removed] = rows;
    if (!removed) return refused(missing);
    const before = { from: validFrom, ...removed };
    await recordChange(sql, actor, { ...vatSubject, what: "vat_rate_removed", before });
    return done("removed");
  });
}
