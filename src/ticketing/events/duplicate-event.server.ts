import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { copyVouchers } from "./copy-vouchers.server.ts";
import type { OlderBuildRuns } from "./create-ticket-type.server.ts";
import type { CopyForm } from "./duplicate-event-form.ts";
import { insertEvent, lockEvent } from "./event-store.server.ts";
import { readOlderBuild } from "./older-build-queries.server.ts";
import { findTypeBeforeNight, needsThisBuild, type TypeBeforeNight } from "./ticket-type-change.ts";
import {
  copyTicketType,
  linkNights,
  lockTicketType,
  type StoredTicketType,
} from "./ticket-type-store.server.ts";

type Refusal =
  | NotAllowed
  | typeof missing
  /** A chosen type does not admit to this night. */
  | { readonly reason: "other_type" }
  /** The pass was sold, so its holders would get tickets for the copy. That is another act (`linkNightsToPass`). */
  | { readonly reason: "sold_pass"; readonly type: string }
  | TypeBeforeNight
  | OlderBuildRuns;

/** `id` is the new night. `types` are the copied types, which have no price at the card provider yet. */
export type CopiedEvent = { readonly id: Uuid; readonly types: readonly Uuid[] };

/**
 * Creates a draft that copies a night; nothing of it is sold yet. A type of this night only is copied with its phases
 * and pool, and its sale moves by as many days as the night. A type for several nights admits to the copy too and
 * keeps its one counter. Vouchers are not copied, but can be bound to the copy too.
 */
export async function duplicateEvent(
  { database }: Pick<Services, "database">,
  { actor, id, form }: { readonly actor: Actor; readonly id: string; readonly form: CopyForm },
): Promise<Outcome<CopiedEvent, Refusal>> {
  const copyId = newId();
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "duplicate-event"))) return refused(notAllowed);
    const counters = await lockCounters(sql, [id, ...form.types]);
    const event = await lockEvent(sql, id);
    if (!event) return refused(missing);
    const types: { id: string; type: StoredTicketType; capacity: number }[] = [];
    for (const typeId of form.types) {
      const counter = counters.get(typeId);
      const type = counter && (await lockTicketType(sql, typeId));
      if (!counter || !type?.events.includes(id)) return refused({ reason: "other_type" });
      if (isShared(type) && type.family !== "ordinary" && counter.sold + counter.held > 0)
        return refused({ reason: "sold_pass", type: type.type });
      types.push({ id: typeId, type, capacity: counter.capacity });
    }
    const needNewBuild = types.some(
      ({ type }) => !isShared(type) && needsThisBuild(type, type.pool ? "pool" : "none"),
    );
    if (needNewBuild && (await readOlderBuild(sql))) return refused({ reason: "older_build_runs" });
    const { title, name, date, time } = form;
    const typeRefusal = findTypeBeforeNight(
      types.map(({ type }) => type),
      { date, doors: event.doors, time },
    );
    if (typeRefusal) return refused(typeRefusal);
    const { version: _, imageUrl, imagePosition, light, ...sameFields } = event;
    await insertEvent(sql, copyId, {
      ...sameFields,
      ...(form.parts.includes("picture") ? { imageUrl, imagePosition, light } : {}),
      title,
      name,
      date,
      time,
      artists: form.parts.includes("artists") ? event.artists : [],
      isAvailable: true,
    });
    const copiedTypeIds = new Map<string, Uuid>();
    const pools = new Map<string, string>();
    const days = (Date.parse(date) - Date.parse(event.date)) / 86_400_000;
    for (const { id: originalId, type, capacity } of types) {
      if (isShared(type)) {
        await linkNights(sql, originalId, [copyId]);
        continue;
      }
      const newTypeId = newId();
      await copyTicketType(sql, newTypeId, { type, capacity, night: copyId, days, pools });
      await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: newTypeId, what: "copied" });
      copiedTypeIds.set(originalId, newTypeId);
    }
    if (form.parts.includes("codes"))
      await copyVouchers(sql, actor, { night: id, copy: copyId, types: copiedTypeIds });
    await recordChange(sql, actor, { subjectKind: "event", subjectId: copyId, what: "copied" });
    await faultPoint("event.copied");
    return done({ id: copyId, types: [...copiedTypeIds.values()] });
  });
}

/** Whether one counter serves several nights. A pass always counts as such. */
export function isShared(type: {
  readonly events: readonly string[];
  readonly isSeasonPass: boolean;
}): boolean {
  return type.isSeasonPass || type.events.length > 1;
}
