import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { accountOf, type LinkRefusal, linkIdentity, type TakenRefusal } from "./oidc-account.server.ts";
import { type OidcDoor, type OidcPerson, type OidcProvider, openOidcDoor } from "./oidc-door.server.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "./secret-token.server.ts";
import {
  type GrantedSession,
  openTokenSession,
  type SessionOrigin,
  type TokenParts,
} from "./token-session.server.ts";

/** How long a person may take at the provider, and an application to exchange its code. Minutes. */
const flowMinutes = 10;
const codeMinutes = 5;

export type FlowStart = {
  readonly provider: OidcProvider;
  /** S256 of a verifier that the application keeps to itself. */
  readonly codeChallenge: string;
  /** A page of ours, checked by the caller. */
  readonly redirectTo: string;
  /** The account that gets one more way in; without it the flow ends in a sign-in. */
  readonly linksTo?: Uuid;
};
export type FlowEnd = { readonly redirectTo: string; readonly code: string };
export type FlowRefusal = "flow_unknown" | "provider_failed" | LinkRefusal;
export type IdTokenRefusal = "id_token_invalid" | LinkRefusal;

/** Sign-in at somebody else's: begun here, ended by a code for the application (PKCE), or by an ID token it has. */
export function openOidcSignIn(parts: TokenParts, providers: readonly OidcProvider[]) {
  const door: OidcDoor = openOidcDoor(providers, `${parts.issuer}/callback`);
  const derived = (what: string, state: string) =>
    createHmac("sha256", parts.secret).update(`${what}\0${state}`).digest("base64url");
  const flowOf = (state: string) => ({
    state,
    nonce: derived("oidc-nonce", state),
    verifier: derived("oidc-verifier", state),
  });

  return {
    find: door.find,
    ofDomain: door.ofDomain,
    names: door.names,

    /** Where to send the person; rejects when the provider is away. */
    async begin({ provider, codeChallenge, redirectTo, linksTo }: FlowStart): Promise<string> {
      const state = newSecretToken();
      const url = await door.authorizationUrl(provider, flowOf(state));
      await parts.database.identity.$client.query({
        name: "begin-flow",
        text: `INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, links_to, expires_at)
               VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => ${flowMinutes}))`,
        values: [newId(), provider.name, hashOfToken(state), codeChallenge, redirectTo, linksTo ?? null],
      });
      return url;
    },

    /** The person came back. Resolves to where they go on, with the code for the application. Works once. */
    async comeBack(parameters: URLSearchParams): Promise<Outcome<FlowEnd, FlowRefusal>> {
      const state = parameters.get("state") ?? "";
      if (!isTokenShaped(state)) return refused("flow_unknown");
      const { rows } = await parts.database.identity.$client.query<{
        id: Uuid;
        provider: string;
        redirectTo: string;
        linksTo: Uuid | null;
      }>({
        name: "end-flow",
        // the state is spent before anybody is asked, so that nothing comes of it twice
        text: `UPDATE identity.flow_state SET state_hash = 'spent ' || id WHERE state_hash = $1 AND expires_at > now()
               RETURNING id, provider, redirect_to AS "redirectTo", links_to AS "linksTo"`,
        values: [hashOfToken(state)],
      });
      const [flow] = rows;
      const provider = flow && door.find(flow.provider);
      if (!flow || !provider) return refused("flow_unknown");
      const person = await door.exchange(provider, flowOf(state), parameters).catch(() => undefined);
      if (!person) return refused("provider_failed");
      return parts.database.withDuty("identity", async (sql) => {
        // a link waits for the application that began it: whoever is led here by another's address links nothing
        const account = flow.linksTo ? done(flow.linksTo) : await accountOf(parts, sql, provider, person);
        if (!account.ok) return account;
        const code = newSecretToken();
        await sql.$client.query({
          name: "give-flow-code",
          text: `UPDATE identity.flow_state SET code_hash = $2, user_id = $3, subject = $4, expires_at = now() + make_interval(mins => ${codeMinutes}) WHERE id = $1`,
          values: [flow.id, hashOfToken(code), account.value, flow.linksTo ? person.subject : null],
        });
        return done({ redirectTo: flow.redirectTo, code });
      });
    },

    /** Exchanges the code for a session: once, and only with the verifier of the challenge it was begun with. */
    async exchange(
      { code, verifier }: { code: string; verifier: string },
      origin: SessionOrigin,
    ): Promise<Outcome<GrantedSession, "flow_unknown" | "verifier_wrong" | TakenRefusal>> {
      if (!isTokenShaped(code)) return refused("flow_unknown");
      return parts.database.withDuty("identity", async (sql) => {
        const { rows } = await sql.$client.query<SpentFlow>({
          name: "take-flow-code",
          text: `DELETE FROM identity.flow_state WHERE code_hash = $1
                 RETURNING user_id AS "userId", provider, subject, code_challenge AS challenge, expires_at > now() AS "isLive"`,
          values: [hashOfToken(code)],
        });
        const [flow] = rows;
        if (!flow?.isLive) return refused("flow_unknown");
        const shown = createHash("sha256").update(verifier).digest("base64url");
        // a wrong verifier uses the code up: whoever has stolen it tries once
        if (!isSame(shown, flow.challenge)) return refused("verifier_wrong");
        const { userId, provider, subject } = flow;
        if (subject !== null) {
          const linked = await linkIdentity(parts, sql, { userId, provider, subject });
          if (!linked.ok) return linked;
        }
        return done(await openTokenSession(parts, sql, { userId, method: "oauth", ...origin }));
      });
    },

    /** Gives a signed-in person's account one more way in, by an ID token that the application has. */
    async linkByIdToken(
      { userId }: { userId: Uuid },
      { provider, token, nonce }: { provider: OidcProvider; token: string; nonce: string | undefined },
    ): Promise<Outcome<null, "id_token_invalid" | TakenRefusal>> {
      const person = await door.readIdToken(provider, token).catch(() => undefined);
      if (!person || !isNonceRight(person, nonce)) return refused("id_token_invalid");
      return parts.database.withDuty("identity", (sql) =>
        linkIdentity(parts, sql, { userId, provider: provider.name, subject: person.subject }),
      );
    },

    /** Signs in with an ID token that an application got from the provider, bound to it by a nonce if it has one. */
    async byIdToken(
      { provider, token, nonce }: { provider: OidcProvider; token: string; nonce: string | undefined },
      origin: SessionOrigin,
    ): Promise<Outcome<GrantedSession, IdTokenRefusal>> {
      const person = await door.readIdToken(provider, token).catch(() => undefined);
      if (!person || !isNonceRight(person, nonce)) return refused("id_token_invalid");
      return parts.database.withDuty("identity", async (sql) => {
        const account = await accountOf(parts, sql, provider, person);
        if (!account.ok) return account;
        return done(
          await openTokenSession(parts, sql, { userId: account.value, method: "oauth", ...origin }),
        );
      });
    },
  };
}

type SpentFlow = {
  readonly userId: Uuid;
  readonly provider: string;
  readonly subject: string | null;
  readonly challenge: string;
  readonly isLive: boolean;
};

export type OidcSignIn = ReturnType<typeof openOidcSignIn>;

/** The token carries the SHA-256 of the nonce in hex; either both have one or neither. */
function isNonceRight({ nonce: carried }: OidcPerson, nonce: string | undefined): boolean {
  if (carried === undefined || nonce === undefined) return carried === nonce;
  return isSame(createHash("sha256").update(nonce).digest("hex"), carried);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
