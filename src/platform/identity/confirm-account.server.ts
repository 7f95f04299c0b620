import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { changeAddress } from "./change-address.server.ts";
import { claimRegistration, type NewOwner, ownAccount } from "./claim-registration.server.ts";
import { guessBehindLink } from "./guess-behind-link.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { type OpenedSession, openSession } from "./login.server.ts";
import { consumeToken, findToken } from "./one-time-token.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { proveAddress } from "./prove-address.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { findByBrowser, findByLink, type PendingRegistration } from "./registration-store.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;

/** Who is at the page behind the link of a confirmation letter. */
export type LinkVisit = {
  readonly token: string;
  /** The cookie that this browser was given when it registered. */
  readonly browser: string | null;
  /** Who is signed in in this browser, and the hash of that session. */
  readonly signedIn: { readonly userId: Uuid; readonly sessionHash: string } | null;
};

export type LinkPress = LinkVisit & { readonly userAgent: string; readonly address: string };

/** `opened` is null for whoever was signed in already, and after a change of address. */
export type Confirmed = { readonly userId: Uuid; readonly opened: OpenedSession | null };

/** What the page has to ask: one press of a button, or the password of the sign-up as well. */
export type LinkView = { readonly asks: "press" | "password"; readonly email: string | null };

/** What this link would do here. Uses nothing up: mail scanners look, too. */
export async function lookAtLink(parts: IdentityParts, visit: LinkVisit): Promise<LinkView | undefined> {
  const sql = parts.database.identity;
  const link = await findLink(sql, visit.token);
  if (!link)
    return (await findToken(sql.$client, "change-address", visit.token)) === undefined
      ? undefined
      : { asks: "press", email: null };
  const { email, accountId } = link;
  const isHere =
    (accountId !== undefined && visit.signedIn?.userId === accountId) ||
    (await findByBrowser(sql.$client, email, visit.browser)) !== undefined;
  return { asks: isHere ? "press" : "password", email };
}

/**
 * The button behind the link was pressed; call it for a POST only. In the browser that registered, what was typed there
 * becomes the account, and it is signed in. Whoever is signed in to an account that was used unproven goes on as before.
 * Everywhere else the link alone does nothing.
 */
export async function confirmAddress(
  parts: IdentityParts,
  press: LinkPress,
): Promise<Outcome<Confirmed, "token_invalid" | "password_needed">> {
  const confirmed = await withLink<"password_needed">(parts, press.token, async (sql, link) => {
    const { email, accountId } = link;
    if (accountId !== undefined && press.signedIn?.userId === accountId) {
      await proveAddress(parts, sql, accountId, "everything");
      return done({ userId: accountId, opened: null });
    }
    const typedHere = await findByBrowser(sql.$client, email, press.browser);
    if (!typedHere) return refused("password_needed");
    return signedIn(parts, sql, press, await claimRegistration(parts, sql, typedHere, accountId));
  });
  if (confirmed.ok || confirmed.refusal !== "token_invalid") return confirmed;
  // one page for both letters: the link of a new address is confirmed there too
  const changed = await changeAddress(parts, press.token, press.signedIn);
  return changed.ok ? done({ ...changed.value, opened: null }) : changed;
}

/**
 * The same in any browser, with the password that was typed at the sign-up whose letter this is, or of the account that
 * was used unproven. Five wrong ones end the link.
 */
export async function confirmWithPassword(
  parts: IdentityParts,
  press: LinkPress & { readonly password: string },
): Promise<Outcome<Confirmed, "token_invalid" | "invalid" | "busy">> {
  const link = await findLink(parts.database.identity, press.token);
  if (!link) return refused("token_invalid");
  const stored = link.pending?.passwordHash ?? (await parts.library.findCredential(link.email))?.passwordHash;
  const guessed = await guessBehindLink(parts, { token: press.token, stored, password: press.password });
  if (!guessed.ok) return guessed;
  return withLink(parts, press.token, async (sql, { pending, accountId }) => {
    if (pending) return signedIn(parts, sql, press, await claimRegistration(parts, sql, pending, accountId));
    if (accountId === undefined) return refused("token_invalid");
    await proveAddress(parts, sql, accountId, { password: true });
    return signedIn(parts, sql, press, accountId);
  });
}

/** The same for whoever owns the address and sets everything anew: of what was typed before, nothing is taken. */
export async function confirmWithNew(
  parts: IdentityParts,
  { password, ...press }: LinkPress & { password: string; fullName: string; phone: string },
): Promise<Outcome<Confirmed, "token_invalid" | PasswordRefusal | "busy">> {
  // nobody gets a hash computed for a token of their own invention
  const link = await findLink(parts.database.identity, press.token);
  if (!link) return refused("token_invalid");
  const wrong = wrongWithPassword(password, [link.email, press.fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, link.email, password);
  if (passwordHash === undefined) return refused("busy");
  return withLink(parts, press.token, async (sql, { email, accountId }) => {
    const owner: NewOwner = { email, passwordHash, fullName: press.fullName, phone: press.phone };
    return signedIn(parts, sql, press, await ownAccount(parts, sql, owner, accountId));
  });
}

async function signedIn(
  parts: IdentityParts,
  sql: Sql,
  { userAgent, address }: LinkPress,
  userId: Uuid,
): Promise<Outcome<Confirmed, never>> {
  return done({ userId, opened: await openSession(parts, sql, { userId, userAgent, address }) });
}

/** What a link is of: a registration, or an account that is there, unproven; both when the address has both. */
type Link = {
  readonly email: string;
  readonly pending: PendingRegistration | undefined;
  readonly accountId: Uuid | undefined;
};

async function findLink(sql: { readonly $client: Queryable }, token: string): Promise<Link | undefined> {
  const pending = await findByLink(sql.$client, token);
  if (pending) {
    const account = await findAccount(sql, pending.email);
    return account?.isConfirmed ? undefined : { email: pending.email, pending, accountId: account?.id };
  }
  const accountId = (await findToken(sql.$client, "confirm-address", token)) as Uuid | undefined;
  if (accountId === undefined) return undefined;
  const { rows } = await sql.$client.query<{ email: string }>(
    'SELECT email FROM identity."user" WHERE id = $1 AND NOT email_verified',
    [accountId],
  );
  return rows[0] && { email: rows[0].email, pending: undefined, accountId };
}

/** Runs with a link that works, one at a time for each address, and uses it up unless the answer is a refusal. */
async function withLink<Refusal>(
  parts: IdentityParts,
  token: string,
  work: (sql: Sql, link: Link) => Promise<Outcome<Confirmed, Refusal | "token_invalid">>,
): Promise<Outcome<Confirmed, Refusal | "token_invalid">> {
  return parts.database.withDuty("identity", async (sql) => {
    const seen = await findLink(sql, token);
    if (!seen) return refused("token_invalid");
    await lockAddress(sql, seen.email);
    // what another did meanwhile is seen now
    const link = await findLink(sql, token);
    if (!link) return refused("token_invalid");
    const answer = await work(sql, link);
    if (answer.ok) await consumeToken(sql.$client, "confirm-address", token);
    return answer;
  });
}
