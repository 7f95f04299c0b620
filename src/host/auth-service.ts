import { type Context, Hono } from "hono";
import type { Outcome } from "#kernel/outcome.ts";
import type { BearerSession, GrantedSession } from "#platform/identity/token-session.server.ts";
import {
  readAddress,
  readChange,
  readPasswordGrant,
  readRefreshGrant,
  readResend,
  readSignUp,
  readVerify,
} from "#ticketing/people/auth-call-form.ts";
import { readJson } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type AuthRefusal, refuse } from "./auth-refusals.ts";

export type AuthContext = Context<{ Variables: { address: string } }>;
type Refusal = AuthRefusal | { readonly reason: AuthRefusal; readonly retryAfter?: number };

/**
 * The authentication calls of the specification, under /auth/v1: JSON in, JSON out, tokens instead of cookies. Thin
 * over the token service; what is refused is said in the protocol's words (auth-refusals.ts).
 */
export function createAuthService(site: SiteServices): Hono<{ Variables: { address: string } }> {
  const auth = new Hono<{ Variables: { address: string } }>();
  const { tokens, identity } = site;

  auth.use(async (c, next) => {
    c.header("cache-control", "no-store");
    await next();
  });

  auth.post("/signup", (c) =>
    withBody(c, readSignUp, async (call) => {
      const made = await tokens.signUp(call, originOf(c));
      if (!made.ok) return refused(c, made.refusal);
      return c.json("session" in made.value ? made.value.session : made.value.user);
    }),
  );

  auth.post("/token", (c) => {
    switch (c.req.query("grant_type")) {
      case "password":
        return withBody(c, readPasswordGrant, async (call) =>
          granted(c, await tokens.byPassword({ ...call, ...originOf(c) })),
        );
      case "refresh_token":
        return withBody(c, readRefreshGrant, async ({ token }) => granted(c, await tokens.refresh(token)));
      default:
        return refuse(c, "grant_unknown");
    }
  });

  auth.post("/verify", (c) =>
    withBody(c, readVerify, async (proof) => granted(c, await tokens.byLetter(proof, originOf(c)))),
  );

  // the letters' links lead to our own pages, whatever `redirect_to` says
  auth.post("/recover", (c) =>
    withBody(c, readAddress, async ({ email }) => {
      const asked = await identity.requestReset(email);
      return asked.ok ? c.json({}) : refuse(c, asked.refusal);
    }),
  );

  auth.post("/resend", (c) =>
    withBody(c, readResend, async ({ type, email }) => {
      if (type === "signup") await identity.resendConfirmation(email);
      return c.json({});
    }),
  );

  auth.get("/user", (c) =>
    withBearer(site, c, async ({ userId }) => {
      const user = await tokens.user(userId);
      return user ? c.json(user) : refuse(c, "session_not_found");
    }),
  );

  auth.put("/user", (c) =>
    withBearer(site, c, (session) =>
      withBody(c, readChange, async (change) => {
        const changed = await tokens.change(session, change);
        return changed.ok ? c.json(changed.value) : refuse(c, changed.refusal);
      }),
    ),
  );

  auth.post("/logout", (c) =>
    withBearer(site, c, async (session) => {
      const scope = c.req.query("scope") ?? "global";
      if (scope !== "global" && scope !== "local" && scope !== "others") return refuse(c, "scope_unknown");
      await tokens.signOut(session, scope);
      return c.body(null, 204);
    }),
  );

  auth.get("/.well-known/jwks.json", (c) =>
    c.json({ keys: site.keys.publicKeys("token") }, 200, { "cache-control": "public, max-age=600" }),
  );
  auth.get("/health", (c) => c.json({ name: "Estival", description: "Conturi și sesiuni", version: "1" }));
  auth.get("/settings", (c) =>
    c.json({
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    }),
  );
  auth.all("*", (c) => refuse(c, "not_found"));
  return auth;
}

/** Reads a JSON body as this call's, or says what is wrong with it. */
export async function withBody<Call>(
  c: AuthContext,
  read: (body: unknown) => Outcome<Call, AuthRefusal>,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> {
  const body = await readJson(c.req.raw);
  if (!body.ok)
    return refuse(c, ({ 400: "bad_json", 413: "too_large", 415: "not_json" } as const)[body.refusal.status]);
  const call = read(body.value);
  return call.ok ? answer(call.value) : refuse(c, call.refusal);
}

/** Only for whoever brings an access token of ours whose session is alive. */
export async function withBearer(
  site: SiteServices,
  c: AuthContext,
  answer: (session: BearerSession) => Promise<Response>,
): Promise<Response> {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return refuse(c, "no_authorization");
  const session = await site.tokens.bearer(token);
  return session.ok ? answer(session.value) : refuse(c, session.refusal);
}

export function granted(c: AuthContext, outcome: Outcome<GrantedSession, Refusal>): Response {
  return outcome.ok ? c.json(outcome.value) : refused(c, outcome.refusal);
}

export function refused(c: AuthContext, refusal: Refusal): Response {
  return typeof refusal === "string" ? refuse(c, refusal) : refuse(c, refusal.reason, refusal.retryAfter);
}

export function originOf(c: AuthContext): { userAgent: string; address: string } {
  return { userAgent: c.req.header("user-agent") ?? "", address: c.get("address") };
}
