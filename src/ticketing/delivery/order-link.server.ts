import { timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";

/** The target of a link: a guest's own order or, with `holderId`, tickets that a guest received from an order. */
export type LinkTarget = {
  readonly orderId: string;
  /** Null when the link is for the buyer. */
  readonly holderId: string | null;
  readonly version: number;
};
type Keys = Pick<SigningKeys, "macLabel" | "macsOfLabel">;

/** The text that a link's HMAC covers. No check group's text begins like it. */
const message = ({ orderId, holderId, version }: LinkTarget) =>
  holderId === null ? `order-link|${orderId}|${version}` : `seat-link|${orderId}|${holderId}|${version}`;

/**
 * The token of a guest's link. It opens only the given order or tickets, and ends when the guest's version is raised.
 */
export function tokenOfTickets(keys: Keys, target: LinkTarget): string {
  return keys.macLabel(message(target)).toString("base64url");
}

/** Whether the token is the right one for this link; compared in constant time. */
export function isTokenOfTickets(keys: Keys, target: LinkTarget, token: string): boolean {
  const typed = Buffer.from(token, "base64url");
  return keys
    .macsOfLabel(message(target))
    .some((right) => right.length === typed.length && timingSafeEqual(right, typed));
}

/** The link to the order, or to the tickets received from it, for a guest; undefined for a reader with an account. */
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
