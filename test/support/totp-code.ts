import { Secret, TOTP } from "otpauth";

/**
 * The six digits that an authenticator shows now, or in half a minute. Each works once and only later than the last, so
 * a second one is the next half minute's. Both stay good when the half minute turns on the way: one of the past would not.
 */
export const totpCode = (secret: string, halfMinutes: 0 | 1 = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + halfMinutes * 30_000,
  });
