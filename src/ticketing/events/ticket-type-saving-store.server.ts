import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import { stockCounters } from "#ticketing/stock/stock-tables.server.ts";
import { checkSaleBeforeEnd } from "./after-end-queries.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { readOlderBuild } from "./older-build-queries.server.ts";
import type { WantedPool } from "./pool-form.ts";
import { deleteEmptyPool, readStoredPool, type StoredPool, writePool } from "./pool-store.server.ts";
import type { PhaseForm } from "./price-phase-form.ts";
import { writePhases } from "./price-phase-store.server.ts";
import type { SavedType, TypeChange, TypeChangeRefusal } from "./saved-ticket-type.server.ts";
import {
  needsThisBuild,
  refusalOfAddOnChange,
  refusalOfEarlierEntry,
  refusalOfLastEntry,
  refusalOfPhases,
  refusalOfPool,
} from "./ticket-type-change.ts";
import type { WantedStock } from "./ticket-type-form.ts";
import {
  chosenNights,
  counterIdsOf,
  hoursOf,
  lockTicketType,
  type StoredTicketType,
  updateTicketType,
  writePassList,
} from "./ticket-type-store.server.ts";

/** The change of `editTicketType` in the caller's transaction. The caller checked the right. */
export async function saveTicketType(
  sql: Sql,
  request: TypeChange,
): Promise<Outcome<SavedType, TypeChangeRefusal>> {
  const { actor, id } = request;
  const { pool } = request.form;
  const knownPoolId = pool.kind === "known" ? pool.id : null;
  const ids = [...(await counterIdsOf(sql, id)), ...(knownPoolId === null ? [] : [knownPoolId])];
  const counter = (await lockCounters(sql, ids)).get(id);
  const saved = counter && (await lockTicketType(sql, id));
  if (!saved) return refused(missing);
  if (saved.version !== request.version)
    return refused({ reason: "changed_meanwhile", saved: { ...saved, counter } });
  const { left: _, ...form } = request.form;
  const needsNewBuild =
    needsThisBuild(form, pool.kind === "none" ? "none" : "pool") ||
    needsThisBuild(saved, saved.pool ? "pool" : "none");
  if (needsNewBuild && (await readOlderBuild(sql))) return refused({ reason: "older_build_runs" });
  const wantedNights = (await chosenNights(sql, form.events)).sort();
  if (wantedNights.length === 0) return refused({ reason: "no_night" });
  const toLink = nightsToLink(saved, counter, wantedNights);
  const events = wantedNights.filter((event) => !toLink.includes(event));
  if (events.length === 0) return refused({ reason: "sold_pass" });
  const linkLater = toLink.length > 0 ? { toLink } : {};
  const capacity = capacityOf(counter, request.stock);
  const { sold, held } = counter;
  if (capacity < sold + held) return refused({ reason: "below_taken", sold, held });
  const { poolId } = saved;
  const storedPool = await readStoredPool(sql, knownPoolId);
  const refusal =
    refusalOfPhases(saved.phases, form.phases) ??
    refusalOfPool(pool, storedPool, wantedNights[0] ?? "", { poolId, sold, held }) ??
    refusalOfAddOnChange(form.admits, saved.admits, counter) ??
    refusalOfEarlierEntry(form.enterUntil, saved.enterUntil, counter, await hoursOf(sql, saved.events)) ??
    (form.enterUntil === saved.enterUntil
      ? undefined
      : refusalOfLastEntry(form.enterUntil, await hoursOf(sql, wantedNights)));
  if (refusal) return refused(refusal);
  const savedFields = { ...saved, events: [...saved.events].sort(), capacity: counter.capacity };
  const changes = changedFields(
    journalFieldsOf(savedFields, saved.pool),
    journalFieldsOf({ ...form, events, capacity }, poolAfter(pool, storedPool)),
  );
  if (!changes) return done({ price: "as_before", ...linkLater });
  const newPoolId = await writePool(sql, pool, wantedNights[0] ?? "");
  await updateTicketType(sql, id, { ...form, events }, newPoolId);
  await checkSaleBeforeEnd(sql, events);
  await writePhases(sql, id, saved.phases, form.phases);
  if (poolId !== null) await deleteEmptyPool(sql, poolId);
  await builder(sql).update(stockCounters).set({ capacity }).where(eq(stockCounters.id, id));
  await writePassList(sql);
  await faultPoint("type.saved");
  await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: "edited", ...changes });
  return done({ price: priceAfter(saved, form), ...linkLater });
}

type JournalInput = {
  readonly priceId: string | null;
  readonly phases: readonly Pick<PhaseForm, "name" | "price" | "endsAt" | "tickets">[];
};

/** The fields for the journal. Its entries use the old name `stripePriceId`, and name the pool by its name. */
function journalFieldsOf<Fields extends JournalInput>(
  { priceId, phases, ...fields }: Fields,
  pool: { readonly name: string; readonly capacity: number } | null,
) {
  return {
    ...fields,
    stripePriceId: priceId,
    phases: phases.map(({ name, price, endsAt, tickets }) => ({ name, price, endsAt, tickets })),
    pool: pool?.name ?? null,
    poolCapacity: pool?.capacity ?? null,
  };
}

function poolAfter(wantedPool: WantedPool, storedPool: StoredPool | null) {
  if (wantedPool.kind !== "known") return wantedPool.kind === "new" ? wantedPool : null;
  return storedPool && { ...storedPool, capacity: wantedPool.capacity ?? storedPool.capacity };
}

function capacityOf(counter: Counter, wantedStock: WantedStock): number {
  switch (wantedStock.kind) {
    case "unchanged":
      return counter.capacity;
    case "left":
      return counter.sold + counter.held + wantedStock.left;
    case "capacity":
      return wantedStock.capacity;
  }
}

function nightsToLink(saved: StoredTicketType, counter: Counter, wantedNights: readonly string[]): string[] {
  const isTaken = counter.sold + counter.held > 0;
  return isTaken && saved.family !== "ordinary"
    ? wantedNights.filter((event) => !saved.events.includes(event))
    : [];
}

function priceAfter(
  saved: StoredTicketType,
  form: { priceId: string | null; price: number },
): SavedType["price"] {
  if (form.priceId !== saved.priceId) return form.priceId === null ? "as_before" : "to_check";
  if (form.price !== saved.price) return "to_make";
  return saved.priceAgreedAt !== null || form.priceId === null ? "as_before" : "to_check";
}
