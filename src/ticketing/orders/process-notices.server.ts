import type { OrderServices } from "./hold-desk.server.ts";
import { leaseNotices } from "./notice-store.server.ts";
import { processNotice } from "./process-notice.server.ts";

/** Looked at together: enough to fill a settling batch, few enough to ask the provider about at once. */
const perRound = 16;

/** Works off what is due in the inbox, what waited longest first. Resolves to how many notices were looked at. */
export async function processNotices(services: OrderServices): Promise<number> {
  let done = 0;
  for (;;) {
    const notices = await services.database.withDuty("settle", (sql) => leaseNotices(sql.$client, perRound));
    await Promise.all(notices.map((notice) => processNotice(services, notice)));
    done += notices.length;
    if (notices.length < perRound) return done;
  }
}
