import { z } from "zod";
import { done, refused } from "#kernel/outcome.ts";
import { textLine } from "./person-fields-form.ts";

const captcha = { gotrue_meta_security: z.object({ captcha_token: textLine(4096).optional() }).nullish() };
// S256 in base64url
const challenge = z.string().regex(/^[\w-]{43}$/);

const authorize = z.object({
  provider: textLine(60),
  redirect_to: textLine(2000).optional(),
  code_challenge: challenge,
  code_challenge_method: z.string().regex(/^s256$/i),
  skip_http_redirect: z.enum(["true", "false"]).optional(),
});
const sso = z.strictObject({
  ...captcha,
  provider_id: textLine(60).optional(),
  domain: textLine(253).optional(),
  redirect_to: textLine(2000).optional(),
  skip_http_redirect: z.boolean().optional(),
  code_challenge: textLine(128).nullish(),
  code_challenge_method: textLine(16).nullish(),
});
const pkce = z.strictObject({
  auth_code: textLine(200),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});
const idToken = z.strictObject({
  ...captcha,
  provider: textLine(60).optional(),
  id_token: z.string().max(8192),
  access_token: textLine(8192).nullish(),
  nonce: textLine(200).nullish(),
  link_identity: z.boolean().optional(),
  client_id: textLine(200).optional(),
  issuer: textLine(500).optional(),
});

/** Reads GET authorize. Refused without a PKCE challenge, because tokens would then travel in addresses. */
export function readAuthorize(query: Record<string, string>) {
  const parsed = authorize.safeParse(query);
  if (!parsed.success)
    return refused(query.code_challenge === undefined ? "challenge_missing" : "not_understood");
  const { provider, redirect_to: redirectTo, code_challenge: codeChallenge } = parsed.data;
  const isAnswerWanted = parsed.data.skip_http_redirect === "true";
  return done({ provider, redirectTo, codeChallenge, isAnswerWanted });
}

/** Reads POST sso: by a provider's id, or by the domain of the address. */
export function readSso(body: unknown) {
  const parsed = sso.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { provider_id: providerId, domain, redirect_to: redirectTo } = parsed.data;
  if ((providerId === undefined) === (domain === undefined)) return refused("not_understood");
  const checked = challenge.safeParse(parsed.data.code_challenge);
  return done({ providerId, domain, redirectTo, codeChallenge: checked.data });
}

/** Reads POST token with grant type pkce. */
export function readPkceGrant(body: unknown) {
  const parsed = pkce.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  return done({ code: parsed.data.auth_code, verifier: parsed.data.code_verifier });
}

/** Reads POST token with grant type id_token. */
export function readIdTokenGrant(body: unknown) {
  const parsed = idToken.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  const { provider = "", id_token: token, nonce, link_identity: isLink = false } = parsed.data;
  // a link adds the identity to the caller's account instead of signing in
  return done({ provider, token, nonce: nonce ?? undefined, isLink });
}
