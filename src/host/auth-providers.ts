import type { Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { type Outcome, refused } from "#kernel/outcome.ts";
import { grantByIdToken, linkByIdToken } from "#platform/identity/oidc/id-token-sign-in.server.ts";
import { unlinkIdentity } from "#platform/identity/oidc/oidc-account.server.ts";
import {
  beginFlow,
  endFlow,
  exchangeFlowCode,
  type FlowStart,
} from "#platform/identity/oidc/oidc-sign-in.server.ts";
import { replaceTokens } from "#platform/identity/tokens/grant-tokens.server.ts";
import type { BearerSession } from "#platform/identity/tokens/token-session.server.ts";
import { readAuthorize, readIdTokenGrant, readPkceGrant, readSso } from "#ticketing/people/oidc-call-form.ts";
import { safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import {
  type AuthCallContext,
  type AuthVariables,
  clientOf,
  granted,
  withBearer,
  withBody,
} from "./auth-call.ts";
import { type AuthRefusal, refuse } from "./auth-refusals.ts";

/** The calls for signing in with other providers (OpenID Connect) that the environment names. */
export function addProviderCalls(auth: Hono<AuthVariables>, site: SiteServices): void {
  const { tokens } = site;
  const { oidc } = tokens;

  async function begin(c: AuthCallContext, call: FlowStart): Promise<Outcome<string, AuthRefusal>> {
    try {
      return await beginFlow(tokens, call);
    } catch (error) {
      site.log.warn({ provider: call.provider.name, error: String(error) }, "a provider does not answer");
      c.header("retry-after", "30");
      return refused("provider_failed");
    }
  }

  async function sendToProvider(
    c: AuthCallContext,
    more: { linksTo?: BearerSession } = {},
  ): Promise<Response> {
    const call = readAuthorize(c.req.query());
    if (!call.ok) return refuse(c, call.refusal);
    const provider = oidc.find(call.value.provider);
    if (!provider) return refuse(c, "provider_unknown");
    const { codeChallenge, redirectTo, isAnswerWanted } = call.value;
    const started = await begin(c, {
      provider,
      codeChallenge,
      redirectTo: ourPage(site, redirectTo),
      ...more,
    });
    if (!started.ok) return refuse(c, started.refusal);
    return isAnswerWanted ? c.json({ url: started.value }) : c.redirect(started.value, 302);
  }

  auth.get("/authorize", (c) => sendToProvider(c));

  // adds one more way to sign in to the caller's account
  auth.get("/user/identities/authorize", (c) =>
    withBearer(site, c, "link-identity", (session) => sendToProvider(c, { linksTo: session })),
  );

  auth.post("/sso", (c) =>
    withBody(c, readSso, async ({ providerId, domain, redirectTo, codeChallenge }) => {
      const provider = providerId === undefined ? oidc.findByDomain(domain ?? "") : oidc.find(providerId);
      if (!provider) return refuse(c, oidc.names().length === 0 ? "saml_disabled" : "provider_unknown");
      if (codeChallenge === undefined) return refuse(c, "challenge_missing");
      const started = await begin(c, { provider, codeChallenge, redirectTo: ourPage(site, redirectTo) });
      return started.ok ? c.json({ url: started.value }) : refuse(c, started.refusal);
    }),
  );

  // the address to which a provider sends the browser back; it goes on only with a state of ours, and only to a page
  // of ours
  auth.get("/callback", async (c) => {
    const finished = await endFlow(tokens, new URL(c.req.url).searchParams, clientOf(c).address);
    if (!finished.ok) return refuse(c, finished.refusal);
    const target = new URL(finished.value.redirectTo);
    target.searchParams.set("code", finished.value.code);
    return c.redirect(target.href, 303);
  });

  auth.delete("/user/identities/:identityId", (c) =>
    withBearer(site, c, "unlink-identity", async (session) => {
      const identityId = c.req.param("identityId");
      if (!isUuid(identityId)) return refuse(c, "identity_unknown");
      const unlinked = await unlinkIdentity(site.identity, { ...session, identityId });
      return unlinked.ok ? c.json({}) : refuse(c, unlinked.refusal);
    }),
  );
}

/** The grants of POST /token that finish a sign-in with another provider. */
export function providerGrant(
  site: SiteServices,
  c: AuthCallContext,
  grant: "pkce" | "id_token",
): Promise<Response> {
  const { tokens } = site;
  if (grant === "pkce")
    return withBody(c, readPkceGrant, async (call) =>
      granted(c, await exchangeFlowCode(tokens, call, clientOf(c))),
    );
  return withBody(c, readIdTokenGrant, async (call) => {
    const provider = tokens.oidc.find(call.provider);
    if (!provider) return refuse(c, "provider_unknown");
    if (!call.isLink) return granted(c, await grantByIdToken(tokens, { ...call, provider }, clientOf(c)));
    return withBearer(site, c, "link-identity", async (session) => {
      const linked = await linkByIdToken(tokens, session, { ...call, provider });
      return linked.ok ? c.json(await replaceTokens(tokens, session)) : refuse(c, linked.refusal);
    });
  });
}

/** A page of ours to go on to. Another address, or one a browser may read as another site's, becomes the home page. */
function ourPage(site: SiteServices, redirectTo: string | undefined): string {
  const path = redirectTo?.startsWith(`${site.origin}/`) ? redirectTo.slice(site.origin.length) : undefined;
  return `${site.origin}${safeReturn(path)}`;
}
