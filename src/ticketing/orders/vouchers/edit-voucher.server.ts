import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { type CatalogueRefusal, missing } from "#ticketing/events/catalogue-refusals.ts";
import { readOlderBuild } from "#ticketing/events/older-build-queries.server.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { NewVoucherRefusal } from "./create-voucher.server.ts";
import type { VoucherForm } from "./voucher-form.ts";
import {
  checkNightsAndTypes,
  type LockedVoucher,
  lockVoucher,
  updateVoucher,
} from "./voucher-store.server.ts";

export type EditVoucherRefusal =
  | CatalogueRefusal<VoucherForm & { readonly version: number }>
  | Exclude<NewVoucherRefusal, { readonly reason: "duplicate_code" }>
  /** The kind of a voucher cannot change: a percentage, a sum, or opening types. */
  | { readonly reason: "other_kind" };

/**
 * Saves a voucher, or a whole set, if its version is still the one that was opened. Orders keep what they were made
 * with. A limit below the uses sold and held is refused.
 */
export async function editVoucher(
  { database }: Pick<Services, "database">,
  request: {
    readonly actor: Actor;
    readonly id: string;
    readonly version: number;
    readonly form: VoucherForm;
  },
): Promise<Outcome<null, EditVoucherRefusal>> {
  const { actor, id, version, form } = request;
  return database.withActor<Outcome<null, EditVoucherRefusal>>(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "edit-voucher"))) return refused(notAllowed);
    if (await readOlderBuild(sql)) return refused({ reason: "older_build_runs" });
    const saved = await lockVoucher(sql, id);
    if (!saved) return refused(missing);
    const savedForm = formOf(saved);
    if (saved.version !== version)
      return refused({ reason: "changed_meanwhile", saved: { ...savedForm, version: saved.version } });
    if (form.kind !== saved.kind) return refused({ reason: "other_kind" });
    const scopeCheck = await checkNightsAndTypes(sql, form);
    if (scopeCheck !== "yes") return refused({ reason: scopeCheck });
    const fullest = saved.counters.reduce((a, b) => (a.sold + a.held >= b.sold + b.held ? a : b));
    if ((form.uses ?? noLimit) < fullest.sold + fullest.held)
      return refused({ reason: "below_taken", sold: fullest.sold, held: fullest.held });
    const changes = changedFields(savedForm, form);
    if (!changes) return done(null);
    await updateVoucher(sql, saved, form);
    await recordChange(sql, actor, { subjectKind: "voucher", subjectId: id, what: "edited", ...changes });
    await faultPoint("voucher.saved");
    return done(null);
  });
}

/** The saved voucher, in the form's fields. */
function formOf({
  counters,
  id: _,
  code: __,
  isSet: ___,
  isOn: ____,
  version: _____,
  ...saved
}: LockedVoucher): VoucherForm {
  const capacity = counters[0]?.capacity ?? noLimit;
  return { ...saved, uses: capacity === noLimit ? null : capacity };
}
