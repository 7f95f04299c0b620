import { type Outcome, refused } from "#kernel/outcome.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { type NewGuest, type WelcomeRefusal, welcomeGuest } from "#ticketing/people/welcome-guest.server.ts";
import type { OrderServices } from "./hold-queue.server.ts";

export type GuestSessionRefusal =
  /** The club sells to accounts alone. */
  { readonly reason: "guests_off" } | WelcomeRefusal;

/**
 * Opens the session of somebody who buys without an account. It opens the orders and tickets that are
 * bought with it, and nothing else; nothing says whether the address has an account.
 */
export async function openGuestSession(
  services: Pick<OrderServices, "database" | "captcha">,
  request: NewGuest,
): Promise<Outcome<OpenedSession, GuestSessionRefusal>> {
  if (!(await mayGuestsBuy(services.database.anonymous))) return refused({ reason: "guests_off" });
  return welcomeGuest(services, request);
}
