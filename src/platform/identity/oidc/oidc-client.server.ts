import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { personName } from "#kernel/person-name.ts";

/** Another account service that people may sign in with, from the environment (OIDC_{NAME}_...). */
export type OidcProvider = {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Mail domains whose people sign in with this provider, and the only ones it speaks for; empty: for all. */
  readonly domains: readonly string[];
};

/** What a provider says of a person, after its signature, issuer, audience and times were checked. */
export type OidcPerson = {
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly fullName: string;
  readonly nonce: string | undefined;
};

type Known = { readonly config: Configuration; readonly keys: ReturnType<typeof createRemoteJWKSet> };
type Flow = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where the provider sends the browser back; the callback of `/auth/v1` without it. */
  readonly backTo?: string;
};

const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Seconds to wait for a provider's answer. */
const timeoutSeconds = 5;
/** Seconds that a provider's clock may be ahead of ours. */
const clockSkew = 60;

/** The client of the providers. Metadata of each is read once, when it is first needed. */
export function openOidcClient(providers: readonly OidcProvider[], callbackUrl: string) {
  const known = new Map<string, Promise<Known>>();

  function find(name: string): OidcProvider | undefined {
    return providers.find((provider) => provider.name === name);
  }

  function knownOf(provider: OidcProvider): Promise<Known> {
    const asked = known.get(provider.name) ?? readMetadata(provider);
    known.set(provider.name, asked);
    // after a failure it is read again the next time
    asked.catch(() => known.delete(provider.name));
    return asked;
  }

  return {
    find,
    ofDomain: (domain: string) =>
      providers.find((provider) => provider.domains.includes(domain.toLowerCase())),
    names: () => providers.map(({ name }) => name),

    /** The address to send the person to. */
    async authorizationUrl(
      provider: OidcProvider,
      { state, nonce, verifier, backTo = callbackUrl }: Flow,
    ): Promise<string> {
      const { config } = await knownOf(provider);
      const code_challenge = await calculatePKCECodeChallenge(verifier);
      return buildAuthorizationUrl(config, {
        redirect_uri: backTo,
        ...(isApple(provider)
          ? { scope: "openid email name", response_mode: "form_post" }
          : { scope: "openid email profile" }),
        state,
        nonce,
        code_challenge,
        code_challenge_method: "S256",
      }).href;
    },

    /** Exchanges the parameters of the callback for the person. Rejects when a check fails. */
    async exchange(
      provider: OidcProvider,
      { state, nonce, verifier, backTo = callbackUrl }: Flow,
      parameters: URLSearchParams,
    ): Promise<OidcPerson> {
      const { config } = await knownOf(provider);
      const url = new URL(backTo);
      url.search = parameters.toString();
      const granted = await authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return personOf(provider, granted.claims() ?? {});
    },

    /** Reads an ID token that an application got by itself. Rejects unless this provider issued it for us. */
    async readIdToken(provider: OidcProvider, token: string): Promise<OidcPerson> {
      const { config, keys } = await knownOf(provider);
      const { issuer } = config.serverMetadata();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: provider.clientId,
        algorithms,
        requiredClaims: ["sub", "exp", "iat"],
      });
      return personOf(provider, payload);
    },
  };
}

export type OidcClient = ReturnType<typeof openOidcClient>;

/** Apple gives the name only if it may send a form, and knows no scope "profile". */
function isApple({ name }: OidcProvider): boolean {
  return name === "apple";
}

async function readMetadata({ issuer, clientId, clientSecret }: OidcProvider): Promise<Known> {
  const url = new URL(issuer);
  const isHere = url.protocol === "http:";
  const config = await discovery(url, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // plain http is accepted by the configuration for this machine alone
    execute: [enableNonRepudiationChecks, ...(isHere ? [allowInsecureRequests] : [])],
  });
  const address = config.serverMetadata().jwks_uri;
  if (!address) throw new Error(`${issuer} publishes no keys`);
  return { config, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 }) };
}

/** What a provider of some domains says of an address elsewhere proves nothing. */
function speaksFor({ domains }: OidcProvider, email = ""): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}

/** Throws for a token without a subject, for another client, or from the future. */
function personOf(provider: OidcProvider, claims: JWTPayload): OidcPerson {
  const { clientId } = provider;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const email = text(claims.email);
  const name = text(claims.name)?.trim().slice(0, 200).toWellFormed() ?? "";
  const subject = text(claims.sub);
  if (!subject) throw new Error("an ID token without a subject");
  if (claims.azp !== undefined && claims.azp !== clientId) throw new Error("an ID token for another client");
  if ((claims.iat ?? Infinity) > Date.now() / 1000 + clockSkew) throw new Error("an ID token of the future");
  return {
    subject,
    email,
    // Apple writes it as a text
    isEmailVerified:
      speaksFor(provider, email) &&
      (claims.email_verified === true || (isApple(provider) && claims.email_verified === "true")),
    // a name that our forms refuse is not taken
    fullName: personName(name) ?? "",
    nonce: text(claims.nonce),
  };
}
