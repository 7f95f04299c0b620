import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";
import { type Claimed, moveToAccount } from "./claim-store.server.ts";

export type ClaimRequest = {
  readonly guestId: Uuid;
  /** The emailed code, as the person typed it. */
  readonly code: string;
  /** The network address of the request. */
  readonly address: string;
};

export type ClaimRefusal =
  /** The code is wrong, has expired, was used, or was ended by five wrong attempts; or account and guest differ by now. */
  | "code_wrong"
  /**
   * No account has this address. The address is proven now; the same code still opens one (`claimIntoNewAccount`).
   */
  | "no_account"
  /** The guest has no paid order and received no ticket. */
  | "nothing_paid";

/**
 * Moves a guest's paid orders and received tickets into the account with the same address. Requires the code that was
 * emailed there; equal addresses alone are not enough. The caller has checked that the person holds the guest's
 * session or one of the guest's links. Signs nobody in. An order moves only once (`rules.sql`).
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
  if (!claimed) return refused("code_wrong");
  return claimed.orders + claimed.received > 0 ? done(claimed) : refused("nothing_paid");
}
