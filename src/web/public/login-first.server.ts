import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** Returns the cookie that explains the sign-in. No error where people may buy without an account. */
export async function loginFirstCookie(site: SiteServices, text: string): Promise<string> {
  const kind = (await mayGuestsBuy(site.database.anonymous)) ? "info" : "error";
  return flashCookie({ kind, text }, site.origin);
}
