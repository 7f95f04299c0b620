import { addressBucket } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CaptchaAdapter } from "#platform/captcha/captcha-adapter.server.ts";
import { countInHour, waitForHour } from "#platform/identity/limits/hourly-budget.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
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
  /** Too many guests of this network within an hour; seconds to wait. */
  | { readonly reason: "too_many_guests"; readonly retryAfter: number };

/**
 * Makes a guest and opens the session, after the captcha and within what a network may make in an hour. Nothing says
 * whether the address has an account.
 */
export async function welcomeGuest(
  services: Pick<Services, "database"> & { readonly captcha: CaptchaAdapter | null },
  { guest, address, captchaToken, formToken }: NewGuest,
): Promise<Outcome<OpenedSession, WelcomeRefusal>> {
  const { database, captcha } = services;
  const verdict = captcha ? await captcha.verify(captchaToken) : "passed";
  if (verdict !== "passed") return refused({ reason: "captcha_needed", why: verdict });
  const budgets = [
    { kind: "guest-network" as const, of: addressBucket(address), most: limits.guestsPerAddressAndHour },
  ];
  if (!(await countInHour(database.identity, budgets)))
    return refused({
      reason: "too_many_guests",
      retryAfter: Math.max(1, await waitForHour(database.identity, budgets)),
    });
  return done(await makeGuest(services, guest, formToken));
}
