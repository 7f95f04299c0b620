import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";

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
  /** Nobody has an account with this address; the address is proven all the same. */
  | "no_account"
  /** Nothing of this guest is paid. */
  | "nothing_paid";

/**
 * Moves the paid orders of a guest, with the tickets that the guest still holds of them, into the account that has the
 * same address: only for the code that was sent there, never because the addresses are equal (decision 65). The caller has
 * checked that the person has the guest's session or the link of one of the orders. Nobody is signed in by it. An order
 * moves once (`rules.sql`).
 */
export async function claimOrders(
  identity: Pick<Identity, "database" | "tokenSecret">,
  request: ClaimRequest,
): Promise<Outcome<{ readonly orders: number }, ClaimRefusal>> {
  const proven = await proveGuest(identity, request);
  if (!proven.ok) return proven;
  const { accountId } = proven.value;
  if (accountId === undefined) return refused("no_account");
  await faultPoint("claim.proven");
  return identity.database.withDuty("settle", async (sql) => {
    const { rowCount } = await sql.query({
      name: "claim-orders",
      text: `WITH moved AS (
               UPDATE orders SET user_id = $2, request_key = NULL WHERE user_id = $1 AND paid_at IS NOT NULL RETURNING id),
             tickets AS (
               UPDATE ticket_purchases SET user_id = $2 WHERE user_id = $1 AND order_id IN (SELECT id FROM moved)),
             written AS (
               UPDATE letters SET user_id = $2 WHERE user_id = $1 AND order_id IN (SELECT id FROM moved))
             INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT $2, 'user', 'order', id, 'claimed' FROM moved`,
      values: [request.guestId, accountId],
    });
    return rowCount ? done({ orders: rowCount }) : refused("nothing_paid");
  });
}
