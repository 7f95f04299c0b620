import type { Outcome } from "#kernel/outcome.ts";
import { refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { type AfterEnd, refusedInTransaction } from "./after-end-queries.server.ts";
import { refusedAsDuplicate } from "./catalogue-refusals.ts";
import type { SavedType, TypeChange, TypeChangeRefusal } from "./saved-ticket-type.server.ts";
import { saveTicketType } from "./ticket-type-saving-store.server.ts";

/**
 * Saves a ticket type if its version is still the one that was opened. Locks all counters first; stock never goes
 * below what is sold and held. Orders keep their price; a changed price ends the agreement with the provider. New
 * nights of a sold pass are only named in the result: `linkNightsToPass` links them, because holders get tickets.
 */
export async function editTicketType(
  { database }: Pick<Services, "database">,
  request: TypeChange,
): Promise<Outcome<SavedType, TypeChangeRefusal>> {
  return database
    .withActor<Outcome<SavedType, TypeChangeRefusal>>(request.actor, async (sql) =>
      (await mayStillDo(sql, request.actor, "edit-ticket-type"))
        ? saveTicketType(sql, request)
        : refused(notAllowed),
    )
    .catch(refusedInTransaction<AfterEnd>)
    .catch(refusedAsDuplicate);
}
