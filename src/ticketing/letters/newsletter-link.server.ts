import { timingSafeEqual } from "node:crypto";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";

const idBytes = 16;
/** What the HMAC is computed over; no check group and no other link begins like it. */
const message = (subscriptionId: string) => `newsletter-link|${subscriptionId}`;

/**
 * A token that ends a subscription, for emails long after the one that confirmed it, whose own token is stored as a hash
 * alone: the subscription's id and an HMAC of it.
 */
export function leaveToken(keys: Pick<SigningKeys, "macLabel">, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, keys.macLabel(message(subscriptionId))]).toString("base64url");
}

/** The subscription that this token ends; undefined when we did not make it. In constant time for each id. */
export function subscriptionOfToken(keys: Pick<SigningKeys, "macsOfLabel">, token: string): Uuid | undefined {
  const bytes = Buffer.from(token, "base64url");
  const id = bytes
    .subarray(0, idBytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const mac = bytes.subarray(idBytes);
  if (!isUuid(id) || bytes.toString("base64url") !== token) return undefined;
  const isOurs = keys
    .macsOfLabel(message(id))
    .some((right) => right.length === mac.length && timingSafeEqual(right, mac));
  return isOurs ? id : undefined;
}
