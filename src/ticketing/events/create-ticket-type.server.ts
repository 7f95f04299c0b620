import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { dayOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notPermitted } from "./catalogue-refusals.ts";
import { type Duplicate, duplicateOf } from "./duplicate-key.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";
import { firstNight, insertTicketType, listPasses } from "./ticket-type-store.server.ts";

export type NewTypeRefusal =
  | typeof notPermitted
  /** A pass without a night, and there is no night at all. */
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
  try {
    return await database.withActor(actor, async ({ $client }) => {
      if (!(await mayStillDo($client, actor, "create-ticket-type"))) return refused(notPermitted);
      const chosen = form.events.length > 0 ? form.events : [await firstNight($client, dayOf(now()))];
      const events = chosen.filter((event) => event !== undefined);
      if (events.length === 0) return refused({ reason: "no_night" });
      await insertTicketType($client, id, { ...form, events });
      await listPasses($client);
      await recordChange($client, actor, { subjectKind: "ticket_type", subjectId: id, what: "created" });
      await faultPoint("type.written");
      return done({ id });
    });
  } catch (error) {
    const duplicate = duplicateOf(error);
    if (duplicate) return refused(duplicate);
    throw error;
  }
}
