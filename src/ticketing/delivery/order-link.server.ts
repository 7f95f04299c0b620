import { timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";

/** What a link opens: a guest's order, or the tickets of somebody's order that a guest received (`holderId`). */
export type Linked = {
  readonly orderId: string;
  /** Null for the buyer. */
  readonly holderId: string | null;
  readonly version: number;
};
type Keys = Pick<SigningKeys, "macLabel" | "macsOfLabel">;

/** What the HMAC of a link is computed over; no check group begins like it. */
const message = ({ orderId, holderId, version }: Linked) =>
  holderId === null ? `order-link|${orderId}|${version}` : `seat-link|${orderId}|${holderId}|${version}`;

/** The token of a guest's link, which opens that and nothing else. The next version of the guest ends it. */
export function tokenOfTickets(keys: Keys, linked: Linked): string {
  return keys.macLabel(message(linked)).toString("base64url");
}

/** Whether this token opens this; in constant time. */
export function isTokenOfTickets(keys: Keys, linked: Linked, token: string): boolean {
  const typed = Buffer.from(token, "base64url");
  return keys
    .macsOfLabel(message(linked))
    .some((right) => right.length === typed.length && timingSafeEqual(right, typed));
}

/** A guest sees the order, or what others sent of theirs, by a link, which an account does not need. */
export function linkOf(
  keys: SigningKeys,
  { orderId, userId }: ClaimedLetter,
  { linkVersion: version, isBuyer }: { readonly linkVersion: number | null; readonly isBuyer: boolean },
): { order: string; token: string } | undefined {
  if (!orderId || !userId || version === null) return undefined;
  return {
    order: orderId,
    token: tokenOfTickets(keys, { orderId, version, holderId: isBuyer ? null : userId }),
  };
}
