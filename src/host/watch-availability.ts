import { dayOf } from "#kernel/time.ts";
import { listCoarseAvailability } from "#ticketing/events/event-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * Renews kept pages whose "available", "last" or "sold out" is no longer true. One small question a second for all
 * nights, whoever changed the stock and in whichever process; a notification in a transaction that takes stock would
 * cost every buyer a lock on the whole database. It is asked while no page is kept, too: what was known before a page was
 * rendered tells whether that page is still true, and without it each would be rendered twice.
 */
export function watchAvailability(site: SiteServices): () => Promise<void> {
  let known = new Map<string, string>();
  return async () => {
    const found = await listCoarseAvailability(site.database.anonymous.$client, dayOf(site.now()));
    const changed = [...new Set([...known.keys(), ...found.keys()])].filter(
      (id) => known.get(id) !== found.get(id),
    );
    known = found;
    if (changed.length > 0) site.pages.refresh(changed.map((id) => `event:${id}`));
  };
}
