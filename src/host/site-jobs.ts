import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import { forgetLetters } from "#ticketing/letters/forget-letters.server.ts";
import { pollPayments } from "#ticketing/orders/poll-payments.server.ts";
import { processNotices } from "#ticketing/orders/process-notices.server.ts";
import { returnMoney } from "#ticketing/orders/return-money.server.ts";
import { sweepHolds } from "#ticketing/orders/sweep-holds.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** What the site does by itself, and how often. Each is also done at once by whoever causes it; this is the net. */
export function siteJobs(site: SiteServices) {
  return [
    { name: "letters", everySeconds: 5, run: () => deliverLetters(site) },
    { name: "notices", everySeconds: 5, run: () => processNotices(site) },
    { name: "holds", everySeconds: 10, run: () => sweepHolds(site) },
    { name: "payments", everySeconds: 30, run: () => pollPayments(site) },
    { name: "accounts", everySeconds: 600, run: () => site.identity.sweep() },
    { name: "old letters", everySeconds: 3600, run: () => forgetLetters(site) },
    { name: "refunds", everySeconds: 15, run: () => returnMoney(site) },
  ];
}
