import type { Hono } from "hono";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { readAuthorize, readIdTokenGrant, readPkceGrant, readSso } from "#ticketing/people/oidc-call-form.ts";
import { safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import {
  type AuthContext,
  type AuthVariables,
  granted,
  originOf,
  withBearer,
  withBody,
} from "./auth-call.ts";
import { refuse } from "./auth-refusals.ts";

/** The calls about signing in at other places: OpenID Connect, as far as the environment names some. */
export function addElsewhereCalls(auth: Hono<AuthVariables>, site: SiteServices): void {
  const { elsewhere } = site.tokens;

  async function begin(
    c: AuthContext,
    call: Parameters<typeof elsewhere.begin>[0],
  ): Promise<string | undefined> {
    try {
      return await elsewhere.begin(call);
    } catch (error) {
      site.log.warn({ provider: call.provider.name, error: String(error) }, "a provider does not answer");
      c.header("retry-after", "30");
      return undefined;
    }
  }

  async function sendToProvider(c: AuthContext, more: { linksTo?: Uuid } = {}): Promise<Response> {
    const call = readAuthorize(c.req.query());
    if (!call.ok) return refuse(c, call.refusal);
    const provider = elsewhere.find(call.value.provider);
    if (!provider) return refuse(c, "provider_unknown");
    const { codeChallenge, redirectTo, isAnswerWanted } = call.value;
    const url = await begin(c, { provider, codeChallenge, redirectTo: ourPage(site, redirectTo), ...more });
    if (url === undefined) return refuse(c, "provider_failed");
    return isAnswerWanted ? c.json({ url }) : c.redirect(url, 302);
  }

  auth.get("/authorize", (c) => sendToProvider(c));

  // one more way into the account of whoever calls
  auth.get("/user/identities/authorize", (c) =>
    withBearer(site, c, "link-identity", ({ userId }) => sendToProvider(c, { linksTo: userId })),
  );

  auth.post("/sso", (c) =>
    withBody(c, readSso, async ({ providerId, domain, redirectTo, codeChallenge }) => {
      const provider =
        providerId === undefined ? elsewhere.ofDomain(domain ?? "") : elsewhere.find(providerId);
      if (!provider) return refuse(c, elsewhere.names().length === 0 ? "saml_disabled" : "provider_unknown");
      if (codeChallenge === undefined) return refuse(c, "challenge_missing");
      const url = await begin(c, { provider, codeChallenge, redirectTo: ourPage(site, redirectTo) });
      return url === undefined ? refuse(c, "provider_failed") : c.json({ url });
    }),
  );

  // where a provider sends people back to; only a state of ours leads on, and only to a page of ours
  auth.get("/callback", async (c) => {
    const ended = await elsewhere.comeBack(new URL(c.req.url).searchParams);
    if (!ended.ok) return refuse(c, ended.refusal);
    const to = new URL(ended.value.redirectTo);
    to.searchParams.set("code", ended.value.code);
    return c.redirect(to.href, 303);
  });

  auth.delete("/user/identities/:identityId", (c) =>
    withBearer(site, c, "unlink-identity", async (session) => {
      const identityId = c.req.param("identityId");
      if (!isUuid(identityId)) return refuse(c, "identity_unknown");
      const unlinked = await site.tokens.unlinkIdentity(session, identityId);
      return unlinked.ok ? c.json({}) : refuse(c, unlinked.refusal);
    }),
  );
}

/** POST token with the grants that end a sign-in elsewhere. */
export function elsewhereGrant(
  site: SiteServices,
  c: AuthContext,
  grant: "pkce" | "id_token",
): Promise<Response> {
  const { elsewhere } = site.tokens;
  if (grant === "pkce")
    return withBody(c, readPkceGrant, async (call) =>
      granted(c, await elsewhere.exchange(call, originOf(c))),
    );
  return withBody(c, readIdTokenGrant, async (call) => {
    const provider = elsewhere.find(call.provider);
    if (!provider) return refuse(c, "provider_unknown");
    if (!call.isLink) return granted(c, await elsewhere.byIdToken({ ...call, provider }, originOf(c)));
    return withBearer(site, c, "link-identity", async (session) => {
      const linked = await elsewhere.linkByIdToken(session, { ...call, provider });
      return linked.ok ? c.json(await site.tokens.grantAnew(session)) : refuse(c, linked.refusal);
    });
  });
}

/** A page of ours to go on to; what is another site's, or might be read as one, becomes the front page. */
function ourPage(site: SiteServices, asked: string | undefined): string {
  const path = asked?.startsWith(`${site.origin}/`) ? asked.slice(site.origin.length) : undefined;
  return `${site.origin}${safeReturn(path)}`;
}
