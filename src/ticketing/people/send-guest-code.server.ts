import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { issueGuestCode } from "#platform/identity/letters/send-code.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { findGuestContact, hasPaidMoney } from "./person-queries.server.ts";

export type GuestCodeRefusal =
  | "unknown_guest"
  | "letters_off"
  /** Neither the address nor the guest gets one now, or the network has asked for too many: see `issueGuestCode`. */
  | "too_often"
  | "too_many";

/**
 * Emails a code to a guest that proves the guest's address; an earlier code ends. Returns the address.
 * @param address the network address that the request came from
 */
export async function sendGuestCode(
  identity: Identity,
  { guestId, address }: { readonly guestId: Uuid; readonly address: string },
): Promise<Outcome<{ readonly email: string }, GuestCodeRefusal>> {
  if (!(await identity.callbacks.lettersOn())) return refused("letters_off");
  const hasPaid = await identity.database.readMoment("settle", (sql) => hasPaidMoney(sql, guestId));
  return identity.database.withDuty("identity", async (sql) => {
    const email = await findGuestContact(sql, guestId);
    if (email === undefined) return refused("unknown_guest");
    const asked = { userId: guestId, email, hasPaid, address };
    const issued = await issueGuestCode(sql, identity.tokenSecret, asked);
    if (!issued.ok) return issued;
    await enqueueLetter(sql, {
      kind: "one_time_code",
      dedupeKey: `guest-code:${newId()}`,
      recipient: email,
      userId: guestId,
      variables: { token: issued.value, guest: true },
    });
    return done({ email });
  });
}
