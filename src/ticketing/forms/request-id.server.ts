import { createHash } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";

/**
 * One id for what a request makes, by who sent it and the key of its form: the same form sent twice makes it once. It cannot be
 * guessed, because the key cannot, and names nothing that somebody else made.
 */
export function idOfRequest(userId: string, ...parts: readonly (string | Uint8Array)[]): Uuid {
  const hash = createHash("sha256").update(userId);
  for (const part of parts) hash.update("\n").update(part);
  const hex = hash.digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
