import { type LeasedNotice, leaseSeconds } from "#ticketing/orders/notice-lease.ts";
import { processNotice } from "#ticketing/orders/process-notice.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** Notices worked on at once: enough to fill a settling batch, few enough to ask the provider about. */
const lanes = 16;

/**
 * Works on notices as soon as they are stored, a few at a time; the others wait here. What is lost with the process,
 * or waited here until its lease was nearly over, is still in the inbox, and the job finds it there.
 */
export function openNoticeLanes(site: SiteServices): (notice: LeasedNotice) => void {
  const waiting: { notice: LeasedNotice; until: number }[] = [];
  let busy = 0;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { notice, until } = next;
      if (performance.now() > until) continue;
      await processNotice(site, notice).catch((error: unknown) =>
        site.log.error({ eventId: notice.eventId, error: String(error) }, "a notice could not be processed"),
      );
    }
    busy -= 1;
  }

  return (notice) => {
    waiting.push({ notice, until: performance.now() + (leaseSeconds * 1000) / 2 });
    if (busy === lanes) return;
    // taken now: many notices may arrive before the first of them is begun
    busy += 1;
    // after the answer: the inbox row is the promise, this is only haste
    setImmediate(() => void work());
  };
}
