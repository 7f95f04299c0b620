import { dayOf } from "#kernel/time.ts";
import { listCoarseAvailability } from "#ticketing/events/event-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** Nights whose pages are rendered beforehand: a page costs a moment of the start, and few nights are rushed at. */
const mostNights = 12;

/**
 * Renders the pages that most people ask for, so that those who come first after a start find them, and find the
 * renderer's code compiled. In the first second of a process each would take a tenth of it or more, while hundreds of
 * connections come over from the process before it. What cannot be rendered now is rendered when it is asked for.
 */
export async function warmPages(
  site: Pick<SiteServices, "database" | "log" | "now" | "origin">,
  pages: (request: Request, address: string) => Promise<Response>,
): Promise<void> {
  try {
    const nights = await listCoarseAvailability(site.database.anonymous.$client, dayOf(site.now()));
    const paths = ["/", "/events", "/tickets"];
    for (const id of [...nights.keys()].slice(0, mostNights)) paths.push(`/events/${id}`);
    for (const path of paths) await pages(new Request(`${site.origin}${path}`), "127.0.0.1");
  } catch (error) {
    site.log.warn({ error: String(error) }, "pages were not rendered beforehand");
  }
}
