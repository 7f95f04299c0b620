import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { deleteVoucher, lockVoucher, wasUsed } from "./voucher-store.server.ts";

/** Deletes a voucher or set that no order ever had. Locks the counters first, so that no hold begins meanwhile. */
export async function removeVoucher(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<null, NotAllowed | typeof missing | { readonly reason: "used" }>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "remove-voucher"))) return refused(notAllowed);
    const voucher = await lockVoucher(sql, id);
    if (!voucher) return refused(missing);
    if (await wasUsed(sql, voucher)) return refused({ reason: "used" } as const);
    await deleteVoucher(sql, voucher);
    const { code, isSet, name, kind, percent, amount } = voucher;
    const before = { code, isSet, name, kind, percent, amount };
    await recordChange(sql, actor, { subjectKind: "voucher", subjectId: id, what: "deleted", before });
    return done(null);
  });
}
