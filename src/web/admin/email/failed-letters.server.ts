import { readMailNews } from "#ticketing/letters/outbox-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";

/** Returns how many emails need attention, for the outbox's tab. */
export async function findFailedLetters(site: SiteServices, administrator: Administrator): Promise<number> {
  const news = await site.database.readAs(administrator, readMailNews);
  return news.failed;
}
