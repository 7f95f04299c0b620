import { Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { findChallengeState, openChallenge } from "#platform/identity/factors/pass-second-factor.server.ts";
import { sendCode } from "#platform/identity/letters/send-code.server.ts";
import { verifyLetter } from "#platform/identity/letters/verify-letter.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { signOut } from "#platform/identity/sessions/own-sessions.server.ts";
import { changeAccount } from "#platform/identity/tokens/change-account.server.ts";
import {
  grantByPassword,
  grantByRefresh,
  replaceTokens,
} from "#platform/identity/tokens/grant-tokens.server.ts";
import { signUpForTokens } from "#platform/identity/tokens/sign-up-for-tokens.server.ts";
import { findAuthUser } from "#platform/identity/tokens/token-session.server.ts";
import { linkSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import {
  readAddress,
  readChange,
  readCodeRequest,
  readPasswordGrant,
  readRefreshGrant,
  readResend,
  readSignUp,
  readVerify,
} from "#ticketing/people/auth-call-form.ts";
import { enrolFactor } from "#ticketing/people/enrol-factor.server.ts";
import { readEnrol, readFactorCode } from "#ticketing/people/factor-call-form.ts";
import { removeFactor } from "#ticketing/people/remove-factor.server.ts";
import { verifyFactor } from "#ticketing/people/verify-factor.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import {
  type AuthVariables,
  bearerOf,
  clientOf,
  granted,
  refusedCall,
  withBearer,
  withBearersBody,
  withBody,
  withPersonsBody,
} from "./auth-call.ts";
import { addProviderCalls, providerGrant } from "./auth-providers.ts";
import { refuse } from "./auth-refusals.ts";

/**
 * The authentication calls of the specification, under /auth/v1: JSON in, JSON out, tokens instead of cookies. They
 * only call the token service; auth-refusals.ts has the protocol's codes for refusals.
 */
export function createAuthService(site: SiteServices): Hono<AuthVariables> {
  const auth = new Hono<AuthVariables>();
  const { tokens, identity } = site;

  auth.use(async (c, next) => {
    c.header("cache-control", "no-store");
    await next();
  });

  auth.post("/signup", (c) =>
    withPersonsBody(site, c, readSignUp, async ({ captchaToken: _, ...call }) => {
      const signedUp = await signUpForTokens(tokens, call, clientOf(c));
      if (!signedUp.ok) return refusedCall(c, signedUp.refusal);
      return c.json("session" in signedUp.value ? signedUp.value.session : signedUp.value.user);
    }),
  );

  auth.post("/token", (c) => {
    switch (c.req.query("grant_type")) {
      case "password":
        return withPersonsBody(site, c, readPasswordGrant, async ({ email, password }) =>
          granted(c, await grantByPassword(tokens, { email, password, ...clientOf(c) })),
        );
      case "refresh_token":
        return withBody(c, readRefreshGrant, async ({ token }) =>
          granted(c, await grantByRefresh(tokens, token)),
        );
      case "pkce":
        return providerGrant(site, c, "pkce");
      case "id_token":
        return providerGrant(site, c, "id_token");
      default:
        return refuse(c, "grant_unknown");
    }
  });

  auth.post("/verify", (c) =>
    withBody(c, readVerify, async (proof) => {
      const signedIn = proof.type === "email_change" ? await bearerOf(site, c, "edit-profile") : null;
      return granted(c, await verifyLetter(tokens, proof, clientOf(c), signedIn));
    }),
  );

  // links in emails lead to our own pages, whatever `redirect_to` says
  auth.post("/recover", (c) =>
    withPersonsBody(site, c, readAddress, async ({ email }) => {
      const sent = await requestReset(identity, email);
      return sent.ok ? c.json({}) : refuse(c, sent.refusal);
    }),
  );

  auth.post("/resend", (c) =>
    withPersonsBody(site, c, readResend, async ({ type, email }) => {
      if (type === "signup") await resendConfirmation(identity, { email, address: clientOf(c).address });
      return c.json({});
    }),
  );

  auth.post("/otp", (c) =>
    withPersonsBody(site, c, readCodeRequest, async ({ email }) => {
      const sent = await sendCode(tokens, { purpose: "sign-in-code", email, address: clientOf(c).address });
      return sent.ok ? c.json({}) : refuse(c, sent.refusal);
    }),
  );

  // the protocol wants a GET here, although it sends an email; the email alone changes nothing
  auth.get("/reauthenticate", (c) =>
    withBearer(site, c, "send-code", async (session) => {
      const sent = await sendCode(tokens, { purpose: "reauthenticate", email: session.email });
      return sent.ok ? c.json({}) : refuse(c, sent.refusal);
    }),
  );

  auth.get("/user", (c) =>
    withBearer(site, c, "read-factors", async (session) => {
      const user = await findAuthUser(tokens, session);
      return user ? c.json(user) : refuse(c, "session_not_found");
    }),
  );

  // the new proof for another password or address may come in the same call
  auth.put("/user", (c) =>
    withBearersBody(site, c, ["edit-profile", readChange], async (session, change) => {
      const changed = await changeAccount(tokens, { ...session, address: clientOf(c).address }, change);
      return changed.ok ? c.json(changed.value) : refuse(c, changed.refusal);
    }),
  );

  auth.post("/logout", (c) => {
    const scope = c.req.query("scope") ?? "global";
    return withBearer(site, c, scope === "local" ? "end-this-session" : "end-session", async (session) => {
      if (scope !== "global" && scope !== "local" && scope !== "others") return refuse(c, "scope_unknown");
      await signOut(tokens, session, scope);
      return c.body(null, 204);
    });
  });

  addFactorCalls(auth, site);
  addProviderCalls(auth, site);

  auth.get("/.well-known/jwks.json", (c) =>
    c.json({ keys: site.keys.publicKeys("token") }, 200, { "cache-control": "public, max-age=600" }),
  );
  auth.get("/health", (c) => c.json({ name: "Estival", description: "Conturi și sesiuni", version: "1" }));
  auth.get("/settings", async (c) =>
    c.json({
      external: {
        ...Object.fromEntries(tokens.oidc.names().map((name) => [name, true])),
        anonymous_users: false,
        email: true,
        phone: false,
      },
      disable_signup: false,
      // while emails are off nobody can be asked to confirm an address
      mailer_autoconfirm: !(await identity.callbacks.lettersOn()),
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  );
  auth.all("*", (c) => refuse(c, "not_found"));
  return auth;
}

/** The calls for second factors: enroll, challenge, verify, remove. */
function addFactorCalls(auth: Hono<AuthVariables>, site: SiteServices): void {
  const { tokens } = site;

  auth.post("/factors", (c) =>
    withBearersBody(site, c, ["enrol-factor", readEnrol], async (session, { friendlyName }) => {
      const enrolled = await enrolFactor(site, { ...session, friendlyName });
      if (!enrolled.ok) return refuse(c, enrolled.refusal);
      const { factorId, secret, uri } = enrolled.value;
      const totp = { qr_code: linkSvg(uri), secret, uri };
      return c.json({ id: factorId, type: "totp", friendly_name: friendlyName, totp });
    }),
  );

  auth.post("/factors/:factorId/challenge", (c) =>
    withBearer(site, c, "verify-factor", async (session) => {
      const factorId = c.req.param("factorId");
      const opened = isUuid(factorId) ? await openChallenge(tokens, { ...session, factorId }) : undefined;
      if (!opened) return refuse(c, "factor_unknown");
      return c.json({ id: opened.id, type: "totp", expires_at: opened.expiresAt });
    }),
  );

  auth.post("/factors/:factorId/verify", (c) =>
    withBearersBody(site, c, ["verify-factor", readFactorCode], async (session, { challengeId, code }) => {
      const factorId = c.req.param("factorId");
      if (!isUuid(factorId)) return refuse(c, "factor_unknown");
      const state = await findChallengeState(tokens, { ...session, factorId }, challengeId);
      if (state !== "open") return refuse(c, state === "over" ? "challenge_over" : "factor_unknown");
      const verified = await verifyFactor(site, { ...session, factorId, code });
      if (verified.ok) return c.json(await replaceTokens(tokens, session));
      const { refusal } = verified;
      return refuse(c, refusal.reason, "retryAfter" in refusal ? refusal.retryAfter : undefined);
    }),
  );

  auth.delete("/factors/:factorId", (c) =>
    withBearer(site, c, "remove-factor", async (session) => {
      const factorId = c.req.param("factorId");
      if (!isUuid(factorId)) return refuse(c, "factor_unknown");
      const removed = await removeFactor(site, { ...session, factorId });
      return removed.ok ? c.json({ id: factorId }) : refuse(c, removed.refusal);
    }),
  );
}
