import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { tokenOfOrder } from "./order-link.server.ts";

/** A guest sees the order, or what others sent of theirs, by a link, which an account does not need. */
export function linkOf(
  keys: SigningKeys,
  { orderId, userId }: ClaimedLetter,
  { linkVersion: version, isBuyer }: { readonly linkVersion: number | null; readonly isBuyer: boolean },
): { order: string; token: string } | undefined {
  if (!orderId || !userId || version === null) return undefined;
  return {
    order: orderId,
    token: tokenOfOrder(keys, { orderId, version, holderId: isBuyer ? null : userId }),
  };
}
