import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, loginLimits } from "../limits/login-limits.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "../tokens/secret-token.server.ts";

/** A sign-up whose address is not proven yet. */
export type PendingRegistration = {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly email: string;
  readonly passwordHash: string;
  readonly fullName: string;
  readonly phone: string;
};

type NewRegistration = Omit<PendingRegistration, "id"> & {
  /** The cookie of the browser that registered; undefined for a client with tokens. */
  readonly browser: string | undefined;
};

const registrationColumns = `id, account_id AS "accountId", email, password_hash AS "passwordHash", full_name AS "fullName", phone`;

/**
 * Stores a sign-up; `withLink` when its email may be sent. One address keeps at most `registrationsPerAddress`, so one
 * more replaces the oldest whose link no longer works. If all links work, a sign-up with a link replaces the oldest; one
 * without is not stored, so that a stranger's repeated sign-ups end no link of the owner.
 *
 * @returns the token of the link, for the email.
 */
export async function keepRegistration(
  sql: Sql,
  { accountId, email, passwordHash, fullName, phone, browser }: NewRegistration,
  { withLink }: { readonly withLink: boolean },
): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: Uuid; isLive: boolean }>({
    name: "registrations-of-address",
    text: `SELECT id, coalesce(token_expires_at > now(), false) AS "isLive" FROM identity.registration
           WHERE email = $1 ORDER BY 2, created_at, id`,
    values: [email],
  });
  const [first] = rows;
  if (first && rows.length >= loginLimits.registrationsPerAddress) {
    if (first.isLive && !withLink) return undefined;
    await sql.query("DELETE FROM identity.registration WHERE id = $1", [first.id]);
  }
  const token = withLink ? newSecretToken() : undefined;
  await sql.query({
    name: "keep-registration",
    text: `INSERT INTO identity.registration (id, account_id, email, password_hash, full_name, phone, token_hash, token_expires_at, browser_hash)
           VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7::text IS NOT NULL THEN now() + make_interval(secs => $9) END, $8)`,
    values: [
      newId(),
      accountId,
      email,
      passwordHash,
      fullName,
      phone,
      token && hashOfToken(token),
      browser && hashOfToken(browser),
      accountDurations.letterLink,
    ],
  });
  return token;
}

/** The registration whose link has this token; undefined when the link no longer works. */
export async function findRegistrationByLink(
  sql: Sql,
  token: string,
): Promise<PendingRegistration | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<PendingRegistration>({
    name: "registration-of-link",
    text: `SELECT ${registrationColumns} FROM identity.registration WHERE token_hash = $1 AND token_expires_at > now()`,
    values: [hashOfToken(token)],
  });
  return rows[0];
}

/** The newest registration of this address from this browser. */
export async function findRegistrationByBrowser(
  sql: Sql,
  email: string,
  browser: string | null | undefined,
): Promise<PendingRegistration | undefined> {
  if (!isTokenShaped(browser)) return undefined;
  const { rows } = await sql.query<PendingRegistration>({
    name: "registration-of-browser",
    text: `SELECT ${registrationColumns} FROM identity.registration WHERE email = $1 AND browser_hash = $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [email, hashOfToken(browser)],
  });
  return rows[0];
}

/** The newest registration of an address. */
export async function findNewestRegistration(
  sql: Sql,
  email: string,
): Promise<PendingRegistration | undefined> {
  const { rows } = await sql.query<PendingRegistration>({
    name: "newest-registration",
    text: `SELECT ${registrationColumns} FROM identity.registration WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [email],
  });
  return rows[0];
}

/** Gives a registration a new link; the old one ends. */
export async function renewRegistrationLink(sql: Sql, id: Uuid): Promise<string> {
  const token = newSecretToken();
  await sql.query({
    name: "renew-registration-link",
    text: `UPDATE identity.registration SET token_hash = $2, token_expires_at = now() + make_interval(secs => $3) WHERE id = $1`,
    values: [id, hashOfToken(token), accountDurations.letterLink],
  });
  return token;
}

/** Ends the link of an email. The registration stays, so its own browser can still confirm it. */
export async function endRegistrationLink(sql: Sql, token: string): Promise<void> {
  await sql.query({
    name: "end-registration-link",
    text: "UPDATE identity.registration SET token_hash = NULL, token_expires_at = NULL WHERE token_hash = $1",
    values: [hashOfToken(token)],
  });
}

/** Deletes every registration of an address that was proven or erased. */
export async function dropRegistrations(sql: Sql, email: string): Promise<void> {
  await sql.query({
    name: "drop-registrations",
    text: "DELETE FROM identity.registration WHERE email = $1",
    values: [email],
  });
}

/** Deletes registrations that were not proven in time. */
export async function sweepRegistrations(sql: Sql): Promise<void> {
  await sql.query("DELETE FROM identity.registration WHERE created_at < now() - make_interval(secs => $1)", [
    accountDurations.registration,
  ]);
}
