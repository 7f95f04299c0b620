import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { issueGuestCode } from "#platform/identity/letters/send-code.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { findGuestContact, hasPaidMoney } from "./person-queries.server.ts";

export type GuestCodeRefusal =
  | "unknown_guest"
  | "letters_off"
  /** Neither the address nor the guest gets one now: see `issueGuestCode`. */
  | "too_often";

/** Emails a code to a guest that proves the guest's address; an earlier code ends. Returns the address. */
export async function sendGuestCode(
  identity: Identity,
  { guestId }: { readonly guestId: Uuid },
): Promise<Outcome<{ readonly email: string }, GuestCodeRefusal>> {
  if (!(await identity.callbacks.lettersOn())) return refused("letters_off");
  const hasPaid = await identity.database.readMoment("settle", (sql) => hasPaidMoney(sql, guestId));
  return identity.database.withDuty("identity", async (sql) => {
    const email = await findGuestContact(sql, guestId);
    if (email === undefined) return refused("unknown_guest");
    const token = await issueGuestCode(sql, identity.tokenSecret, { userId: guestId, email, hasPaid });
    if (token === undefined) return refused("too_often");
    await enqueueLetter(sql, {
      kind: "one_time_code",
      dedupeKey: `guest-code:${newId()}`,
      recipient: email,
      userId: guestId,
      variables: { token, guest: true },
    });
    return done({ email });
  });
}
