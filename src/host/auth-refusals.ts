import type { Context } from "hono";

type Said = { readonly status: number; readonly code: string; readonly msg: string };
const said = (status: number, code: string, msg: string): Said => ({ status, code, msg });

const weak = (msg: string) => said(422, "weak_password", msg);
const tooOften = said(429, "over_request_rate_limit", "Request rate limit reached");

/** Every reason for which the service refuses, in the words that clients of its protocol know. */
export const authRefusals = {
  not_understood: said(400, "validation_failed", "Request body could not be understood"),
  no_credentials: said(
    400,
    "validation_failed",
    "You must provide either an email or phone number and a password",
  ),
  grant_unknown: said(400, "validation_failed", "unsupported_grant_type"),
  scope_unknown: said(400, "validation_failed", "Unsupported logout scope"),
  email_invalid: said(400, "email_address_invalid", "Unable to validate email address: invalid format"),
  email_taken: said(422, "user_already_exists", "User already registered"),
  phone_disabled: said(400, "phone_provider_disabled", "Phone logins are disabled"),
  password_too_short: weak("Password should be at least 8 characters."),
  password_too_long: weak("Password should be at most 128 characters."),
  password_common: weak("Password is known to be weak and easy to guess, please choose a different one."),
  same_password: said(422, "same_password", "New password should be different from the old password."),
  invalid: said(400, "invalid_credentials", "Invalid login credentials"),
  unconfirmed: said(400, "email_not_confirmed", "Email not confirmed"),
  locked: tooOften,
  busy: tooOften,
  captcha_failed: said(
    400,
    "captcha_failed",
    "captcha protection: request disallowed (no captcha_token found, or it is not valid)",
  ),
  captcha_away: said(503, "unexpected_failure", "captcha verification process failed"),
  letters_off: said(422, "email_provider_disabled", "Letters are not sent at the moment"),
  otp_expired: said(403, "otp_expired", "Token has expired or is invalid"),
  refresh_token_not_found: said(
    400,
    "refresh_token_not_found",
    "Invalid Refresh Token: Refresh Token Not Found",
  ),
  refresh_token_already_used: said(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
  no_authorization: said(401, "no_authorization", "This endpoint requires a valid Bearer token"),
  bad_jwt: said(403, "bad_jwt", "invalid JWT: unable to parse or verify signature"),
  session_not_found: said(403, "session_not_found", "Session from session_id claim in JWT does not exist"),
  reauthentication_needed: said(400, "reauthentication_needed", "Password update requires reauthentication"),
  sign_in_anew: said(400, "reauthentication_needed", "This requires a recent sign-in"),
  reauthentication_not_valid: said(422, "reauthentication_not_valid", "Nonce has expired or is invalid"),
  insufficient_aal: said(403, "insufficient_aal", "AAL2 session is required when MFA is enabled."),
  factor_phone_disabled: said(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"),
  factor_key_disabled: said(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"),
  too_many_factors: said(
    422,
    "too_many_enrolled_mfa_factors",
    "Maximum number of verified factors reached, unenroll to continue",
  ),
  factor_name_taken: said(
    422,
    "mfa_factor_name_conflict",
    "A factor with this friendly name for this user already exists",
  ),
  factor_unknown: said(404, "mfa_factor_not_found", "Factor not found"),
  code_invalid: said(422, "mfa_verification_failed", "Invalid TOTP code entered"),
  challenge_over: said(
    422,
    "mfa_challenge_expired",
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ),
  provider_unknown: said(400, "provider_disabled", "Unsupported provider: provider is not enabled"),
  provider_failed: said(422, "unexpected_failure", "The provider did not confirm the sign-in"),
  saml_disabled: said(404, "saml_provider_disabled", "SAML 2.0 is disabled"),
  challenge_missing: said(400, "validation_failed", "PKCE is required: send a code challenge by S256"),
  flow_unknown: said(404, "flow_state_not_found", "invalid flow state, no valid flow state found"),
  verifier_wrong: said(
    400,
    "bad_code_verifier",
    "code challenge does not match previously saved code verifier",
  ),
  email_unverified: said(
    422,
    "provider_email_needs_verification",
    "The provider has not verified this email address",
  ),
  id_token_invalid: said(400, "bad_jwt", "Bad ID token"),
  identity_unknown: said(404, "identity_not_found", "Identity not found"),
  identity_taken: said(422, "identity_already_exists", "Identity is already linked to another user"),
  last_identity: said(
    422,
    "single_identity_not_deletable",
    "User must have at least 1 identity after unlinking",
  ),
  not_found: said(404, "not_found", "Not found"),
  bad_json: said(400, "bad_json", "Could not parse request body as JSON"),
  too_large: said(413, "request_too_large", "Request body is too large"),
  not_json: said(415, "unsupported_media_type", "Send application/json"),
} satisfies Record<string, Said>;

export type AuthRefusal = keyof typeof authRefusals;

/** The answer to a call that is refused: `code`, `error_code`, `msg`, and when to come back if that is known. */
export function refuse(c: Context, reason: AuthRefusal, retryAfter?: number): Response {
  const { status, code, msg } = authRefusals[reason];
  if (status === 429) c.header("retry-after", String(retryAfter ?? 5));
  const reasons = reason === "password_too_short" || reason === "password_too_long" ? ["length"] : ["pwned"];
  return c.json(
    {
      code: status,
      error_code: code,
      msg,
      ...(code === "weak_password" ? { weak_password: { reasons, message: msg } } : {}),
    },
    status as 400,
  );
}
