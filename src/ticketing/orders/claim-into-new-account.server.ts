import { done, type Outcome, refused } from "#kernel/outcome.ts";
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
 * Opens an account for a guest's address, from the emailed code and a password, and moves everything of the guest
 * into it. `opened` is the new session; null when an account with this address existed already. The caller has
 * checked that the person holds the guest's session or one of the guest's links.
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
  return claimed ? done({ ...claimed, opened }) : refused("code_wrong");
}
