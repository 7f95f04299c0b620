import { canonicalEmail } from "#kernel/email-address.ts";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { changeGuestAddress, lockGuest } from "./guest-address-store.server.ts";
import type { TicketsSentAnew } from "./tickets-sent-anew.ts";

export type AnyCorrectionRefusal =
  | NotAllowed
  | { readonly reason: "bad_address" }
  /** The id is not a guest's. A person with an account changes the address in the account. */
  | { readonly reason: "no_guest" }
  /** The guest has proven the address with an emailed code, so it is right. */
  | { readonly reason: "proven" };

/**
 * Lets the team correct a guest's address, at any time and more than once, unless it is proven. Links and codes
 * of valid tickets that went to the old address stop working; the tickets are sent again. The same address changes
 * nothing (`tickets` is null).
 */
export async function correctAnyAddress(
  { database }: Pick<Services, "database">,
  request: { readonly actor: Actor; readonly guestId: string; readonly email: string },
): Promise<
  Outcome<{ readonly email: string; readonly tickets: TicketsSentAnew | null }, AnyCorrectionRefusal>
> {
  const { actor, guestId } = request;
  const email = canonicalEmail(request.email);
  if (email === undefined) return refused({ reason: "bad_address" });
  if (!isUuid(guestId)) return refused({ reason: "no_guest" });
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "correct-any-address"))) return refused(notAllowed);
    const guest = await lockGuest(sql, guestId);
    if (!guest) return refused({ reason: "no_guest" });
    if (guest.isProven) return refused({ reason: "proven" });
    const tickets =
      guest.email === email ? null : await changeGuestAddress(sql, { guestId, email, by: actor });
    return done({ email, tickets });
  });
}
