import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { dayOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { type Duplicate, refusedAsDuplicate } from "./duplicate-key.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";
import { chosenNights, insertTicketType, listPasses } from "./ticket-type-store.server.ts";

export type NewTypeRefusal =
  | NotAllowed
  /** The form of a pass names no night, and there is none to take. */
  | { readonly reason: "no_night" }
  | Duplicate;

/**
 * A new ticket type with its counter of units and its nights, all or nothing. It cannot be bought before its price is
 * agreed on with the card provider (`agreePrice`).
 */
export async function createTicketType(
  { database, now }: Pick<Services, "database" | "now">,
  { actor, form }: { readonly actor: Actor; readonly form: TicketTypeForm },
): Promise<Outcome<{ id: Uuid }, NewTypeRefusal>> {
  const id = newId();
  return database
    .withActor(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "create-ticket-type"))) return refused(notAllowed);
      const events = await chosenNights(sql, form.events, dayOf(now()));
      if (events.length === 0) return refused({ reason: "no_night" });
      await insertTicketType(sql, id, { ...form, events });
      await listPasses(sql);
      await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: "created" });
      await faultPoint("type.written");
      return done({ id });
    })
    .catch(refusedAsDuplicate);
}
