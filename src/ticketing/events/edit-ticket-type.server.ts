import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { dayOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import { type CatalogueRefusal, missing, notPermitted } from "./catalogue-refusals.ts";
import type { NewTypeRefusal } from "./create-ticket-type.server.ts";
import { duplicateOf } from "./duplicate-key.ts";
import type { TicketTypeForm, WantedStock } from "./ticket-type-form.ts";
import {
  firstNight,
  listPasses,
  lockTicketType,
  type StoredTicketType,
  updateTicketType,
} from "./ticket-type-store.server.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: TicketTypeForm;
  readonly stock: WantedStock;
};

/** What stands there now, with its counter. */
export type SavedTicketType = StoredTicketType & { readonly counter: Counter };

type Refusal =
  | CatalogueRefusal<SavedTicketType>
  | NewTypeRefusal
  /** All nights of a pass that was sold are other ones: it keeps at least one of those it was sold for. */
  | { readonly reason: "sold_pass" };

export type SavedType = {
  /** What the card provider has to be asked now. */
  readonly price: "as_before" | "to_check" | "to_make";
  /** Nights that were chosen for a pass which was sold: they are not linked yet, `linkNightsToPass` does it. */
  readonly toLink?: readonly string[];
};

/**
 * Saves a ticket type over the version that was opened, and no other. Its stock never goes below what is sold and
 * held; the counter is locked before it is compared, and orders that stand keep the price they were made for. A
 * changed price takes the agreement with the card provider away. New nights of a pass that was sold are an act of their
 * own, because its holders get tickets for them: they are left out here and named in the answer.
 */
export async function editTicketType(
  { database, now }: Pick<Services, "database" | "now">,
  request: Request,
): Promise<Outcome<SavedType, Refusal>> {
  const { actor, id } = request;
  try {
    return await database.withActor(actor, async ({ $client }) => {
      if (!(await mayStillDo($client, actor, "edit-ticket-type"))) return refused(notPermitted);
      const counter = (await lockCounters($client, [id])).get(id);
      const saved = counter && (await lockTicketType($client, id));
      if (!saved) return refused(missing);
      if (saved.version !== request.version)
        return refused({ reason: "changed_meanwhile", saved: { ...saved, counter } });
      const { left: _, ...form } = request.form;
      const chosen = form.events.length > 0 ? form.events : [await firstNight($client, dayOf(now()))];
      const wanted = chosen.filter((event) => event !== undefined).sort();
      if (wanted.length === 0) return refused({ reason: "no_night" });
      const toLink = nightsToLink(saved, counter, wanted);
      const events = wanted.filter((event) => !toLink.includes(event));
      if (events.length === 0) return refused({ reason: "sold_pass" });
      const later = toLink.length > 0 ? { toLink } : {};
      const capacity = capacityOf(counter, request.stock);
      const { sold, held } = counter;
      if (capacity < sold + held) return refused({ reason: "below_taken", sold, held });
      const was = { ...saved, events: [...saved.events].sort(), capacity: counter.capacity };
      const changes = changedFields(was, { ...form, events, capacity });
      if (!changes) return done({ price: "as_before", ...later });
      await updateTicketType($client, id, { ...form, events });
      await $client.query("UPDATE stock_counters SET capacity = $2 WHERE id = $1", [id, capacity]);
      await listPasses($client);
      await faultPoint("type.saved");
      await recordChange($client, actor, {
        subjectKind: "ticket_type",
        subjectId: id,
        what: "edited",
        ...changes,
      });
      return done({ price: priceAfter(saved, form), ...later });
    });
  } catch (error) {
    const duplicate = duplicateOf(error);
    if (duplicate) return refused(duplicate);
    throw error;
  }
}

function capacityOf(counter: Counter, wanted: WantedStock): number {
  switch (wanted.kind) {
    case "unchanged":
      return counter.capacity;
    case "left":
      return counter.sold + counter.held + wanted.left;
    case "capacity":
      return wanted.capacity;
  }
}

function nightsToLink(saved: StoredTicketType, counter: Counter, wanted: readonly string[]): string[] {
  const isTaken = counter.sold + counter.held > 0;
  return isTaken && saved.family !== "ordinary"
    ? wanted.filter((event) => !saved.events.includes(event))
    : [];
}

function priceAfter(
  saved: StoredTicketType,
  form: { stripePriceId: string | null; price: number },
): SavedType["price"] {
  if (form.stripePriceId !== saved.stripePriceId)
    return form.stripePriceId === null ? "as_before" : "to_check";
  if (form.price !== saved.price) return "to_make";
  return saved.isAgreed || form.stripePriceId === null ? "as_before" : "to_check";
}
