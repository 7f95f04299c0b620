import { addressBucket } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { countInHour, waitForHour } from "#platform/identity/limits/hourly-budget.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type Guest, makeGuest } from "#ticketing/people/make-guest.server.ts";
import type { OrderServices } from "./hold-queue.server.ts";

type Request = {
  readonly guest: Guest;
  /** Where it came from; guests are counted for its network. */
  readonly address: string;
  readonly captchaToken: string | undefined;
};

export type GuestSessionRefusal =
  /** The club sells to accounts alone. */
  | { readonly reason: "guests_off" }
  /** A captcha is on: it brought nothing good, or its server does not answer. */
  | { readonly reason: "captcha_needed"; readonly why: "failed" | "away" }
  /** Too many guests of this network within an hour; seconds to wait. */
  | { readonly reason: "too_many_guests"; readonly retryAfter: number };

/**
 * Opens the session of somebody who buys without an account (decision 42). It opens the orders and tickets that are
 * bought with it, and nothing else; nothing says whether the address has an account.
 */
export async function openGuestSession(
  services: Pick<OrderServices, "database" | "captcha">,
  { guest, address, captchaToken }: Request,
): Promise<Outcome<OpenedSession, GuestSessionRefusal>> {
  const { database, captcha } = services;
  if (!(await mayGuestsBuy(database.anonymous))) return refused({ reason: "guests_off" });
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
  return done(await makeGuest(services, guest));
}
