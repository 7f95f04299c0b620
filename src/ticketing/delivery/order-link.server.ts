import { timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";

type Linked = { readonly orderId: string; readonly version: number };
type Keys = Pick<SigningKeys, "macLabel" | "macsOfLabel">;

/** What the HMAC of a link is computed over; no check group begins like it. */
const message = ({ orderId, version }: Linked) => `order-link|${orderId}|${version}`;

/** The path of a guest's order with the token that opens it, and nothing else. The next version ends it. */
export function orderLinkPath(keys: Keys, linked: Linked): string {
  const token = keys.macLabel(message(linked)).toString("base64url");
  return `/orders/${linked.orderId}?token=${encodeURIComponent(token)}`;
}

/** Whether this token opens this order; in constant time. */
export function isTokenOfOrder(keys: Keys, linked: Linked, token: string): boolean {
  const typed = Buffer.from(token, "base64url");
  return keys
    .macsOfLabel(message(linked))
    .some((right) => right.length === typed.length && timingSafeEqual(right, typed));
}
