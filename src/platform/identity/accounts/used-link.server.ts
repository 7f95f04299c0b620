import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { keepVerification } from "../tokens/one-time-token.server.ts";
import { hashOfToken, isTokenShaped } from "../tokens/secret-token.server.ts";

type UsedLink = {
  readonly userId: Uuid;
  readonly email: string;
  /** True when this browser registered and the link was used up a moment ago. */
  readonly isHere: boolean;
};

type Visit = { readonly token: string; readonly browser: string | null };

/**
 * Keeps for an hour who used a confirmation link up and in which browser, so that a second click, or one whose answer
 * was lost, gets the same answer. A browser that gets an answer loses the cookie.
 */
export async function keepUsedLink(sql: Sql, { token, browser }: Visit, userId: Uuid): Promise<void> {
  const value = `${userId} ${browserHash(browser)}`;
  await keepVerification(sql, identifierOf(token), value, accountDurations.letterLink);
}

/** The person who used this link up; undefined when the account has no open session. */
export async function findUsedLink(sql: Sql, { token, browser }: Visit): Promise<UsedLink | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<UsedLink>({
    name: "find-used-link",
    text: `SELECT u.id AS "userId", u.email, $2 <> '' AND split_part(v.value, ' ', 2) = $2 AND v.created_at > now() - make_interval(secs => $3) AS "isHere"
           FROM identity.verification v JOIN identity."user" u ON u.id = split_part(v.value, ' ', 1)::uuid
           WHERE v.identifier = $1 AND v.expires_at > now()
             AND EXISTS (SELECT FROM identity.session s WHERE s.user_id = u.id)`,
    values: [identifierOf(token), browserHash(browser), accountDurations.usedLink],
  });
  return rows[0];
}

function identifierOf(token: string): `used-link:${string}` {
  return `used-link:${hashOfToken(token)}`;
}

function browserHash(browser: string | null): string {
  return isTokenShaped(browser) ? hashOfToken(browser) : "";
}
