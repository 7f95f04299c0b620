import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";
import { type Claimed, moveToAccount } from "./claim-store.server.ts";

export type ClaimRequest = {
  readonly guestId: Uuid;
  /** As it was typed. */
  readonly code: string;
  /** Where it came from. */
  readonly address: string;
};

export type ClaimRefusal =
  /** Wrong, over, used or ended by five wrong ones. */
  | "code_wrong"
  /** Nobody has an account with this address; the address is proven, and the code still makes one (`claimIntoNewAccount`). */
  | "no_account"
  /** Nothing of this guest is paid, and nobody sent a ticket. */
  | "nothing_paid";

/**
 * Moves the paid orders of a guest, and the tickets that others sent, into the account that has the same address: only for the code that was sent there, never because the addresses are equal. The caller has
 * checked that the person has the guest's session or a link of the guest's. Nobody is signed in by it. An order
 * moves once (`rules.sql`).
 */
export async function claimOrders(
  identity: Pick<Identity, "database" | "tokenSecret">,
  request: ClaimRequest,
): Promise<Outcome<Claimed, ClaimRefusal>> {
  const proven = await proveGuest(identity, { ...request, withoutAccount: "keep the code" });
  if (!proven.ok) return proven;
  const { accountId } = proven.value;
  if (accountId === undefined) return refused("no_account");
  await faultPoint("claim.proven");
  const claimed = await identity.database.withDuty("settle", (sql) =>
    moveToAccount(sql, request.guestId, accountId),
  );
  return claimed.orders + claimed.received > 0 ? done(claimed) : refused("nothing_paid");
}
