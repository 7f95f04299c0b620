import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { signInFromProvider } from "#platform/identity/oidc/site-sign-in.server.ts";
import { accountTexts } from "#web/account/account-texts.ts";
import {
  type ProviderLogin,
  providerLoginCookie,
  readProviderLogin,
  secondStepCookie,
  signedInCookies,
} from "#web/request/cookies.server.ts";
import { nextPageFor } from "#web/request/next-page.server.ts";
import { endedCookie } from "#web/request/own-cookie.server.ts";
import { readBytes } from "#web/request/read-json.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext, safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type OfferedProvider, offeredProviders, providerTexts } from "#web/sign-in/provider-texts.ts";
import type { Flash } from "#web/ui/toast-region.tsx";

type Site = Pick<SiteServices, "tokens" | "database" | "identity" | "origin" | "log" | "now">;
type Variables = { Variables: { address: string } };

/** The parameters that a provider sends back. Others are not read. */
const returnedParameters = ["code", "state", "error", "iss"] as const;
/** The most characters of each parameter. */
const longestParameter = 2000;

/**
 * Signing in on the site with Google or Apple. The secrets of a sign-in are in a cookie of the browser that began it,
 * so nobody else can finish it. A refusal leads back to the login, with a sentence and the page to return to.
 */
export function createProviderLogin(site: Site): Hono<Variables> {
  const { oidc } = site.tokens;
  const cookieOptions = { secret: site.identity.tokenSecret, siteOrigin: site.origin, now: site.now };
  const backTo = `${site.origin}/login/back`;
  const router = new Hono<Variables>();

  const redirectTo = (to: string, more: { flash?: Flash; cookies: readonly string[] }) =>
    uncached(seeOther(to, { origin: site.origin, ...more }));
  const backToLogin = (returnTo: string, sentence: string) =>
    redirectTo(addressWithNext("/login", returnTo), {
      flash: { kind: "error", text: sentence },
      cookies: [endedCookie("provider-login", site.origin)],
    });

  router.get("/login/with/:provider", async (c) => {
    const name = offeredProvider(c.req.param("provider"));
    const provider = name && oidc.find(name);
    if (!name || !provider) return c.text(requestTexts.noAddress, 404);
    const returnTo = safeReturn(c.req.query("next"));
    const login: ProviderLogin = {
      provider: name,
      returnTo,
      state: secret(),
      nonce: secret(),
      verifier: secret(),
    };
    try {
      const url = await oidc.authorizationUrl(provider, { ...login, backTo });
      return redirectTo(url, { cookies: [providerLoginCookie(login, cookieOptions)] });
    } catch (error) {
      site.log.warn({ provider: name, error: String(error) }, "a provider does not answer");
      return backToLogin(returnTo, providerTexts.refused.away(name));
    }
  });

  // Apple posts a form from its own site, and the browser sends no cookie with it; the redirect that follows carries
  // the cookie
  router.post("/login/back", async (c) => {
    const body = await readBytes(c.req.raw, 5 * longestParameter);
    if (!body) return c.text(requestTexts.unreadable, 413);
    const form = new URLSearchParams(body.toString("utf8"));
    const forwarded = new URLSearchParams();
    for (const name of [...returnedParameters, "user"]) {
      const value = form.get(name);
      if (value !== null) forwarded.set(name, value.slice(0, longestParameter));
    }
    return redirectTo(`/login/back?${forwarded}`, { cookies: [] });
  });

  router.get("/login/back", async (c) => {
    const login = readProviderLogin(c.req.header("cookie"), cookieOptions);
    const name = login && offeredProvider(login.provider);
    const provider = name && oidc.find(name);
    if (!login || !name || !provider) return backToLogin("/", providerTexts.refused.over);
    const { returnTo, ...flow } = login;
    if (c.req.query("error") !== undefined)
      return backToLogin(returnTo, providerTexts.refused.cancelled(name));
    const opened = await signInFromProvider(site.tokens, {
      provider,
      flow: { ...flow, backTo },
      parameters: parametersOf(c),
      fullName: nameIn(c.req.query("user") ?? ""),
      userAgent: c.req.header("user-agent") ?? "",
      address: c.get("address"),
    });
    const deletedCookie = endedCookie("provider-login", site.origin);
    if (opened.ok)
      return redirectTo(await nextPageFor(site, opened.value, returnTo), {
        flash: { kind: "success", text: accountTexts.loggedIn },
        cookies: [...(await signedInCookies(site, c.req.raw, opened.value)), deletedCookie],
      });
    if (opened.refusal.reason === "second_factor")
      return redirectTo(`/login/code?next=${encodeURIComponent(returnTo)}`, {
        cookies: [secondStepCookie(opened.refusal.stepToken, site.origin), deletedCookie],
      });
    return backToLogin(returnTo, providerTexts.refused[opened.refusal.reason](name));
  });

  return router;
}

/** Adds headers so that the answer is cached nowhere and its address is told to no other site. */
function uncached(answer: Response): Response {
  answer.headers.set("cache-control", "no-store");
  answer.headers.set("referrer-policy", "no-referrer");
  return answer;
}

const secret = () => randomBytes(32).toString("base64url");

function offeredProvider(name: string): OfferedProvider | undefined {
  return offeredProviders.find((one) => one === name);
}

function parametersOf(c: Context): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of returnedParameters) {
    const value = c.req.query(name);
    if (value !== undefined) parameters.set(name, value.slice(0, longestParameter));
  }
  return parameters;
}

/** The name that Apple sends beside its token, the first time only: {"name":{"firstName":"Ana","lastName":"Pop"}}. */
function nameIn(user: string): string {
  try {
    const { name } = JSON.parse(user.slice(0, longestParameter)) as {
      name?: { firstName?: unknown; lastName?: unknown };
    };
    return [name?.firstName, name?.lastName].filter((part) => typeof part === "string").join(" ");
  } catch {
    return "";
  }
}
