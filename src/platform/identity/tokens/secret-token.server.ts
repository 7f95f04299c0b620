import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in 43 characters that need no escaping: a session cookie, a link in an email. */
export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a secret token: SHA-256 in hex. 256 random bits need no salt and no slow hash. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Whether a text has the form of our tokens. Any other text need not be looked up. */
export function isTokenShaped(text: unknown): text is string {
  return typeof text === "string" && /^[A-Za-z0-9_-]{43}$/.test(text);
}
