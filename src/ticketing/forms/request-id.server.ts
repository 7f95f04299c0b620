import { createHash } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";

/**
 * The id of a row that a request makes, derived from the sender and the form's key: a form sent twice makes one row.
 * The key cannot be guessed, so nobody can name a row that somebody else made.
 */
export function idOfRequest(userId: string, ...parts: readonly (string | Uint8Array)[]): Uuid {
  const hash = createHash("sha256").update(userId);
  for (const part of parts) hash.update("\n").update(part);
  const hex = hash.digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
