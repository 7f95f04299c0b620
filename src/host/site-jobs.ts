import { spawn } from "node:child_process";
import { totalmem } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { newId } from "#kernel/id.ts";
import { sweepAccounts } from "#platform/identity/accounts/sweep-accounts.server.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import { spreadNightMessages } from "#ticketing/delivery/night-messages/spread-night-messages.server.ts";
import { checkPrices } from "#ticketing/events/check-prices.server.ts";
import { makeWantedPrices } from "#ticketing/events/make-wanted-prices.server.ts";
import { forgetGuests } from "#ticketing/guest-lists/forget-guests.server.ts";
import { forgetSecurityEvents } from "#ticketing/journal/forget-security-events.server.ts";
import { forgetLetters } from "#ticketing/letters/forget-letters.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { forgetMailboxes } from "#ticketing/orders/checkout/forget-mailboxes.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { workOffMoves } from "#ticketing/orders/moved-nights/work-off-moves.server.ts";
import { pollPayments } from "#ticketing/orders/payment/poll-payments.server.ts";
import { processNotices } from "#ticketing/orders/payment/process-notices.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { forgetTicketNames } from "#ticketing/orders/transfers/forget-ticket-names.server.ts";
import { runWaitingRooms } from "#ticketing/orders/waiting/run-waiting-rooms.server.ts";
import { servePageQueue } from "#ticketing/orders/waiting/serve-page-queue.server.ts";
import { sweepGuests } from "#ticketing/people/sweep-guests.server.ts";
import { forgetInvitations } from "#ticketing/people/team/forget-invitations.server.ts";
import { sweepPictures } from "#ticketing/pictures/sweep-pictures.server.ts";
import { isBackupDue } from "#ticketing/reports/backup-queries.server.ts";
import { countMembers } from "#ticketing/reports/count-members.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { noteLowStock } from "#ticketing/reports/note-low-stock.server.ts";
import type { ProcessHeartbeat } from "#ticketing/reports/process-heartbeat.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { reconciledSince } from "#ticketing/reports/reconciled-since.ts";
import { writeHeartbeat } from "#ticketing/reports/write-heartbeat.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { JobRounds } from "./job-runner.ts";
import { projectFolder } from "./project-folder.ts";

/** Checking everything takes most of a second. It must not run when clients come over from a process that died. */
const notAtOnce = { firstAfterSeconds: 60 };

/** The jobs of the site and how often they run. They catch what was missed by the code that makes such work. */
export function siteJobs(
  site: SiteServices,
  rounds: JobRounds,
  /** Makes the night's backup; null when this process has no right to. */
  backUp: ((stop: AbortSignal) => Promise<void>) | null,
) {
  const processId = newId();
  const startedAt = new Date().toISOString();
  return [
    { name: "line", everySeconds: 0.2, run: (stop: AbortSignal) => servePageQueue(site, stop) },
    { name: "waiting rooms", everySeconds: 0.5, run: () => runWaitingRooms(site) },
    { name: "letters", everySeconds: 1, run: (stop: AbortSignal) => deliverLetters(site, stop) },
    { name: "night messages", everySeconds: 1, run: () => spreadNightMessages(site) },
    { name: "invariants", everySeconds: 600, ...notAtOnce, run: () => checkInvariants(site) },
    { name: "notices", everySeconds: 5, run: () => processNotices(site) },
    { name: "holds", everySeconds: 1, run: () => sweepHolds(site) },
    { name: "payments", everySeconds: 5, run: () => pollPayments(site) },
    { name: "signing keys", everySeconds: 600, run: () => site.keys.renew() },
    { name: "accounts", everySeconds: 600, run: () => sweepAccounts(site.identity) },
    { name: "idle guests", everySeconds: 3600, ...notAtOnce, run: () => sweepGuests(site) },
    { name: "old letters", everySeconds: 3600, ...notAtOnce, run: () => forgetLetters(site) },
    { name: "old mailboxes", everySeconds: 3600, ...notAtOnce, run: () => forgetMailboxes(site) },
    { name: "old guest lists", everySeconds: 3600, ...notAtOnce, run: () => forgetGuests(site) },
    { name: "old sent tickets", everySeconds: 3600, ...notAtOnce, run: () => forgetTicketNames(site) },
    { name: "old invitations", everySeconds: 3600, ...notAtOnce, run: () => forgetInvitations(site) },
    { name: "old security events", everySeconds: 3600, ...notAtOnce, run: () => forgetSecurityEvents(site) },
    { name: "unused pictures", everySeconds: 3600, ...notAtOnce, run: () => sweepPictures(site) },
    { name: "cancelled nights", everySeconds: 5, run: () => workOffCancellations(site) },
    { name: "moved nights", everySeconds: 5, run: () => workOffMoves(site) },
    { name: "refunds", everySeconds: 5, run: () => returnMoney(site) },
    {
      name: "reconciliation",
      everySeconds: 6 * 3600,
      run: () => reconcile(site, { since: reconciledSince(site.now()), by: "job" }),
    },
    {
      name: "heartbeat",
      everySeconds: 10,
      run: () => writeHeartbeat(site, { processId, heartbeat: heartbeatOf(site, startedAt, rounds) }),
    },
    { name: "wanted prices", everySeconds: 5, run: () => makeWantedPrices(site) },
    { name: "prices", everySeconds: 600, run: () => checkPrices(site) },
    { name: "low stock", everySeconds: 20, run: () => noteLowStock(site) },
    { name: "sales", everySeconds: 2, run: () => foldSales(site) },
    { name: "members", everySeconds: 3600, run: () => countMembers(site) },
    ...(backUp
      ? [
          {
            name: "backup",
            everySeconds: 600,
            ...notAtOnce,
            run: async (stop: AbortSignal) => {
              const isDue = await site.database.withDuty("settle", (sql) => isBackupDue(sql, site.now()));
              if (isDue) await backUp(stop);
            },
          },
        ]
      : []),
  ];
}

function heartbeatOf(site: SiteServices, startedAt: string, rounds: JobRounds): ProcessHeartbeat {
  return {
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    memoryOfMachine: totalmem(),
    provider: site.cards.recentCalls(),
    jobs: [...rounds.values()],
  };
}

/** Checks every invariant and logs an alarm for each one that does not hold. */
async function checkInvariants(site: SiteServices): Promise<void> {
  const broken = await site.database.withDuty("settle", async (sql) => {
    await sql.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    return readViolations(sql, dataInvariants);
  });
  for (const { id, promise, rows } of broken)
    site.log.error({ invariant: id, promise, rows: rows.length }, "ALARM: the data breaks a promise");
}

/** Runs the nightly backup, if due, in a process with the rights of the database's owner: the sale goes on. */
export async function runNightlyBackup(dataDir: string, stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(projectFolder, "src/host/backup.ts"), "--nightly"], {
    cwd: projectFolder,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
    signal: stop,
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  const [complaint, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(complaint.trim().split("\n").at(-1) ?? "the backup ended without a word");
}
