import type { Identity } from "../identity.server.ts";
import { type OidcClient, type OidcProvider, openOidcClient } from "../oidc/oidc-client.server.ts";
import type { TokenSigner } from "./access-token.server.ts";

/** The same accounts for clients with tokens: what every function about tokens is called with. */
export type TokenService = Identity & {
  readonly signer: TokenSigner;
  /** The issuer in our tokens: the address of the service. */
  readonly issuer: string;
  /** Other account services that people may sign in with. */
  readonly oidc: OidcClient;
};

type TokenOptions = Pick<TokenService, "signer" | "issuer"> & {
  readonly providers?: readonly OidcProvider[];
};

export function openTokenService(
  identity: Identity,
  { signer, issuer, providers = [] }: TokenOptions,
): TokenService {
  return { ...identity, signer, issuer, oidc: openOidcClient(providers, `${issuer}/callback`) };
}
