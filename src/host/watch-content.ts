import { contentVersion } from "#ticketing/content/content-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * Ends kept pages when a text of the site was written by another process; this one ends its own at once. One small
 * question a second, and none while no page is kept.
 */
export function watchContent(site: SiteServices): () => Promise<void> {
  let known: string | undefined;
  return async () => {
    if (known !== undefined && site.pages.size.pages === 0) return;
    const found = await contentVersion(site.database.anonymous.$client);
    if (known !== undefined && found !== known) site.pages.drop(["content"]);
    known = found;
  };
}
