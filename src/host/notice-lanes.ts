import { processNotices } from "#ticketing/orders/process-notices.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** Notices worked on at once: enough to keep the database busy, too few to take its connections from buyers. */
const lanes = 6;

/**
 * Works on notices as soon as they are stored, a few at a time; the others wait here. What is lost with the process is
 * still in the inbox, and the job finds it there.
 */
export function openNoticeLanes(site: SiteServices): (eventId: string) => void {
  const waiting: string[] = [];
  let busy = 0;

  async function work(): Promise<void> {
    busy += 1;
    for (let eventId = waiting.shift(); eventId !== undefined; eventId = waiting.shift()) {
      await processNotices(site, eventId).catch((error: unknown) =>
        site.log.error({ eventId, error: String(error) }, "a notice could not be processed"),
      );
    }
    busy -= 1;
  }

  return (eventId) => {
    waiting.push(eventId);
    // after the answer: the inbox row is the promise, this is only haste
    if (busy < lanes) setImmediate(() => void work());
  };
}
