import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { checkLinkPassword } from "../passwords/check-password.server.ts";
import { hashNewPassword } from "../passwords/hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "../passwords/password-rule.ts";
import { type OpenedSession, openSession } from "../sessions/login.server.ts";
import { consumeToken, findToken } from "../tokens/one-time-token.server.ts";
import { lockAccountOf, lockAddress } from "./account-locks.server.ts";
import { findAccount, findAddress, findCredential, isPresentHash } from "./account-store.server.ts";
import { changeAddress, changeAddressWithPassword, lookAtChange } from "./change-address.server.ts";
import { claimRegistration, makeProvenAccount, type NewOwner } from "./claim-registration.server.ts";
import { proveAddress } from "./prove-address.server.ts";
import {
  findRegistrationByBrowser,
  findRegistrationByLink,
  type PendingRegistration,
} from "./registration-store.server.ts";
import { findUsedLink, keepUsedLink } from "./used-link.server.ts";

/** A visit to the page of a confirmation link. */
type LinkVisit = {
  readonly token: string;
  /** The cookie that this browser got when it registered. */
  readonly browser: string | null;
  /** The person signed in in this browser, and the hash of the session. */
  readonly signedIn: { readonly userId: Uuid; readonly sessionHash: string } | null;
};

export type LinkConfirmation = LinkVisit & { readonly userAgent: string; readonly address: string };

/** `opened` is null when the person was signed in already, and after a change of address. */
export type ConfirmedAccount = { readonly userId: Uuid } & (
  | { readonly opened: OpenedSession }
  | { readonly opened: null; readonly email: string }
);

/**
 * `asks`: the page needs a button, or a password too, or all fields, because the account was made by a provider and has
 * no password. `nothing`: signed in already to the confirmed account.
 */
export type LinkView = {
  readonly asks: "click" | "password" | "fields" | "nothing";
  /** The address that the link would prove. */
  readonly email: string;
  /** The account's present address, masked where needed, if the link gives the account another; else null. */
  readonly movesFrom: string | null;
};

/** The effect of this link in this browser. Does not use the link up, because mail scanners open links too. */
export async function lookAtLink(identity: Identity, visit: LinkVisit): Promise<LinkView | undefined> {
  const sql = identity.database.identity;
  const link = await findLink(sql, visit.token);
  if (!link) return (await lookAtUsedLink(sql, visit)) ?? lookAtChange(identity, visit);
  const { email, accountId } = link;
  const isOwnBrowser =
    (accountId !== undefined && visit.signedIn?.userId === accountId) ||
    (await findRegistrationByBrowser(sql, email, visit.browser)) !== undefined;
  if (isOwnBrowser) return { asks: "click", email, movesFrom: null };
  const asks = (await passwordHashOf(sql, link)) === undefined ? "fields" : "password";
  return { asks, email, movesFrom: null };
}

async function lookAtUsedLink(sql: Sql, visit: LinkVisit): Promise<LinkView | undefined> {
  const used = await findUsedLink(sql, visit);
  if (!used) return undefined;
  const { email, userId, isHere } = used;
  if (visit.signedIn?.userId === userId) return { asks: "nothing", email, movesFrom: null };
  return isHere ? { asks: "click", email, movesFrom: null } : undefined;
}

/**
 * Confirms an address after a click on the page's button; call it for a POST only. In the browser that registered,
 * the form entered there becomes the account and a session opens, once more if the first answer was lost. A person
 * signed in to the unproven account keeps the session. Elsewhere the answer is `password_needed`.
 */
export async function confirmAddress(
  identity: Identity,
  confirmation: LinkConfirmation,
): Promise<Outcome<ConfirmedAccount, "token_invalid" | "password_needed">> {
  const confirmed = await withLink<"password_needed">(identity, confirmation.token, async (sql, link) => {
    const { email, accountId } = link;
    if (accountId !== undefined && confirmation.signedIn?.userId === accountId) {
      await proveAddress(identity, sql, accountId, "everything");
      return done({ userId: accountId, opened: null, email });
    }
    const registrationOfBrowser = await findRegistrationByBrowser(sql, email, confirmation.browser);
    if (!registrationOfBrowser) return refused("password_needed");
    return keepLinkAndOpenSession(
      identity,
      sql,
      confirmation,
      await claimRegistration(identity, sql, registrationOfBrowser, accountId),
    );
  });
  if (confirmed.ok || confirmed.refusal !== "token_invalid") return confirmed;
  const used = await findUsedLink(identity.database.identity, confirmation);
  if (used?.isHere && confirmation.signedIn === null) return openAgain(identity, confirmation, used.userId);
  // a link to a new address leads to the same page
  const changed = await changeAddress(identity, confirmation);
  return changed.ok ? done({ ...changed.value, opened: null }) : changed;
}

/**
 * As `confirmAddress` in any browser, with the password of the sign-up that this email belongs to, or of the account
 * that is unproven or gets a new address. The fifth wrong one ends the link.
 */
export async function confirmWithPassword(
  identity: Identity,
  confirmation: LinkConfirmation & { readonly password: string },
): Promise<Outcome<ConfirmedAccount, "token_invalid" | "invalid" | "busy">> {
  const link = await findLink(identity.database.identity, confirmation.token);
  if (!link) {
    const changed = await changeAddressWithPassword(identity, confirmation);
    return changed.ok ? done({ ...changed.value, opened: null }) : changed;
  }
  const stored = await passwordHashOf(identity.database.identity, link);
  const passwordCheck = await checkLinkPassword(identity, {
    token: confirmation.token,
    stored,
    password: confirmation.password,
  });
  if (!passwordCheck.ok) return passwordCheck;
  return withLink<"invalid">(identity, confirmation.token, async (sql, { pending, accountId }) => {
    if (pending)
      return keepLinkAndOpenSession(
        identity,
        sql,
        confirmation,
        await claimRegistration(identity, sql, pending, accountId),
      );
    if (accountId === undefined) return refused("token_invalid");
    // another session of the account may have changed the password during the check
    if (!(await isPresentHash(sql, accountId, stored ?? ""))) return refused("invalid");
    await proveAddress(identity, sql, accountId, { password: true });
    return keepLinkAndOpenSession(identity, sql, confirmation, accountId);
  });
}

/** As `confirmAddress` for an owner who enters everything again: nothing of an earlier form is kept. */
export async function confirmWithNewForm(
  identity: Identity,
  { password, ...confirmation }: LinkConfirmation & { password: string; fullName: string; phone: string },
): Promise<Outcome<ConfirmedAccount, "token_invalid" | PasswordRefusal | "busy">> {
  // checked first, so that an invented token costs no hash
  const link = await findLink(identity.database.identity, confirmation.token);
  if (!link) return refused("token_invalid");
  const wrong = passwordRefusalOf(password, [link.email, confirmation.fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashNewPassword(identity, link.email, password);
  if (passwordHash === undefined) return refused("busy");
  return withLink(identity, confirmation.token, async (sql, { email, accountId }) => {
    const owner: NewOwner = {
      email,
      passwordHash,
      fullName: confirmation.fullName,
      phone: confirmation.phone,
    };
    return keepLinkAndOpenSession(
      identity,
      sql,
      confirmation,
      await makeProvenAccount(identity, sql, owner, accountId),
    );
  });
}

async function openAgain(
  identity: Identity,
  { userAgent, address }: LinkConfirmation,
  userId: Uuid,
): Promise<Outcome<ConfirmedAccount, never>> {
  return identity.database.withDuty("identity", async (sql) =>
    done({ userId, opened: await openSession(identity, sql, { userId, userAgent, address }) }),
  );
}

async function keepLinkAndOpenSession(
  identity: Identity,
  sql: Sql,
  { userAgent, address, token, browser }: LinkConfirmation,
  userId: Uuid,
): Promise<Outcome<ConfirmedAccount, never>> {
  await keepUsedLink(sql, { token, browser }, userId);
  return done({ userId, opened: await openSession(identity, sql, { userId, userAgent, address }) });
}

/** The registration or unproven account that a link belongs to, or both. */
type Link = {
  readonly email: string;
  readonly pending: PendingRegistration | undefined;
  readonly accountId: Uuid | undefined;
};

/** The password that the page of a link asks for in another browser. An account that a provider made has none. */
async function passwordHashOf(sql: Sql, { pending, email }: Link): Promise<string | undefined> {
  return pending?.passwordHash ?? (await findCredential(sql, email))?.passwordHash;
}

async function findLink(
  sql: Sql,
  token: string,
  accountOf: typeof findAccount | typeof lockAccountOf = findAccount,
): Promise<Link | undefined> {
  const pending = await findRegistrationByLink(sql, token);
  const ownerId = pending
    ? undefined
    : ((await findToken(sql, "confirm-address", token)) as Uuid | undefined);
  const email = pending?.email ?? (ownerId && (await findAddress(sql, ownerId)));
  const account = email === undefined ? undefined : await accountOf(sql, email);
  if (email === undefined || account?.isConfirmed || (!pending && account?.id !== ownerId)) return undefined;
  return { email, pending, accountId: account?.id };
}

/** Runs `work` with a valid link, one at a time for each address. Uses the link up unless the answer is a refusal. */
async function withLink<Refusal>(
  identity: Identity,
  token: string,
  work: (sql: Sql, link: Link) => Promise<Outcome<ConfirmedAccount, Refusal | "token_invalid">>,
): Promise<Outcome<ConfirmedAccount, Refusal | "token_invalid">> {
  return identity.database.withDuty("identity", async (sql) => {
    const unlockedLink = await findLink(sql, token);
    if (!unlockedLink) return refused("token_invalid");
    await lockAddress(sql, unlockedLink.email);
    // read again under the locks
    const link = await findLink(sql, token, lockAccountOf);
    if (!link) return refused("token_invalid");
    const answer = await work(sql, link);
    if (answer.ok) await consumeToken(sql, "confirm-address", token);
    return answer;
  });
}
