import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * The cookie that says at the sign-in why one is there. It is no warning where one may go on without an account: the page
 * offers that first.
 */
export async function loginFirstCookie(site: SiteServices, text: string): Promise<string> {
  const kind = (await mayGuestsBuy(site.database.anonymous)) ? "info" : "error";
  return flashCookie({ kind, text }, site.origin);
}
