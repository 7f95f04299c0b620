import { createHash, createHmac, randomBytes } from "node:crypto";

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

/**
 * The token of the session that a form opens; the same each time the form is sent. It cannot be computed from the
 * form's token without the secret, so nobody who knows or chose the form's token knows the session.
 */
export function sessionOfForm(secret: string, formToken: string): string {
  return createHmac("sha256", secret).update(`form\0${formToken}`).digest("base64url");
}
