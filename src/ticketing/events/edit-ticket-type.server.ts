import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { dayOf } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import { stockCounters } from "#ticketing/stock/stock-tables.server.ts";
import { type CatalogueRefusal, missing } from "./catalogue-refusals.ts";
import type { NewTypeRefusal } from "./create-ticket-type.server.ts";
import { refusedAsDuplicate } from "./duplicate-key.ts";
import type { TicketTypeForm, WantedStock } from "./ticket-type-form.ts";
import {
  chosenNights,
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

/** The type as it is now, with its counter. */
export type SavedTicketType = StoredTicketType & { readonly counter: Counter };

type Refusal =
  | CatalogueRefusal<SavedTicketType>
  | NewTypeRefusal
  /** The form of a pass that was sold names none of its nights: it must keep at least one of them. */
  | { readonly reason: "sold_pass" };

export type SavedType = {
  /** The call that the card provider needs now. */
  readonly price: "as_before" | "to_check" | "to_make";
  /** New nights of a pass that was sold; `linkNightsToPass` links them. */
  readonly toLink?: readonly string[];
};

/**
 * Saves a ticket type if its version is still the one that was opened. Its stock never goes below what is sold and
 * held; the counter is locked before it is compared, and orders keep the price they were made for. A changed price ends
 * the agreement with the card provider. New nights of a pass that was sold are left out here and named in the answer:
 * another act links them, because the holders of the pass get tickets for them.
 */
export async function editTicketType(
  { database, now }: Pick<Services, "database" | "now">,
  request: Request,
): Promise<Outcome<SavedType, Refusal>> {
  const { actor, id } = request;
  return database
    .withActor<Outcome<SavedType, Refusal>>(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "edit-ticket-type"))) return refused(notAllowed);
      const counter = (await lockCounters(sql, [id])).get(id);
      const saved = counter && (await lockTicketType(sql, id));
      if (!saved) return refused(missing);
      if (saved.version !== request.version)
        return refused({ reason: "changed_meanwhile", saved: { ...saved, counter } });
      const { left: _, ...form } = request.form;
      const wanted = (await chosenNights(sql, form.events, dayOf(now()))).sort();
      if (wanted.length === 0) return refused({ reason: "no_night" });
      const toLink = nightsToLink(saved, counter, wanted);
      const events = wanted.filter((event) => !toLink.includes(event));
      if (events.length === 0) return refused({ reason: "sold_pass" });
      const later = toLink.length > 0 ? { toLink } : {};
      const capacity = capacityOf(counter, request.stock);
      const { sold, held } = counter;
      if (capacity < sold + held) return refused({ reason: "below_taken", sold, held });
      const was = { ...saved, events: [...saved.events].sort(), capacity: counter.capacity };
      const changes = changedFields(journalled(was), journalled({ ...form, events, capacity }));
      if (!changes) return done({ price: "as_before", ...later });
      await updateTicketType(sql, id, { ...form, events });
      await builder(sql).update(stockCounters).set({ capacity }).where(eq(stockCounters.id, id));
      await listPasses(sql);
      await faultPoint("type.saved");
      await recordChange(sql, actor, {
        subjectKind: "ticket_type",
        subjectId: id,
        what: "edited",
        ...changes,
      });
      return done({ price: priceAfter(saved, form), ...later });
    })
    .catch(refusedAsDuplicate);
}

/** Entries of the journal have the price id under this name, old ones too. */
function journalled<Fields extends { readonly priceId: string | null }>({ priceId, ...fields }: Fields) {
  return { ...fields, stripePriceId: priceId };
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
  form: { priceId: string | null; price: number },
): SavedType["price"] {
  if (form.priceId !== saved.priceId) return form.priceId === null ? "as_before" : "to_check";
  if (form.price !== saved.price) return "to_make";
  return saved.priceAgreedAt !== null || form.priceId === null ? "as_before" : "to_check";
}
