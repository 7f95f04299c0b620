import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CaptchaAdapter } from "#platform/captcha/captcha-adapter.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import type { Services } from "#platform/services.ts";
import { type Guest, makeGuest } from "./make-guest.server.ts";

export type NewGuest = {
  readonly guest: Guest;
  readonly captchaToken: string | undefined;
  /** The secret of the form, made for it alone: see `makeGuest`. */
  readonly formToken?: string | undefined;
};

export type WelcomeRefusal =
  /** A captcha is on: it brought nothing good, or its server does not answer. */
  { readonly reason: "captcha_needed"; readonly why: "failed" | "away" };

/**
 * Makes a guest and opens the session, after the captcha. Nothing says whether the address has an account. For its network
 * a guest counts once it asks to hold places (`openCheckout`): names alone would shut a whole network out.
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
