import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { mayReachMailbox } from "#platform/identity/limits/mailbox-budget.server.ts";
import type { Services } from "#platform/services.ts";
import { changeGuestAddress, lockGuest } from "./guest-address-store.server.ts";
import type { TicketsSentAnew } from "./tickets-sent-anew.ts";

export type CorrectionRefusal =
  /** The id is not a guest's, or the guest has no ticket. */
  | "not_found"
  /** The address was corrected before, is proven already, or the 24 hours are over. */
  | "too_late";

/**
 * Corrects the address that a guest typed: once, within 24 hours of the first payment or received ticket, and only
 * while it is not proven. Old links and codes of valid tickets stop working; the tickets are sent again, those that the
 * guest did not pay for within the mailbox's number of emails a day.
 * @param email in its canonical spelling
 */
export async function correctAddress(
  { database }: Pick<Services, "database">,
  { guestId, email }: { readonly guestId: Uuid; readonly email: string },
): Promise<Outcome<{ readonly tickets: TicketsSentAnew }, CorrectionRefusal>> {
  return database.withDuty("settle", async (sql) => {
    const guest = await lockGuest(sql, guestId);
    if (!guest || guest.mayCorrect === null) return refused("not_found");
    if (!guest.mayCorrect) return refused("too_late");
    const mayWrite = () => mayReachMailbox(database.identity, { email, isFound: true }, "unpaid");
    const by = { userId: guestId, role: "user" };
    return done({ tickets: await changeGuestAddress(sql, { guestId, email, by, mayWrite }) });
  });
}
