import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { lockWithSession, type SessionKey } from "../sessions/own-sessions.server.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "../tokens/secret-token.server.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { type GrantedSession, openTokenSession, type SessionOrigin } from "../tokens/token-session.server.ts";
import {
  findOrMakeAccount,
  type LinkRefusal,
  linkIdentity,
  type TakenRefusal,
} from "./oidc-account.server.ts";
import type { OidcProvider } from "./oidc-client.server.ts";

export type FlowStart = {
  readonly provider: OidcProvider;
  /** The S256 hash of a verifier that the application keeps to itself. */
  readonly codeChallenge: string;
  /** A page of this site. The caller has checked it. */
  readonly redirectTo: string;
  /** The session whose account gets one more identity. Absent: the flow ends in a sign-in. */
  readonly linksTo?: SessionKey;
};
type FlowEnd = { readonly redirectTo: string; readonly code: string };
type FlowRefusal = "flow_unknown" | "provider_failed" | LinkRefusal;

/** Begins a sign-in with a provider. Resolves to the address to send the person to; rejects when the provider is away. */
export async function beginFlow(
  { oidc, database, tokenSecret }: TokenService,
  { provider, codeChallenge, redirectTo, linksTo }: FlowStart,
): Promise<Outcome<string, "session_not_found">> {
  const state = newSecretToken();
  const url = await oidc.authorizationUrl(provider, flowSecrets(tokenSecret, state));
  return database.withDuty("identity", async (sql) => {
    if (linksTo && !(await lockWithSession(sql, linksTo))) return refused("session_not_found");
    await sql.query({
      name: "begin-flow",
      text: `INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, links_to, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
      values: [
        newId(),
        provider.name,
        hashOfToken(state),
        codeChallenge,
        redirectTo,
        linksTo?.userId ?? null,
        accountDurations.providerSignIn,
      ],
    });
    return done(url);
  });
}

/** Ends a flow when the provider sends the person back, once. Resolves to the next page, with a code for the client. */
export async function endFlow(
  tokens: TokenService,
  parameters: URLSearchParams,
  address: string,
): Promise<Outcome<FlowEnd, FlowRefusal>> {
  const { oidc, database, tokenSecret } = tokens;
  const state = parameters.get("state") ?? "";
  if (!isTokenShaped(state)) return refused("flow_unknown");
  const { rows } = await database.identity.query<{
    id: Uuid;
    provider: string;
    redirectTo: string;
    linksTo: Uuid | null;
  }>({
    name: "end-flow",
    // the state is used up before the provider is called, so that the same answer has an effect once only
    text: `UPDATE identity.flow_state SET state_hash = 'spent ' || id WHERE state_hash = $1 AND expires_at > now()
           RETURNING id, provider, redirect_to AS "redirectTo", links_to AS "linksTo"`,
    values: [hashOfToken(state)],
  });
  const [flow] = rows;
  const provider = flow && oidc.find(flow.provider);
  if (!flow || !provider) return refused("flow_unknown");
  const person = await oidc
    .exchange(provider, flowSecrets(tokenSecret, state), parameters)
    .catch(() => undefined);
  if (!person) return refused("provider_failed");
  return database.withDuty("identity", async (sql) => {
    // a link waits for the application that began it, so a victim who is led here by an attacker's address links
    // nothing
    const account = flow.linksTo
      ? done(flow.linksTo)
      : await findOrMakeAccount(tokens, sql, { provider, person, address });
    if (!account.ok) return account;
    const code = newSecretToken();
    await sql.query({
      name: "give-flow-code",
      text: `UPDATE identity.flow_state SET code_hash = $2, user_id = $3, subject = $4, expires_at = now() + make_interval(secs => $5) WHERE id = $1`,
      values: [
        flow.id,
        hashOfToken(code),
        account.value,
        flow.linksTo ? person.subject : null,
        accountDurations.providerCode,
      ],
    });
    return done({ redirectTo: flow.redirectTo, code });
  });
}

/** Exchanges the code for a session: once, and only with the verifier that fits the challenge. */
export async function exchangeFlowCode(
  tokens: TokenService,
  { code, verifier }: { code: string; verifier: string },
  origin: SessionOrigin,
): Promise<Outcome<GrantedSession, "flow_unknown" | "verifier_wrong" | TakenRefusal>> {
  if (!isTokenShaped(code)) return refused("flow_unknown");
  return tokens.database.withDuty("identity", async (sql) => {
    await lockOwner(sql, code);
    const { rows } = await sql.query<SpentFlow>({
      name: "take-flow-code",
      text: `DELETE FROM identity.flow_state WHERE code_hash = $1
             RETURNING user_id AS "userId", provider, subject, code_challenge AS challenge, expires_at > now() AS "isLive"`,
      values: [hashOfToken(code)],
    });
    const [flow] = rows;
    if (!flow?.isLive) return refused("flow_unknown");
    const challengeOfVerifier = createHash("sha256").update(verifier).digest("base64url");
    // a wrong verifier uses the code up, so a thief has one try
    if (!isSameText(challengeOfVerifier, flow.challenge)) return refused("verifier_wrong");
    const { userId, provider, subject } = flow;
    if (subject !== null) {
      const linked = await linkIdentity(tokens, sql, { userId, provider, subject });
      if (!linked.ok) return linked;
    }
    return done(await openTokenSession(tokens, sql, { userId, method: "oauth", ...origin }));
  });
}

/** The secrets of a flow. They are derived from its state and stored nowhere. */
function flowSecrets(secret: string, state: string) {
  const derived = (what: string) =>
    createHmac("sha256", secret).update(`${what}\0${state}`).digest("base64url");
  return { state, nonce: derived("oidc-nonce"), verifier: derived("oidc-verifier") };
}

/** Locks the code's account before the code is used up, so that an earlier password reset has ended the code. */
async function lockOwner(sql: Sql, code: string): Promise<void> {
  const { rows } = await sql.query<{ userId: Uuid }>({
    name: "owner-of-flow",
    text: 'SELECT user_id AS "userId" FROM identity.flow_state WHERE code_hash = $1',
    values: [hashOfToken(code)],
  });
  if (rows[0]) await lockAccount(sql, rows[0].userId);
}

type SpentFlow = {
  readonly userId: Uuid;
  readonly provider: string;
  readonly subject: string | null;
  readonly challenge: string;
  readonly isLive: boolean;
};

/** Whether the texts are equal; compared in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
