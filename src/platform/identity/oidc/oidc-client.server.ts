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
import { noteCost } from "#kernel/request-cost.server.ts";

/** Another account service that people may sign in with, from the environment (OIDC_{NAME}_...). */
export type OidcProvider = {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Mail domains whose people sign in with this provider; it speaks for no others. Empty: it speaks for all. */
  readonly domains: readonly string[];
};

/**
 * What a provider's word about an address is worth: nothing; that the person once read its mail, which is enough for an
 * account of their own; or that the address is theirs now, which opens the account that has it.
 */
export type EmailProof = "none" | "once" | "now";

/** The provider's facts about a person, after signature, issuer, audience and times were checked. */
export type OidcPerson = {
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailProof: EmailProof;
  readonly fullName: string;
  readonly nonce: string | undefined;
};

type ProviderMetadata = {
  readonly config: Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
};
type Flow = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The address to which the provider sends the browser back. Absent: the callback of `/auth/v1`. */
  readonly backTo?: string;
};

const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Seconds to wait for a provider's answer. */
const timeoutSeconds = 5;
/** Seconds that a provider's clock may be ahead of ours. */
const clockSkew = 60;

/** The client for the providers. The metadata of each is read once, when first needed. */
export function openOidcClient(providers: readonly OidcProvider[], callbackUrl: string) {
  const metadataByProvider = new Map<string, Promise<ProviderMetadata>>();

  function find(name: string): OidcProvider | undefined {
    return providers.find((provider) => provider.name === name);
  }

  function metadataOf(provider: OidcProvider): Promise<ProviderMetadata> {
    noteCost();
    const metadata = metadataByProvider.get(provider.name) ?? readMetadata(provider);
    metadataByProvider.set(provider.name, metadata);
    // after a failure, the next call reads the metadata again
    metadata.catch(() => metadataByProvider.delete(provider.name));
    return metadata;
  }

  return {
    find,
    findByDomain: (domain: string) =>
      providers.find((provider) => provider.domains.includes(domain.toLowerCase())),
    names: () => providers.map(({ name }) => name),

    /** The provider's address to send the person to. */
    async authorizationUrl(
      provider: OidcProvider,
      { state, nonce, verifier, backTo = callbackUrl }: Flow,
    ): Promise<string> {
      const { config } = await metadataOf(provider);
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

    /** Exchanges the callback's parameters for the person. Rejects when a check fails. */
    async exchange(
      provider: OidcProvider,
      { state, nonce, verifier, backTo = callbackUrl }: Flow,
      parameters: URLSearchParams,
    ): Promise<OidcPerson> {
      const { config } = await metadataOf(provider);
      const url = new URL(backTo);
      url.search = parameters.toString();
      const tokenResponse = await authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return personOf(provider, tokenResponse.claims() ?? {});
    },

    /** Reads an ID token that an application got by itself. Rejects unless this provider issued it for us. */
    async readIdToken(provider: OidcProvider, token: string): Promise<OidcPerson> {
      const { config, keys } = await metadataOf(provider);
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

/** Apple is special: it gives the name only in a form that it posts, and knows no scope "profile". */
function isApple({ name }: OidcProvider): boolean {
  return name === "apple";
}

async function readMetadata({ issuer, clientId, clientSecret }: OidcProvider): Promise<ProviderMetadata> {
  const url = new URL(issuer);
  const isOwnMachine = url.protocol === "http:";
  const config = await discovery(url, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // the configuration accepts plain http for this machine alone
    execute: [enableNonRepudiationChecks, ...(isOwnMachine ? [allowInsecureRequests] : [])],
  });
  const address = config.serverMetadata().jwks_uri;
  if (!address) throw new Error(`${issuer} publishes no keys`);
  return { config, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 }) };
}

/** The mail domains that public account services run themselves: people keep accounts there for addresses they lost. */
const ownMailDomains = new Map([
  ["google", ["gmail.com", "googlemail.com"]],
  ["apple", ["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"]],
]);

/** How far the provider speaks for this address. An address outside its configured domains proves nothing. */
function emailProofOf(provider: OidcProvider, claims: JWTPayload, email = ""): EmailProof {
  const { name, domains } = provider;
  const { hd } = claims;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  // Apple writes the boolean as text
  const isVerified =
    claims.email_verified === true || (isApple(provider) && claims.email_verified === "true");
  if (!isVerified || (domains.length > 0 && !domains.includes(domain))) return "none";
  const ownMail = ownMailDomains.get(name);
  if (!ownMail || ownMail.includes(domain)) return "now";
  // Google runs the accounts of a hosted domain for its owner
  return name === "google" && typeof hd === "string" && hd.toLowerCase() === domain ? "now" : "once";
}

/** The person in a token's claims. Throws when the token has no subject, is for another client or from the future. */
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
    emailProof: emailProofOf(provider, claims, email),
    // a name that our forms would refuse is left out
    fullName: personName(name) ?? "",
    nonce: text(claims.nonce),
  };
}
