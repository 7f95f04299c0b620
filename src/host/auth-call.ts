import type { Context } from "hono";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { BearerSession, GrantedSession } from "#platform/identity/tokens/token-session.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import type { CaptchaProof } from "#ticketing/people/auth-call-form.ts";
import { type Act, missingProof } from "#ticketing/rights/act-rights.ts";
import { readJson } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type AuthRefusal, refuse } from "./auth-refusals.ts";

export type AuthVariables = { Variables: { address: string } };
export type AuthCallContext = Context<AuthVariables>;
type Refusal = AuthRefusal | { readonly reason: AuthRefusal; readonly retryAfter?: number };

/** Reads the JSON body of this call and answers it, or answers why the body is refused. */
export async function withBody<Call>(
  c: AuthCallContext,
  read: (body: unknown) => Outcome<Call, AuthRefusal>,
  answer: (call: Call) => Promise<Response>,
  parsedBody?: Awaited<ReturnType<typeof readJson>>,
): Promise<Response> {
  const body = parsedBody ?? (await readJson(c.req.raw));
  if (!body.ok)
    return refuse(c, ({ 400: "bad_json", 413: "too_large", 415: "not_json" } as const)[body.refusal.status]);
  const call = read(body.value);
  return call.ok ? answer(call.value) : refuse(c, call.refusal);
}

/** As `withBody`, for calls that make accounts, send emails or could guess: while a captcha is on, with its token. */
export function withPersonsBody<Call extends CaptchaProof>(
  site: SiteServices,
  c: AuthCallContext,
  read: (body: unknown) => Outcome<Call, AuthRefusal>,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> {
  return withBody(c, read, async (call) => {
    const verdict = site.captcha ? await site.captcha.verify(call.captchaToken) : "passed";
    return verdict === "passed" ? answer(call) : refuse(c, `captcha_${verdict}`);
  });
}

/** Lets a call pass only with our access token, a living session and the level of the act: checked only here. */
export async function withBearer(
  site: SiteServices,
  c: AuthCallContext,
  act: Act,
  answer: (session: BearerSession) => Promise<Response>,
): Promise<Response> {
  const session = await bearerFor(site, c, act);
  return session.ok ? answer(session.value) : refuse(c, session.refusal);
}

/**
 * As `withBearer`, for a call with a body. The body is read first: a session that ends meanwhile no longer counts.
 */
export async function withBearersBody<Call>(
  site: SiteServices,
  c: AuthCallContext,
  [act, read]: readonly [Act, (body: unknown) => Outcome<Call, AuthRefusal>],
  answer: (session: BearerSession, call: Call) => Promise<Response>,
): Promise<Response> {
  const body = await readJson(c.req.raw);
  return withBearer(site, c, act, (session) => withBody(c, read, (call) => answer(session, call), body));
}

/** The session of the token, for a call that also works without one; null when no session may do this act. */
export async function bearerOf(
  site: SiteServices,
  c: AuthCallContext,
  act: Act,
): Promise<BearerSession | null> {
  const session = await bearerFor(site, c, act);
  return session.ok ? session.value : null;
}

async function bearerFor(
  site: SiteServices,
  c: AuthCallContext,
  act: Act,
): Promise<Outcome<BearerSession, AuthRefusal>> {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return refused("no_authorization");
  const session = await findBearer(site.tokens, token);
  if (!session.ok) return session;
  const missing = missingProof(act, session.value);
  if (missing) return refused(missing === "insufficient_aal" ? missing : "sign_in_anew");
  return session;
}

export function granted(c: AuthCallContext, outcome: Outcome<GrantedSession, Refusal>): Response {
  return outcome.ok ? c.json(outcome.value) : refusedCall(c, outcome.refusal);
}

export function refusedCall(c: AuthCallContext, refusal: Refusal): Response {
  return typeof refusal === "string" ? refuse(c, refusal) : refuse(c, refusal.reason, refusal.retryAfter);
}

export function clientOf(c: AuthCallContext): { userAgent: string; address: string } {
  return { userAgent: c.req.header("user-agent") ?? "", address: c.get("address") };
}
