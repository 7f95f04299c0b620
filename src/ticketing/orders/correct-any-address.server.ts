import { canonicalEmail } from "#kernel/email-address.ts";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { changeGuestAddress, lockGuest } from "./guest-address-store.server.ts";

export type AnyCorrectionRefusal =
  | NotAllowed
  | { readonly reason: "bad_address" }
  /** No guest: a person with an account changes the own address. */
  | { readonly reason: "no_guest" }
  /** A code that was sent there came back: the address is right. */
  | { readonly reason: "proven" };

/**
 * Corrects the address of a guest who asks the club for it, at any time and again, but not one that is proven. As when the
 * guest corrects it, what went to the old address ends, and the tickets are sent anew. The same address changes nothing.
 */
export async function correctAnyAddress(
  { database }: Pick<Services, "database">,
  request: { readonly actor: Actor; readonly guestId: string; readonly email: string },
): Promise<Outcome<{ readonly email: string }, AnyCorrectionRefusal>> {
  const { actor, guestId } = request;
  const email = canonicalEmail(request.email);
  if (email === undefined) return refused({ reason: "bad_address" });
  if (!isUuid(guestId)) return refused({ reason: "no_guest" });
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "correct-any-address"))) return refused(notAllowed);
    const guest = await lockGuest(sql, guestId);
    if (!guest) return refused({ reason: "no_guest" });
    if (guest.isProven) return refused({ reason: "proven" });
    if (guest.email !== email) await changeGuestAddress(sql, { guestId, email, by: actor });
    return done({ email });
  });
}
