import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CaptchaAdapter } from "#platform/captcha/captcha-adapter.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { countGuestTry, nameGuestOfTry } from "./guest-tries-queries.server.ts";
import { type Guest, makeGuest } from "./make-guest.server.ts";

export type NewGuest = {
  readonly guest: Guest;
  /** Where it came from; guests are counted for its network. */
  readonly address: string;
  readonly captchaToken: string | undefined;
  /** The secret of the form, made for it alone: see `makeGuest`. */
  readonly formToken?: string | undefined;
};

export type WelcomeRefusal =
  /** A captcha is on: it brought nothing good, or its server does not answer. */
  | { readonly reason: "captcha_needed"; readonly why: "failed" | "away" }
  /** Too many guests of this network within an hour who have not paid; seconds to wait. */
  | { readonly reason: "too_many_guests"; readonly retryAfter: number };

/**
 * Makes a guest and opens the session, after the captcha and within what a network may make in an hour. Nothing says
 * whether the address has an account.
 */
export async function welcomeGuest(
  services: Pick<Services, "database"> & { readonly captcha: CaptchaAdapter | null },
  { guest, address, captchaToken, formToken }: NewGuest,
): Promise<Outcome<OpenedSession, WelcomeRefusal>> {
  const { captcha } = services;
  const verdict = captcha ? await captcha.verify(captchaToken) : "passed";
  if (verdict !== "passed") return refused({ reason: "captcha_needed", why: verdict });
  const most = limits.guestsPerAddressAndHour;
  const counted = await countGuestTry(services, { address, most, userId: null, places: 0 });
  if ("wait" in counted) return refused({ reason: "too_many_guests", retryAfter: counted.wait });
  const opened = await makeGuest(services, guest, formToken);
  await nameGuestOfTry(services, counted.id, opened.userId);
  return done(opened);
}
