import type { Identity } from "../identity.server.ts";
import { type OidcClient, type OidcProvider, openOidcClient } from "../oidc/oidc-client.server.ts";
import type { TokenSigner } from "./access-token.server.ts";

/** The context of the functions about tokens: the same accounts, for clients with tokens. */
export type TokenService = Identity & {
  readonly signer: TokenSigner;
  /** The issuer named in our tokens: the address of this service. */
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
