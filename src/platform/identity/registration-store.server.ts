import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import { tokenMinutes } from "./one-time-token.server.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "./secret-token.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;

/** What somebody typed at a sign-up whose address nobody has proven yet. */
export type PendingRegistration = {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly email: string;
  readonly passwordHash: string;
  readonly fullName: string;
  readonly phone: string;
};

export type NewRegistration = Omit<PendingRegistration, "id"> & {
  /** The cookie of the browser that registered, if it was one. */
  readonly browser: string | undefined;
};

/** How many wait for one address. */
const most = 3;
/** How long each waits. */
const days = 7;

const found = `id, account_id AS "accountId", email, password_hash AS "passwordHash", full_name AS "fullName", phone`;

/**
 * Keeps what was typed, with a link of its own when its letter may be written. The fourth of an address takes the place
 * of the oldest whose link works no more. When all three have a link that works, one without a letter is not kept:
 * whoever signs up for somebody else again and again takes no link out of the owner's mailbox, and every such link lets
 * the owner in. One with a letter then takes the oldest's place.
 *
 * @returns the token of the link, for the letter.
 */
export async function keepRegistration(
  sql: Queryable,
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
  if (first && rows.length >= most) {
    if (first.isLive && !withLink) return undefined;
    await sql.query("DELETE FROM identity.registration WHERE id = $1", [first.id]);
  }
  const token = withLink ? newSecretToken() : undefined;
  await sql.query({
    name: "keep-registration",
    text: `INSERT INTO identity.registration (id, account_id, email, password_hash, full_name, phone, token_hash, token_expires_at, browser_hash)
           VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7::text IS NOT NULL THEN now() + make_interval(mins => ${tokenMinutes}) END, $8)`,
    values: [
      ...[newId(), accountId, email, passwordHash, fullName, phone],
      ...[token && hashOfToken(token), browser && hashOfToken(browser)],
    ],
  });
  return token;
}

/** The registration whose letter brought this token, while its link works. */
export async function findByLink(sql: Queryable, token: string): Promise<PendingRegistration | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<PendingRegistration>({
    name: "registration-of-link",
    text: `SELECT ${found} FROM identity.registration WHERE token_hash = $1 AND token_expires_at > now()`,
    values: [hashOfToken(token)],
  });
  return rows[0];
}

/** What this browser typed for this address. */
export async function findByBrowser(
  sql: Queryable,
  email: string,
  browser: string | null | undefined,
): Promise<PendingRegistration | undefined> {
  if (!isTokenShaped(browser)) return undefined;
  const { rows } = await sql.query<PendingRegistration>({
    name: "registration-of-browser",
    text: `SELECT ${found} FROM identity.registration WHERE email = $1 AND browser_hash = $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [email, hashOfToken(browser)],
  });
  return rows[0];
}

/** The newest of an address. */
export async function findNewest(sql: Queryable, email: string): Promise<PendingRegistration | undefined> {
  const { rows } = await sql.query<PendingRegistration>({
    name: "newest-registration",
    text: `SELECT ${found} FROM identity.registration WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [email],
  });
  return rows[0];
}

/** Gives a registration another link; the one before ends. */
export async function renewLink(sql: Queryable, id: Uuid): Promise<string> {
  const token = newSecretToken();
  await sql.query({
    name: "renew-registration-link",
    text: `UPDATE identity.registration SET token_hash = $2, token_expires_at = now() + make_interval(mins => ${tokenMinutes}) WHERE id = $1`,
    values: [id, hashOfToken(token)],
  });
  return token;
}

/** Ends the link of a letter; what was typed stays, for its own browser. */
export async function endLink(sql: Queryable, token: string): Promise<void> {
  await sql.query({
    name: "end-registration-link",
    text: "UPDATE identity.registration SET token_hash = NULL, token_expires_at = NULL WHERE token_hash = $1",
    values: [hashOfToken(token)],
  });
}

/** The address is somebody's now, or nobody's any more: everything that waited for it goes. */
export async function dropRegistrations(sql: Queryable, email: string): Promise<void> {
  await sql.query({
    name: "drop-registrations",
    text: "DELETE FROM identity.registration WHERE email = $1",
    values: [email],
  });
}

/** Takes away what nobody proved in time. */
export async function sweepRegistrations(sql: Queryable): Promise<void> {
  await sql.query(
    `DELETE FROM identity.registration WHERE created_at < now() - make_interval(days => ${days})`,
  );
}
