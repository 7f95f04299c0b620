import type { Context } from "hono";
import type { Outcome } from "#kernel/outcome.ts";
import type { BearerSession, GrantedSession } from "#platform/identity/token-session.server.ts";
import type { CaptchaProof } from "#ticketing/people/auth-call-form.ts";
import { type Act, missingProof } from "#ticketing/rights/act-rights.ts";
import { readJson } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type AuthRefusal, refuse } from "./auth-refusals.ts";

export type AuthVariables = { Variables: { address: string } };
export type AuthContext = Context<AuthVariables>;
type Refusal = AuthRefusal | { readonly reason: AuthRefusal; readonly retryAfter?: number };

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

/** The same for calls that make accounts, send letters or guess: where a captcha is on, they bring what it gave. */
export function withPersonsBody<Call extends CaptchaProof>(
  site: SiteServices,
  c: AuthContext,
  read: (body: unknown) => Outcome<Call, AuthRefusal>,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> {
  return withBody(c, read, async (call) => {
    const verdict = site.captcha ? await site.captcha.verify(call.captchaToken) : "passed";
    return verdict === "passed" ? answer(call) : refuse(c, `captcha_${verdict}`);
  });
}

/**
 * Only for whoever brings an access token of ours whose session is alive and has shown what this act needs: the one
 * place where the calls look at that.
 */
export async function withBearer(
  site: SiteServices,
  c: AuthContext,
  act: Act,
  answer: (session: BearerSession) => Promise<Response>,
): Promise<Response> {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return refuse(c, "no_authorization");
  const session = await site.tokens.bearer(token);
  if (!session.ok) return refuse(c, session.refusal);
  const missing = missingProof(act, session.value);
  if (missing) return refuse(c, missing === "insufficient_aal" ? missing : "sign_in_anew");
  return answer(session.value);
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
