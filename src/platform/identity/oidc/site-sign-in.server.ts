import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { personName } from "#kernel/person-name.ts";
import { hasFactor } from "../factors/factors.server.ts";
import { type OpenedSession, openSession, type SecondFactorAsked } from "../sessions/login.server.ts";
import { issueToken } from "../tokens/one-time-token.server.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { findOrMakeAccount, type LinkRefusal } from "./oidc-account.server.ts";
import type { OidcProvider } from "./oidc-client.server.ts";

/** A sign-in with a provider on this site: what the browser's cookie kept, and what the provider sent back. */
type SiteSignIn = {
  readonly provider: OidcProvider;
  readonly flow: {
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
    readonly backTo: string;
  };
  readonly parameters: URLSearchParams;
  /** The name that a provider sends beside its token, at the first sign-in only; empty when there is none. */
  readonly fullName: string;
  readonly userAgent: string;
  readonly address: string;
};

type SiteSignInRefusal = { readonly reason: "provider_failed" | LinkRefusal } | SecondFactorAsked;

/**
 * Signs in with the provider's answer and opens a session of the site (`findOrMakeAccount` says which
 * account). A person with a second factor gets a token for the second step instead. The provider's code works once,
 * so the same answer sent twice is refused.
 */
export async function signInFromProvider(
  tokens: TokenService,
  { provider, flow, parameters, fullName, userAgent, address }: SiteSignIn,
): Promise<Outcome<OpenedSession, SiteSignInRefusal>> {
  const person = await tokens.oidc.exchange(provider, flow, parameters).catch(() => undefined);
  if (!person) return refused({ reason: "provider_failed" });
  const name = person.fullName || (personName(fullName) ?? "").slice(0, 200);
  return tokens.database.withDuty("identity", async (sql) => {
    const account = await findOrMakeAccount(tokens, sql, {
      provider,
      person: { ...person, fullName: name },
      address,
    });
    if (!account.ok) return refused({ reason: account.refusal });
    const userId = account.value;
    if (await hasFactor(sql, userId))
      return refused({ reason: "second_factor", stepToken: await issueToken(sql, "second-factor", userId) });
    return done(await openSession(tokens, sql, { userId, userAgent, address }));
  });
}
