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
import { isPersonName } from "#kernel/person-name.ts";

/** One place where people may sign in instead, from the environment (OIDC_{NAME}_...). */
export type OidcProvider = {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whose addresses sign in here when only a domain is told. */
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
type Flow = { readonly state: string; readonly nonce: string; readonly verifier: string };

const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Seconds we wait for somebody else's server. */
const patience = 5;

/** Talks to the providers. Each is asked about itself once, when it is first needed. */
export function openOidcDoor(providers: readonly OidcProvider[], callbackUrl: string) {
  const known = new Map<string, Promise<Known>>();

  function find(name: string): OidcProvider | undefined {
    return providers.find((provider) => provider.name === name);
  }

  function knownOf(provider: OidcProvider): Promise<Known> {
    const asked = known.get(provider.name) ?? ask(provider);
    known.set(provider.name, asked);
    // a provider that was away is asked anew the next time
    asked.catch(() => known.delete(provider.name));
    return asked;
  }

  return {
    find,
    ofDomain: (domain: string) =>
      providers.find((provider) => provider.domains.includes(domain.toLowerCase())),
    names: () => providers.map(({ name }) => name),

    /** Where to send the person. */
    async authorizationUrl(provider: OidcProvider, { state, nonce, verifier }: Flow): Promise<string> {
      const { config } = await knownOf(provider);
      const code_challenge = await calculatePKCECodeChallenge(verifier);
      return buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: "openid email profile",
        ...{ state, nonce, code_challenge, code_challenge_method: "S256" },
      }).href;
    },

    /** Exchanges what the provider sent the person back with. Rejects when anything about it is not right. */
    async exchange(
      provider: OidcProvider,
      { state, nonce, verifier }: Flow,
      parameters: URLSearchParams,
    ): Promise<OidcPerson> {
      const { config } = await knownOf(provider);
      const url = new URL(callbackUrl);
      url.search = parameters.toString();
      const granted = await authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return personOf(granted.claims() ?? {});
    },

    /** Reads an ID token that an application got by itself. Rejects unless it was made for us by this provider. */
    async readIdToken(provider: OidcProvider, token: string): Promise<OidcPerson> {
      const { config, keys } = await knownOf(provider);
      const { issuer } = config.serverMetadata();
      const { payload } = await jwtVerify(token, keys, {
        ...{ issuer, audience: provider.clientId, algorithms },
        requiredClaims: ["sub", "exp", "iat"],
      });
      return personOf(payload);
    },
  };
}

export type OidcDoor = ReturnType<typeof openOidcDoor>;

async function ask({ issuer, clientId, clientSecret }: OidcProvider): Promise<Known> {
  const url = new URL(issuer);
  const isHere = url.protocol === "http:";
  const config = await discovery(url, clientId, clientSecret, undefined, {
    timeout: patience,
    // plain http is accepted by the configuration for this machine alone
    execute: [enableNonRepudiationChecks, ...(isHere ? [allowInsecureRequests] : [])],
  });
  const address = config.serverMetadata().jwks_uri;
  if (!address) throw new Error(`${issuer} publishes no keys`);
  return { config, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: patience * 1000 }) };
}

function personOf(claims: JWTPayload): OidcPerson {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const name = text(claims.name)?.trim().slice(0, 200).toWellFormed() ?? "";
  if (!claims.sub) throw new Error("an ID token of nobody");
  return {
    subject: claims.sub,
    email: text(claims.email),
    isEmailVerified: claims.email_verified === true,
    // what could not be typed here is not taken from elsewhere
    fullName: isPersonName(name) ? name : "",
    nonce: text(claims.nonce),
  };
}
