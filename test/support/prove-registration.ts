import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";

/**
 * Proves the address of the newest sign-up, as its email would, and signs out again; it does not wait for the email. The
 * account keeps the password of the sign-up only when it is given here.
 */
export async function proveRegistration(
  owner: pg.Client,
  origin: string,
  email: string,
  password?: string,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const { rowCount } = await owner.query(
    `UPDATE identity.registration SET token_hash = $2, token_expires_at = now() + interval '1 hour'
     WHERE id = (SELECT id FROM identity.registration WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [email, createHash("sha256").update(token).digest("hex")],
  );
  expect(rowCount).toBe(1);
  const call = (path: string, init: RequestInit) =>
    fetch(`${origin}/auth/v1${path}`, {
      method: "POST",
      ...init,
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": "2001:db8:eeee:1::1",
        ...init.headers,
      },
    });
  const verified = await call("/verify", {
    body: JSON.stringify({ type: "signup", token_hash: token, password }),
  });
  expect(verified.status).toBe(200);
  const { access_token: bearer } = (await verified.json()) as { access_token: string };
  const out = await call("/logout?scope=local", { headers: { authorization: `Bearer ${bearer}` } });
  expect(out.status).toBe(204);
}
