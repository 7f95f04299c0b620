import { type Outcome, refused } from "#kernel/outcome.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { type NewGuest, type WelcomeRefusal, welcomeGuest } from "#ticketing/people/welcome-guest.server.ts";
import type { OrderServices } from "./hold-queue.server.ts";

export type GuestSessionRefusal =
  /** The club sells to accounts only. */
  { readonly reason: "guests_off" } | WelcomeRefusal;

/**
 * Opens a session for a buyer without an account. It gives access to the orders and tickets bought with it, and to
 * nothing else. No answer tells whether the address has an account.
 */
export async function openGuestSession(
  services: Pick<OrderServices, "database" | "captcha">,
  request: NewGuest,
): Promise<Outcome<OpenedSession, GuestSessionRefusal>> {
  if (!(await mayGuestsBuy(services.database.anonymous))) return refused({ reason: "guests_off" });
  return welcomeGuest(services, request);
}
