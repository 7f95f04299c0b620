import { done, type Outcome } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import {
  type NewAccountOfGuest,
  type NewAccountRefusal,
  openAccountOfGuest,
} from "#ticketing/people/open-account-of-guest.server.ts";
import { type Claimed, moveToAccount } from "./claim-store.server.ts";

/**
 * Makes an account for the address of a guest, with the code that was sent there and a password, and moves everything of
 * the guest's into it, as `claimOrders` does where there is an account. The person is signed in to the account that the
 * password made; where there was one with the address already, `opened` is null. The caller has checked that the person has
 * the guest's session or a link of the guest's.
 */
export async function claimIntoNewAccount(
  identity: Identity,
  request: NewAccountOfGuest,
): Promise<Outcome<Claimed & { readonly opened: OpenedSession | null }, NewAccountRefusal>> {
  const made = await openAccountOfGuest(identity, request);
  if (!made.ok) return made;
  const { accountId, opened } = made.value;
  await faultPoint("claim.proven");
  const claimed = await identity.database.withDuty("settle", (sql) =>
    moveToAccount(sql, request.guestId, accountId),
  );
  return done({ ...claimed, opened });
}
