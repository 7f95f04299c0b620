import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";

export type OidcCallRefusal = "not_understood" | "challenge_missing" | "saml_disabled";

const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u);
const alongside = { gotrue_meta_security: z.object({ captcha_token: line(4096).optional() }).nullish() };
// S256 in base64url
const challenge = z.string().regex(/^[\w-]{43}$/);

const authorize = z.object({
  provider: line(60),
  redirect_to: line(2000).optional(),
  code_challenge: challenge,
  code_challenge_method: z.string().regex(/^s256$/i),
  skip_http_redirect: z.enum(["true", "false"]).optional(),
});
const sso = z.strictObject({
  ...alongside,
  provider_id: line(60).optional(),
  domain: line(253).optional(),
  redirect_to: line(2000).optional(),
  skip_http_redirect: z.boolean().optional(),
  code_challenge: line(128).nullish(),
  code_challenge_method: line(16).nullish(),
});
const pkce = z.strictObject({ auth_code: line(200), code_verifier: z.string().regex(/^[\w.~-]{43,128}$/) });
const idToken = z.strictObject({
  ...alongside,
  provider: line(60).optional(),
  id_token: z.string().max(8192),
  access_token: line(8192).nullish(),
  nonce: line(200).nullish(),
  link_identity: z.boolean().optional(),
  client_id: line(200).optional(),
  issuer: line(500).optional(),
});

export type AuthorizeCall = {
  readonly provider: string;
  readonly redirectTo: string | undefined;
  readonly codeChallenge: string;
  readonly isAnswerWanted: boolean;
};

/** Reads GET authorize. Refused without a PKCE challenge, because tokens would then travel in addresses. */
export function readAuthorize(query: Record<string, string>): Outcome<AuthorizeCall, OidcCallRefusal> {
  const parsed = authorize.safeParse(query);
  if (!parsed.success)
    return refused(query.code_challenge === undefined ? "challenge_missing" : "not_understood");
  const { provider, redirect_to: redirectTo, code_challenge: codeChallenge } = parsed.data;
  const isAnswerWanted = parsed.data.skip_http_redirect === "true";
  return done({ provider, redirectTo, codeChallenge, isAnswerWanted });
}

export type SsoCall = {
  readonly providerId: string | undefined;
  readonly domain: string | undefined;
  readonly redirectTo: string | undefined;
  readonly codeChallenge: string | undefined;
};

/** Reads POST sso: by a provider's id, or by the domain of the address. */
export function readSso(body: unknown): Outcome<SsoCall, OidcCallRefusal> {
  const parsed = sso.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { provider_id: providerId, domain, redirect_to: redirectTo } = parsed.data;
  if ((providerId === undefined) === (domain === undefined)) return refused("not_understood");
  const checked = challenge.safeParse(parsed.data.code_challenge);
  return done({ providerId, domain, redirectTo, codeChallenge: checked.data });
}

/** Reads POST token with grant type pkce. */
export function readPkceGrant(body: unknown): Outcome<{ code: string; verifier: string }, OidcCallRefusal> {
  const parsed = pkce.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  return done({ code: parsed.data.auth_code, verifier: parsed.data.code_verifier });
}

export type IdTokenCall = {
  readonly provider: string;
  readonly token: string;
  readonly nonce: string | undefined;
  /** Whether the identity is linked to the caller's account instead of signing in. */
  readonly isLink: boolean;
};

/** Reads POST token with grant type id_token. */
export function readIdTokenGrant(body: unknown): Outcome<IdTokenCall, OidcCallRefusal> {
  const parsed = idToken.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { provider = "", id_token: token, nonce, link_identity: isLink = false } = parsed.data;
  return done({ provider, token, nonce: nonce ?? undefined, isLink });
}
