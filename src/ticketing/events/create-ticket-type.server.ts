import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { type AfterEnd, checkSaleBeforeEnd, refusedInTransaction } from "./after-end-queries.server.ts";
import { type Duplicate, refusedAsDuplicate } from "./catalogue-refusals.ts";
import { readOlderBuild } from "./older-build-queries.server.ts";
import { readStoredPool, writePool } from "./pool-store.server.ts";
import {
  type LastEntryRefusal,
  needsThisBuild,
  type PoolRefusal,
  refusalOfLastEntry,
  refusalOfPool,
} from "./ticket-type-change.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";
import { chosenNights, hoursOf, insertTicketType, writePassList } from "./ticket-type-store.server.ts";

export type NewTypeRefusal =
  | NotAllowed
  /** The form of a pass names no night, and there is no night that it could take. */
  | { readonly reason: "no_night" }
  | OlderBuildRuns
  | PoolRefusal
  | LastEntryRefusal
  | AfterEnd
  | Duplicate;

/**
 * A build from before phases, pools and hidden types still runs, in the middle of an upgrade (docs/decisions/0024).
 */
export type OlderBuildRuns = { readonly reason: "older_build_runs" };

/**
 * Creates a ticket type with its counter of units, phases, pool and nights, all or nothing. It cannot be bought
 * before its price is agreed on with the card provider (`agreePrice`).
 */
export async function createTicketType(
  { database }: Pick<Services, "database">,
  { actor, form }: { readonly actor: Actor; readonly form: TicketTypeForm },
): Promise<Outcome<{ id: Uuid }, NewTypeRefusal>> {
  const id = newId();
  return database
    .withActor(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "create-ticket-type"))) return refused(notAllowed);
      if (needsThisBuild(form, form.pool.kind === "none" ? "none" : "pool") && (await readOlderBuild(sql)))
        return refused({ reason: "older_build_runs" });
      const [night, ...nights] = await chosenNights(sql, form.events);
      if (night === undefined) return refused({ reason: "no_night" });
      const knownPoolId = form.pool.kind === "known" ? form.pool.id : null;
      await lockCounters(sql, knownPoolId === null ? [] : [knownPoolId]);
      const refusal =
        refusalOfPool(form.pool, await readStoredPool(sql, knownPoolId), night, nothingTaken) ??
        refusalOfLastEntry(form.enterUntil, await hoursOf(sql, [night, ...nights]));
      if (refusal) return refused(refusal);
      const poolId = await writePool(sql, form.pool, night);
      await insertTicketType(sql, id, { ...form, events: [night, ...nights] }, poolId);
      await checkSaleBeforeEnd(sql, [night, ...nights]);
      await writePassList(sql);
      await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: "created" });
      await faultPoint("type.written");
      return done({ id });
    })
    .catch(refusedInTransaction<AfterEnd>)
    .catch(refusedAsDuplicate);
}

const nothingTaken = { poolId: null, sold: 0, held: 0 };
