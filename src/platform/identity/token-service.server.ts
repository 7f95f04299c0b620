import { hkdfSync } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { TokenSigner } from "./access-token.server.ts";
import { findAccountFacts } from "./account-facts.server.ts";
import { type AccountFacts, type AuthUser, authUser } from "./auth-user.ts";
import { type AccountChange, type ChangeRefusal, changeAccount } from "./change-account.server.ts";
import { askForCode, type Challenge, isAsked } from "./factor-challenge.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { type Login, type LoginRefusal, withPassword } from "./login.server.ts";
import type { OidcProvider } from "./oidc-door.server.ts";
import { type OidcSignIn, openOidcSignIn } from "./oidc-sign-in.server.ts";
import { insertRefreshToken, type RefreshRefusal, rotateRefreshToken } from "./refresh-token.server.ts";
import { type RegisterRefusal, type Registration, signUp } from "./register-account.server.ts";
import { newSecretToken } from "./secret-token.server.ts";
import { sendReauthentication, sendSignInCode } from "./send-code.server.ts";
import {
  type BearerRefusal,
  type BearerSession,
  findBearer,
  type GrantedSession,
  grant,
  openTokenSession,
  type SessionOrigin,
  type TokenParts,
} from "./token-session.server.ts";
import { unlinkIdentity } from "./unlink-identity.server.ts";
import { type LetterProof, verifyLetter } from "./verify-letter.server.ts";

export type SignOutScope = "global" | "local" | "others";

export type SignedUp = { readonly user: AuthUser } | { readonly session: GrantedSession };

/** Accounts by tokens. What each promises stands with its function in this folder. */
export type TokenService = {
  signUp(
    registration: Registration,
    origin: SessionOrigin,
  ): Promise<Outcome<SignedUp, RegisterRefusal | LoginRefusal>>;
  byPassword(login: Login): Promise<Outcome<GrantedSession, LoginRefusal>>;
  refresh(token: string): Promise<Outcome<GrantedSession, RefreshRefusal>>;
  byLetter(proof: LetterProof, origin: SessionOrigin): Promise<Outcome<GrantedSession, "otp_expired">>;
  bearer(token: string): Promise<Outcome<BearerSession, BearerRefusal>>;
  user(session: BearerSession): Promise<AuthUser | undefined>;
  change(session: BearerSession, change: AccountChange): Promise<Outcome<AuthUser, ChangeRefusal>>;
  signOut(session: BearerSession, scope: SignOutScope): Promise<void>;
  sendSignInCode(email: string): Promise<Outcome<null, "letters_off">>;
  sendReauthentication(session: BearerSession): Promise<Outcome<null, "letters_off">>;
  askForCode(session: BearerSession, factorId: Uuid): Promise<Challenge | undefined>;
  isAsked(session: BearerSession, factorId: Uuid, challengeId: Uuid): ReturnType<typeof isAsked>;
  /** Sign-in at other places, as the environment names them. */
  readonly elsewhere: OidcSignIn;
  unlinkIdentity(session: BearerSession, identityId: Uuid): ReturnType<typeof unlinkIdentity>;
  /** New tokens for a session that has shown more than before; its older refresh tokens and questions end. */
  grantAnew(session: BearerSession): Promise<GrantedSession>;
};

export type TokenOptions = {
  readonly signer: TokenSigner;
  /** What our tokens say they are from: the address of the service. */
  readonly issuer: string;
  readonly providers?: readonly OidcProvider[];
};

export function openTokenService(
  identity: IdentityParts,
  appSecret: string,
  { signer, issuer, providers = [] }: TokenOptions,
): TokenService {
  const secret = Buffer.from(hkdfSync("sha256", appSecret, "estival", "identity-tokens", 32)).toString("hex");
  const parts: TokenParts = { ...identity, signer, issuer, secret };
  return {
    signUp: (registration, origin) => signUpForTokens(parts, registration, origin),
    byPassword: ({ userAgent, ...tried }) =>
      withPassword(parts, tried, (sql, userId) =>
        openTokenSession(parts, sql, { userId, method: "password", userAgent, address: tried.address }),
      ),
    // a refusal commits too: a family that was ended stays ended
    refresh: (token) =>
      parts.database.withDuty("identity", async (sql) => {
        const rotated = await rotateRefreshToken(sql.$client, secret, token);
        if (!rotated.ok) return rotated;
        return done(await grant(parts, sql, rotated.value.sessionId, rotated.value.token));
      }),
    byLetter: (proof, origin) => verifyLetter(parts, proof, origin),
    bearer: (token) => findBearer(parts, token),
    user: async (session) => {
      const facts = await findAccountFacts(parts, parts.database.identity.$client, session);
      return facts && authUser(facts, session);
    },
    change: (session, change) => changeAccount(parts, session, change),
    signOut: (session, scope) => signOut(parts, session, scope),
    sendSignInCode: (email) => sendSignInCode(parts, email),
    sendReauthentication: ({ email }) => sendReauthentication(parts, email),
    askForCode: (session, factorId) => askForCode(parts.database.identity.$client, { ...session, factorId }),
    isAsked: (session, factorId, challengeId) =>
      isAsked(parts.database.identity.$client, { ...session, factorId }, challengeId),
    elsewhere: openOidcSignIn(parts, providers),
    unlinkIdentity: ({ userId }, identityId) => unlinkIdentity(parts, { userId, identityId }),
    grantAnew: ({ sessionId }) =>
      parts.database.withDuty("identity", async (sql) => {
        await sql.$client.query("DELETE FROM identity.refresh_token WHERE session_id = $1", [sessionId]);
        await sql.$client.query("DELETE FROM identity.factor_challenge WHERE session_id = $1", [sessionId]);
        const token = newSecretToken();
        await insertRefreshToken(sql.$client, { sessionId, token, parentId: null });
        return grant(parts, sql, sessionId, token);
      }),
  };
}

/**
 * Sign-up. While letters are on there is no session before the address is confirmed, and the answer is made of the
 * request alone, so that a known address gets the very same; while they are off, the session comes at once.
 */
async function signUpForTokens(
  parts: TokenParts,
  registration: Registration,
  origin: SessionOrigin,
): Promise<Outcome<SignedUp, RegisterRefusal | LoginRefusal>> {
  const made = await signUp(parts, registration);
  if (!made.ok) return made;
  if (!(await parts.callbacks.lettersOn())) {
    const { email, password } = registration;
    const session = await withPassword(parts, { email, password, address: origin.address }, (sql, userId) =>
      openTokenSession(parts, sql, { userId, method: "password", ...origin }),
    );
    return session.ok ? done({ session: session.value }) : refused(session.refusal);
  }
  const now = new Date();
  const { userId } = made.value;
  const { email, fullName, phone } = registration;
  const facts: AccountFacts = {
    ...{ id: userId, email, fullName, phone, role: "user", createdAt: now, updatedAt: now },
    ...{ confirmedAt: null, lastSignInAt: null, factors: [] },
    identities: [
      {
        id: newId(),
        provider: "credential",
        subject: userId,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      },
    ],
  };
  return done({ user: authUser(facts, { aal: "aal1" }) });
}

/** Ends sessions with all their tokens, at once: this one, every other one, or all. */
async function signOut(
  { database }: TokenParts,
  { sessionId, userId }: BearerSession,
  scope: SignOutScope,
): Promise<void> {
  const which = { local: "id = $1", others: "id <> $1", global: "true" }[scope];
  await database.identity.$client.query(
    `DELETE FROM identity.session WHERE user_id = $2 AND ($1::uuid IS NOT NULL) AND ${which}`,
    [sessionId, userId],
  );
}
