import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Database, Sql } from "#platform/database/database.server.ts";
import { openAccountLibrary } from "./account-library.server.ts";
import { loginBudgets, type TriedFrom } from "./check-password.server.ts";
import {
  type Confirmed,
  confirmAddress,
  confirmWithNew,
  confirmWithPassword,
  type LinkPress,
  type LinkView,
  type LinkVisit,
  lookAtLink,
} from "./confirm-account.server.ts";
import { passSecondFactor, type SecondStep, type SecondStepRefusal } from "./factor-session.server.ts";
import { type FactorDoor, openFactors, type SecretSeal } from "./factors.server.ts";
import type { AccountCallbacks, IdentityParts, WayInChange } from "./identity-parts.server.ts";
import { type KnownBrowsers, openKnownBrowsers } from "./known-browser.server.ts";
import {
  type Login,
  type LoginRefusal,
  login,
  type OpenedSession,
  type SecondFactorAsked,
} from "./login.server.ts";
import { type OwnAccount, openOwnAccount, openPasskeys, type Passkeys } from "./own-account.server.ts";
import { type HashingOptions, hashedFor, openHashing } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { markProven } from "./prove-address.server.ts";
import {
  type Reconfirmation,
  type ReconfirmRefusal,
  reconfirmPassword,
} from "./reconfirm-password.server.ts";
import {
  findAccount,
  insertAccount,
  lockAddress,
  type RegisterRefusal,
  type Registration,
  registerAccount,
} from "./register-account.server.ts";
import { resendConfirmation } from "./resend-confirmation.server.ts";
import {
  type ResetChoice,
  type ResetRefusal,
  replacePassword,
  requestReset,
  resetPassword,
} from "./reset-password.server.ts";
import type { AdminFactor } from "./role-of-session.ts";
import {
  endSessions,
  findSession,
  type KnownSession,
  logout,
  renewSession,
  type SessionUse,
  sweepAccounts,
} from "./sessions.server.ts";
import { tellOwner } from "./tell-owner.server.ts";
import { openTokenService, type TokenOptions, type TokenService } from "./token-service.server.ts";
import { listWaysInOfReset, type WaysIn } from "./ways-in.server.ts";
import { mostWrong } from "./wrong-tries.server.ts";

/** The door to accounts. What each promises stands with its function in this folder. */
export type Identity = {
  /** Whether letters are sent at all: without them nobody is asked to confirm an address. */
  lettersOn(): Promise<boolean>;
  register(registration: Registration): Promise<Outcome<null, RegisterRefusal>>;
  lookAtLink(visit: LinkVisit): Promise<LinkView | undefined>;
  confirmAddress(press: LinkPress): Promise<Outcome<Confirmed, "token_invalid" | "password_needed">>;
  confirmWithPassword(
    press: LinkPress & { password: string },
  ): Promise<Outcome<Confirmed, "token_invalid" | "invalid" | "busy">>;
  confirmWithNew(
    press: LinkPress & { password: string; fullName: string; phone: string },
  ): Promise<Outcome<Confirmed, "token_invalid" | PasswordRefusal | "busy">>;
  resendConfirmation(email: string, browser?: string | null): Promise<void>;
  login(login: Login): Promise<Outcome<OpenedSession, LoginRefusal | SecondFactorAsked>>;
  /** Wrong passwords that count for who tries from there, whether the address has an account or not. */
  failedLogins(tried: TriedFrom & { readonly email: string }): Promise<number>;
  passSecondFactor(step: SecondStep): Promise<Outcome<OpenedSession, SecondStepRefusal>>;
  reconfirmPassword(entered: Reconfirmation): Promise<Outcome<null, ReconfirmRefusal>>;
  logout(token: string): Promise<void>;
  findSession(tokenHash: string, use?: SessionUse): Promise<KnownSession | undefined>;
  renewSession(tokenHash: string, idleSeconds: number): Promise<Date | undefined>;
  requestReset(email: string): Promise<Outcome<null, "letters_off">>;
  /** What else leads into the account of this link; undefined when the link would not work. */
  waysInOfReset(token: string): Promise<WaysIn | undefined>;
  resetPassword(
    token: string,
    password: string,
    choice?: ResetChoice,
  ): Promise<Outcome<{ userId: Uuid }, ResetRefusal>>;
  keepAccount(account: KeptAccount): Promise<Outcome<{ userId: Uuid }, KeepRefusal>>;
  endSessions(sql: Sql, userId: Uuid): Promise<void>;
  sweep(): Promise<void>;
  tellOwner(sql: Sql, change: { userId: Uuid; kind: WayInChange }): Promise<void>;
  /** Remembers which browsers signed in before, by a mark that they keep. */
  readonly knownBrowsers: Pick<KnownBrowsers, "remember">;
  /** What people do with their own account. */
  readonly own: OwnAccount;
  readonly passkeys: Passkeys;
  /** Second factors, on the transaction of an act; the acts stand in ticketing/people. */
  readonly factors: FactorDoor;
  /** The same accounts, by tokens: the service of the specification. */
  tokenService(options: TokenOptions): TokenService;
};

export type KeptAccount = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  /** Runs in the same transaction, when account and profile stand. */
  readonly also?: (sql: Sql, userId: Uuid) => Promise<void>;
};
export type KeepRefusal = PasswordRefusal | "email_invalid" | "busy";

export type IdentityOptions = {
  readonly database: Database;
  /** APP_SECRET; the library signs with it what it signs. */
  readonly secret: string;
  /** Encrypts the secrets of second factors, which must be read again. */
  readonly seal: SecretSeal;
  /** What applications for codes show as the name of the account's place. */
  readonly club?: string;
  readonly callbacks: AccountCallbacks;
  /** PUBLIC_ORIGIN; passkeys belong to its host. */
  readonly origin: string;
  readonly hashing?: HashingOptions;
  /** Whether administrators must show a second factor before they are taken for administrators. */
  readonly adminFactor?: AdminFactor;
};

export async function openIdentity({
  database,
  secret,
  seal,
  club = "Estival",
  callbacks,
  origin,
  hashing,
  adminFactor = "offered",
}: IdentityOptions): Promise<Identity> {
  const library = await openAccountLibrary(database, secret);
  const parts: IdentityParts = {
    database,
    library,
    callbacks,
    origin,
    adminFactor,
    hashing: openHashing(hashing),
    knownBrowsers: openKnownBrowsers(secret),
    factors: openFactors(seal, club, secret),
  };
  return {
    lettersOn: () => callbacks.lettersOn(),
    register: (registration) => registerAccount(parts, registration),
    lookAtLink: (visit) => lookAtLink(parts, visit),
    confirmAddress: (press) => confirmAddress(parts, press),
    confirmWithPassword: (press) => confirmWithPassword(parts, press),
    confirmWithNew: (press) => confirmWithNew(parts, press),
    resendConfirmation: (email, browser) => resendConfirmation(parts, email, browser),
    login: (attempt) => login(parts, attempt),
    failedLogins: (tried) => failedLogins(parts, tried),
    passSecondFactor: (step) => passSecondFactor(parts, step),
    reconfirmPassword: (entered) => reconfirmPassword(parts, entered),
    logout: (token) => logout(parts, token),
    findSession: (tokenHash, use = "used") => findSession(parts, tokenHash, use),
    renewSession: (tokenHash, idleSeconds) => renewSession(parts, tokenHash, idleSeconds),
    requestReset: (email) => requestReset(parts, email),
    waysInOfReset: (token) => listWaysInOfReset(parts, token),
    resetPassword: (token, password, choice) => resetPassword(parts, token, password, choice),
    keepAccount: (account) => keepAccount(parts, account),
    endSessions: (sql, userId) => endSessions(parts, sql, userId),
    sweep: () => sweepAccounts(parts),
    tellOwner: (sql, change) => tellOwner(parts, sql, change),
    knownBrowsers: parts.knownBrowsers,
    own: openOwnAccount(parts),
    passkeys: openPasskeys(parts),
    factors: parts.factors,
    tokenService: (options) => openTokenService(parts, secret, options),
  };
}

async function failedLogins(
  parts: IdentityParts,
  { email: typed, ...from }: TriedFrom & { readonly email: string },
): Promise<number> {
  const email = canonicalEmail(typed) ?? "";
  const known = await parts.library.findCredential(email);
  return mostWrong(parts.database.identity.$client, loginBudgets(parts, { email, ...from }, known));
}

/**
 * Makes sure that this confirmed account exists with this password, for whoever runs the machine (the first
 * administrator, the demo season); no page reaches it. Safe to repeat; an account that exists loses its sessions.
 */
async function keepAccount(
  parts: IdentityParts,
  { email: typed, password, fullName, phone, also }: KeptAccount,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  const email = canonicalEmail(typed);
  if (email === undefined) return refused("email_invalid");
  const wrong = wrongWithPassword(password, [email, fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, email, password);
  if (passwordHash === undefined) return refused("busy");
  return parts.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    const known = await findAccount(sql, email);
    const userId = known?.id ?? newId();
    if (known) await replacePassword(parts, sql, { userId, passwordHash });
    else await insertAccount(parts, sql, { userId, email, passwordHash, fullName, phone });
    await markProven(sql, userId, { password: true });
    await also?.(sql, userId);
    return done({ userId });
  });
}
