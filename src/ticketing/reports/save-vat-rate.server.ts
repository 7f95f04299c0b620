import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { VatRateForm } from "./vat-rate-form.ts";
import { vatSubject } from "./vat-rate-queries.server.ts";

/** Sets the VAT rate from a day on, or corrects that day's. Settlements of nights since then show it at once. */
export async function saveVatRate(
  { database }: Pick<Services, "database">,
  { actor, form: { validFrom, rate } }: { readonly actor: Actor; readonly form: VatRateForm },
): Promise<Outcome<"saved", NotAllowed>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-vat-rate"))) return refused(notAllowed);
    const { rows } = await sql.query<{ before: number | null }>(
      `INSERT INTO vat_rates (valid_from, rate, set_by) VALUES ($1, $2, $3)
       ON CONFLICT (valid_from) DO UPDATE SET rate = excluded.rate, set_by = excluded.set_by, set_at = now()
       RETURNING (SELECT rate FROM vat_rates present WHERE present.valid_from = vat_rates.valid_from) AS before`,
      [validFrom, rate, actor.userId],
    );
    const { before } = only(rows);
    await recordChange(sql, actor, {
      ...vatSubject,
      what: "vat_rate_saved",
      before: before === null ? null : { from: validFrom, rate: before },
      after: { from: validFrom, rate },
    });
    return done("saved");
  });
}
