import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import type { CopyForm } from "./duplicate-event-form.ts";
import { insertEvent, lockEvent } from "./event-store.server.ts";
import {
  copyTicketType,
  linkTicketType,
  lockTicketType,
  type StoredTicketType,
} from "./ticket-type-store.server.ts";

type Refusal =
  | typeof notPermitted
  | typeof missing
  /** A chosen type does not admit to this night (any more). */
  | { readonly reason: "other_type" }
  /** Whoever bought this pass gets tickets for its new nights, which is an act of its own (`linkNightsToPass`). */
  | { readonly reason: "sold_pass"; readonly type: string };

/** The copied types have no price at the card provider yet. */
export type Copied = { readonly id: Uuid; readonly types: readonly Uuid[] };

/**
 * A night like another one, as a draft: not available, nothing sold, its places and types counted from the start. A
 * type of this night alone is copied, its sale moved by as many days as the night; one that admits to several nights
 * admits to the copy as well and keeps its one counter.
 */
export async function duplicateEvent(
  { database }: Pick<Services, "database">,
  { actor, id, form }: { readonly actor: Actor; readonly id: string; readonly form: CopyForm },
): Promise<Outcome<Copied, Refusal>> {
  const copy = newId();
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "duplicate-event"))) return refused(notPermitted);
    const counters = await lockCounters($client, [id, ...form.types]);
    const event = await lockEvent($client, id);
    if (!event) return refused(missing);
    const types: { id: string; type: StoredTicketType }[] = [];
    for (const chosen of form.types) {
      const type = await lockTicketType($client, chosen);
      if (!type?.events.includes(id)) return refused({ reason: "other_type" });
      const counter = counters.get(chosen);
      const isTaken = counter !== undefined && counter.sold + counter.held > 0;
      if (isShared(type) && type.family !== "ordinary" && isTaken)
        return refused({ reason: "sold_pass", type: type.type });
      types.push({ id: chosen, type });
    }
    const { name, date, time } = form;
    await insertEvent(
      $client,
      copy,
      { ...event, name, date, time, artists: form.parts.includes("artists") ? event.artists : [] },
      { isAvailable: false, like: form.parts.includes("picture") ? id : null },
    );
    const copied: Uuid[] = [];
    for (const { id: of, type } of types) {
      if (isShared(type)) {
        await linkTicketType($client, of, copy);
        continue;
      }
      const made = newId();
      await copyTicketType($client, { of, as: made, event: copy, days: daysBetween(event.date, date) });
      await recordChange($client, actor, { subjectKind: "ticket_type", subjectId: made, what: "copied" });
      copied.push(made);
    }
    await recordChange($client, actor, { subjectKind: "event", subjectId: copy, what: "copied" });
    await faultPoint("event.copied");
    return done({ id: copy, types: copied });
  });
}

/** Passes always are: they are bought for whatever nights they admit to. */
export function isShared(type: {
  readonly events: readonly string[];
  readonly isSeasonPass: boolean;
}): boolean {
  return type.isSeasonPass || type.events.length > 1;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}
