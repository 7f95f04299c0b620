import { setTimeout as pause } from "node:timers/promises";
import { type LeasedNotice, leaseSeconds } from "#ticketing/orders/notice-lease.ts";
import { processNotice } from "#ticketing/orders/process-notice.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

export type NoticeLanes = {
  /** Works on a stored notice as soon as a lane is free. */
  take(notice: LeasedNotice): void;
  /**
   * Resolves when no notice waits for a lane, and when they have been waiting without a pause for ten seconds: what
   * is less urgent makes way for a rush, and not for ever.
   */
  makeWay(): Promise<void>;
};

/** Notices worked on at once: enough to fill a settling batch, few enough to ask the provider about. */
const lanes = 16;

/**
 * Works on notices as soon as they are stored, a few at a time; the others wait here. What is lost with the process,
 * or waited here until its lease was nearly over, is still in the inbox, and the job finds it there.
 *
 * @param options.rushAtMost milliseconds for which notices that wait come before what makes way
 */
export function openNoticeLanes(site: SiteServices, { rushAtMost = 10_000 } = {}): NoticeLanes {
  const waiting: { notice: LeasedNotice; until: number }[] = [];
  let busy = 0;
  /** While notices wait: since when, and who makes way for them. */
  let rush: { readonly began: number; readonly over: Promise<void>; readonly end: () => void } | undefined;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (waiting.length === 0) endRush();
      const { notice, until } = next;
      if (performance.now() > until) continue;
      await processNotice(site, notice).catch((error: unknown) =>
        site.log.error({ eventId: notice.eventId, error: String(error) }, "a notice could not be processed"),
      );
    }
    busy -= 1;
  }

  function beginRush(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    rush = { began: performance.now(), over: promise, end: resolve };
  }

  function endRush(): void {
    rush?.end();
    rush = undefined;
  }

  return {
    take(notice) {
      waiting.push({ notice, until: performance.now() + (leaseSeconds * 1000) / 2 });
      if (busy === lanes) {
        if (!rush) beginRush();
        return;
      }
      // taken now: many notices may arrive before the first of them is begun
      busy += 1;
      // after the answer: the inbox row is the promise, this is only haste
      setImmediate(() => void work());
    },
    async makeWay() {
      if (!rush) return;
      const left = rush.began + rushAtMost - performance.now();
      if (left <= 0) return;
      const enough = new AbortController();
      await Promise.race([rush.over, pause(left, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
    },
  };
}
