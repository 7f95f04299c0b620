import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CaptchaAdapter } from "#platform/captcha/captcha-adapter.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import type { Services } from "#platform/services.ts";
import { type Guest, makeGuest } from "./make-guest.server.ts";

export type NewGuest = {
  readonly guest: Guest;
  readonly captchaToken: string | undefined;
  /** A secret made for this one form; see `makeGuest`. */
  readonly formToken?: string | undefined;
};

export type WelcomeRefusal =
  /** The captcha is on and was not passed (`failed`), or its server does not answer (`away`). */
  { readonly reason: "captcha_needed"; readonly why: "failed" | "away" };

/**
 * Creates a guest and opens the session, after the captcha. No answer tells whether the address has an account. A
 * guest counts for its network only when it asks to hold places (`openCheckout`); counting names would shut out a
 * whole network.
 */
export async function welcomeGuest(
  services: Pick<Services, "database"> & { readonly captcha: CaptchaAdapter | null },
  { guest, captchaToken, formToken }: NewGuest,
): Promise<Outcome<OpenedSession, WelcomeRefusal>> {
  const { captcha } = services;
  const verdict = captcha ? await captcha.verify(captchaToken) : "passed";
  if (verdict !== "passed") return refused({ reason: "captcha_needed", why: verdict });
  return done(await makeGuest(services, guest, formToken));
}
