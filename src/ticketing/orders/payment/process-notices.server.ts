import type { Services } from "#platform/services.ts";
import { leaseNotices } from "./notice-store.server.ts";
import { processNotice } from "./process-notice.server.ts";

/** How many events are processed at once: two of six connections stay free to store new ones meanwhile. */
const perRound = 4;

/** Processes the inbox's due webhook events, longest waiting first. Returns how many were processed. */
export async function processNotices(services: Services): Promise<number> {
  let done = 0;
  for (;;) {
    const notices = await services.database.withDuty("settle", (sql) => leaseNotices(sql, perRound));
    await Promise.all(notices.map((notice) => processNotice(services, notice)));
    done += notices.length;
    if (notices.length < perRound) return done;
  }
}
