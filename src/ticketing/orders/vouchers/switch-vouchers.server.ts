import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { readOlderBuild } from "#ticketing/events/older-build-queries.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { setOn } from "./voucher-store.server.ts";

export const voucherSwitches = ["on", "off"] as const;

/** Switches vouchers and sets on or off; off is always possible. Orders keep theirs. Returns the ids that changed. */
export async function switchVouchers(
  { database }: Pick<Services, "database">,
  request: {
    readonly actor: Actor;
    readonly ids: readonly string[];
    readonly as: (typeof voucherSwitches)[number];
  },
): Promise<
  Outcome<{ readonly changed: readonly string[] }, NotAllowed | { readonly reason: "older_build_runs" }>
> {
  const { actor, as } = request;
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "switch-vouchers"))) return refused(notAllowed);
    if (as === "on" && (await readOlderBuild(sql))) return refused({ reason: "older_build_runs" } as const);
    const changed = await setOn(sql, request.ids, as === "on");
    for (const id of changed)
      await recordChange(sql, actor, { subjectKind: "voucher", subjectId: id, what: `switched_${as}` });
    return done({ changed });
  });
}
