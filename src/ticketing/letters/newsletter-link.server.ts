import { timingSafeEqual } from "node:crypto";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";

const idBytes = 16;
/** The text that the HMAC covers. No other HMAC of these keys begins like it. */
const message = (subscriptionId: string) => `newsletter-link|${subscriptionId}`;

/** A token that ends a subscription: its id and an HMAC. The confirmation's own token is stored only as a hash. */
export function leaveToken(keys: Pick<SigningKeys, "macLabel">, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, keys.macLabel(message(subscriptionId))]).toString("base64url");
}

/** The subscription that this token ends; undefined when the token is not ours. Compared in constant time. */
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
