import { totalmem } from "node:os";
import { newId } from "#kernel/id.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import { checkPrices } from "#ticketing/events/check-prices.server.ts";
import { forgetSecurityEvents } from "#ticketing/journal/forget-security-events.server.ts";
import { forgetLetters } from "#ticketing/letters/forget-letters.server.ts";
import { pollPayments } from "#ticketing/orders/poll-payments.server.ts";
import { processNotices } from "#ticketing/orders/process-notices.server.ts";
import { returnMoney } from "#ticketing/orders/return-money.server.ts";
import { serveLine } from "#ticketing/orders/serve-line.server.ts";
import { sweepHolds } from "#ticketing/orders/sweep-holds.server.ts";
import { tendWaitingRooms } from "#ticketing/orders/tend-waiting-rooms.server.ts";
import { sweepPictures } from "#ticketing/pictures/sweep-pictures.server.ts";
import { countMembers } from "#ticketing/reports/count-members.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { noteLowStock } from "#ticketing/reports/note-low-stock.server.ts";
import type { ProcessPulse } from "#ticketing/reports/process-pulse.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { reconciledSince } from "#ticketing/reports/reconciled-since.ts";
import { writePulse } from "#ticketing/reports/write-pulse.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { JobBook } from "./jobs.ts";
import type { NoticeLanes } from "./notice-lanes.ts";
import { watchAvailability } from "./watch-availability.ts";
import { watchContent } from "./watch-content.ts";

/** Looking everything through takes a good part of a second: not just when people come over from a process that died. */
const notAtOnce = { firstAfterSeconds: 60 };

/** What the site does by itself, and how often. Each is also done at once by whoever causes it; this is the net. */
export function siteJobs(site: SiteServices, book: JobBook, { makeWay }: NoticeLanes) {
  const processId = newId();
  const startedAt = new Date().toISOString();
  return [
    { name: "line", everySeconds: 0.2, run: (stop: AbortSignal) => serveLine(site, stop) },
    { name: "waiting rooms", everySeconds: 0.5, run: () => tendWaitingRooms(site) },
    {
      name: "letters",
      everySeconds: 1,
      run: (stop: AbortSignal) => deliverLetters({ ...site, makeWay }, stop),
    },
    { name: "availability", everySeconds: 1, run: watchAvailability(site) },
    { name: "content", everySeconds: 1, run: watchContent(site) },
    { name: "invariants", everySeconds: 600, ...notAtOnce, run: () => checkInvariants(site) },
    { name: "notices", everySeconds: 5, run: () => processNotices(site) },
    { name: "holds", everySeconds: 1, run: () => sweepHolds(site) },
    { name: "payments", everySeconds: 5, run: () => pollPayments(site) },
    { name: "signing keys", everySeconds: 600, run: () => site.keys.renew() },
    { name: "accounts", everySeconds: 600, run: () => site.identity.sweep() },
    { name: "old letters", everySeconds: 3600, ...notAtOnce, run: () => forgetLetters(site) },
    { name: "old security events", everySeconds: 3600, ...notAtOnce, run: () => forgetSecurityEvents(site) },
    { name: "unused pictures", everySeconds: 3600, ...notAtOnce, run: () => sweepPictures(site) },
    { name: "refunds", everySeconds: 5, run: () => returnMoney(site) },
    {
      name: "reconciliation",
      everySeconds: 6 * 3600,
      run: () => reconcile(site, { since: reconciledSince(site.now()) }),
    },
    {
      name: "pulse",
      everySeconds: 10,
      run: () => writePulse(site, { processId, pulse: pulseOf(site, startedAt, book) }),
    },
    { name: "prices", everySeconds: 600, run: () => checkAllPrices(site) },
    { name: "low stock", everySeconds: 20, run: () => noteLowStock(site) },
    { name: "sales", everySeconds: 2, run: () => foldSales(site) },
    { name: "members", everySeconds: 3600, run: () => countMembers(site) },
  ];
}

function pulseOf(site: SiteServices, startedAt: string, book: JobBook): ProcessPulse {
  return {
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    memoryOfMachine: totalmem(),
    provider: site.cards.recentCalls(),
    jobs: [...book.values()],
  };
}

/** A type that may not be sold any more is gone from the pages at once. */
async function checkAllPrices(site: SiteServices): Promise<void> {
  if ((await checkPrices(site)).length > 0) site.pages.dropAll();
}

/** Reads every promise about the data and raises the alarm for the first that does not hold. */
async function checkInvariants(site: SiteServices): Promise<void> {
  const broken = await site.database.withDuty("settle", async (sql) => {
    await sql.$client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    return readViolations(sql.$client, dataInvariants);
  });
  for (const { id, promise, rows } of broken)
    site.log.error({ invariant: id, promise, rows: rows.length }, "ALARM: the data breaks a promise");
}
