import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { changeGuestAddress, lockGuest } from "./guest-address-store.server.ts";

export type CorrectionRefusal =
  /** No guest, or one without a ticket. */
  | "not_found"
  /** It was corrected once, or the address is proven, or too long ago. */
  | "too_late";

/**
 * Corrects the address that a guest gave: once, within 24 hours of the first payment or received ticket, and not when it is
 * proven. The person who got the letters at the wrong address has nothing any more: links and codes of them end, and the tickets go
 * out anew.
 *
 * @param email in its canonical spelling
 */
export async function correctAddress(
  { database }: Pick<Services, "database">,
  { guestId, email }: { readonly guestId: Uuid; readonly email: string },
): Promise<Outcome<null, CorrectionRefusal>> {
  return database.withDuty("settle", async (sql) => {
    const guest = await lockGuest(sql, guestId);
    if (!guest || guest.mayCorrect === null) return refused("not_found");
    if (!guest.mayCorrect) return refused("too_late");
    await changeGuestAddress(sql, { guestId, email, by: { userId: guestId, role: "user" } });
    return done(null);
  });
}
