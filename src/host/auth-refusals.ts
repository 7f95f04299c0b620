import type { Context } from "hono";

type Answer = { readonly status: number; readonly code: string; readonly msg: string };
const answer = (status: number, code: string, msg: string): Answer => ({ status, code, msg });

const weak = (msg: string) => answer(422, "weak_password", msg);
const tooOften = answer(429, "over_request_rate_limit", "Request rate limit reached");

/** Every reason of a refusal, with the status and code that clients of the protocol know. */
const authRefusals = {
  not_understood: answer(400, "validation_failed", "Request body could not be understood"),
  no_credentials: answer(
    400,
    "validation_failed",
    "You must provide either an email or phone number and a password",
  ),
  grant_unknown: answer(400, "validation_failed", "unsupported_grant_type"),
  scope_unknown: answer(400, "validation_failed", "Unsupported logout scope"),
  email_invalid: answer(400, "email_address_invalid", "Unable to validate email address: invalid format"),
  email_taken: answer(422, "user_already_exists", "User already registered"),
  phone_disabled: answer(400, "phone_provider_disabled", "Phone logins are disabled"),
  password_too_short: weak("Password should be at least 8 characters."),
  password_too_long: weak("Password should be at most 128 characters."),
  password_common: weak("Password is known to be weak and easy to guess, please choose a different one."),
  same_password: answer(422, "same_password", "New password should be different from the old password."),
  invalid: answer(400, "invalid_credentials", "Invalid login credentials"),
  unconfirmed: answer(400, "email_not_confirmed", "Email not confirmed"),
  too_many: answer(429, "over_email_send_rate_limit", "Email rate limit exceeded"),
  locked: tooOften,
  busy: tooOften,
  captcha_failed: answer(
    400,
    "captcha_failed",
    "captcha protection: request disallowed (no captcha_token found, or it is not valid)",
  ),
  captcha_away: answer(503, "unexpected_failure", "captcha verification process failed"),
  letters_off: answer(422, "email_provider_disabled", "Letters are not sent at the moment"),
  otp_expired: answer(403, "otp_expired", "Token has expired or is invalid"),
  refresh_token_not_found: answer(
    400,
    "refresh_token_not_found",
    "Invalid Refresh Token: Refresh Token Not Found",
  ),
  refresh_token_already_used: answer(
    400,
    "refresh_token_already_used",
    "Invalid Refresh Token: Already Used",
  ),
  no_authorization: answer(401, "no_authorization", "This endpoint requires a valid Bearer token"),
  bad_jwt: answer(403, "bad_jwt", "invalid JWT: unable to parse or verify signature"),
  session_not_found: answer(403, "session_not_found", "Session from session_id claim in JWT does not exist"),
  reauthentication_needed: answer(
    400,
    "reauthentication_needed",
    "Password update requires reauthentication",
  ),
  sign_in_anew: answer(400, "reauthentication_needed", "This requires a recent sign-in"),
  reauthentication_not_valid: answer(422, "reauthentication_not_valid", "Nonce has expired or is invalid"),
  insufficient_aal: answer(403, "insufficient_aal", "AAL2 session is required when MFA is enabled."),
  factor_phone_disabled: answer(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"),
  factor_key_disabled: answer(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"),
  too_many_factors: answer(
    422,
    "too_many_enrolled_mfa_factors",
    "Maximum number of verified factors reached, unenroll to continue",
  ),
  factor_name_taken: answer(
    422,
    "mfa_factor_name_conflict",
    "A factor with this friendly name for this user already exists",
  ),
  factor_unknown: answer(404, "mfa_factor_not_found", "Factor not found"),
  code_invalid: answer(422, "mfa_verification_failed", "Invalid TOTP code entered"),
  challenge_over: answer(
    422,
    "mfa_challenge_expired",
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ),
  provider_unknown: answer(400, "provider_disabled", "Unsupported provider: provider is not enabled"),
  provider_failed: answer(422, "unexpected_failure", "The provider did not confirm the sign-in"),
  saml_disabled: answer(404, "saml_provider_disabled", "SAML 2.0 is disabled"),
  challenge_missing: answer(400, "validation_failed", "PKCE is required: send a code challenge by S256"),
  flow_unknown: answer(404, "flow_state_not_found", "invalid flow state, no valid flow state found"),
  verifier_wrong: answer(
    400,
    "bad_code_verifier",
    "code challenge does not match previously saved code verifier",
  ),
  email_unverified: answer(
    422,
    "provider_email_needs_verification",
    "The provider has not verified this email address, or does not speak for its domain",
  ),
  id_token_invalid: answer(400, "bad_jwt", "Bad ID token"),
  identity_unknown: answer(404, "identity_not_found", "Identity not found"),
  identity_taken: answer(422, "identity_already_exists", "Identity is already linked to another user"),
  last_identity: answer(
    422,
    "single_identity_not_deletable",
    "User must have at least 1 identity after unlinking",
  ),
  not_found: answer(404, "not_found", "Not found"),
  bad_json: answer(400, "bad_json", "Could not parse request body as JSON"),
  too_large: answer(413, "request_too_large", "Request body is too large"),
  not_json: answer(415, "unsupported_media_type", "Send application/json"),
} satisfies Record<string, Answer>;

export type AuthRefusal = keyof typeof authRefusals;

/** The answer to a refused call: `code`, `error_code`, `msg`; with status 429 also when to try again. */
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
