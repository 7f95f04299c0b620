import type { Outcome } from "#kernel/outcome.ts";
import { refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { refusedAfterEnd } from "./after-end-queries.server.ts";
import { refusedAsDuplicate } from "./catalogue-refusals.ts";
import type { SavedType, TypeChange, TypeChangeRefusal } from "./saved-ticket-type.server.ts";
import { saveTicketType } from "./ticket-type-saving-store.server.ts";

/**
 * Saves a ticket type if its version is still the one that was opened. Its stock never goes below what is sold and
 * held, of its units, its phases and its pool: all counters are locked before they are compared, and orders keep the price
 * they were made for. A changed price ends the agreement with the card provider. New nights of a pass that was sold are left out here and named in the answer:
 * another act links them, because the holders of the pass get tickets for them.
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
    .catch(refusedAfterEnd)
    .catch(refusedAsDuplicate);
}
