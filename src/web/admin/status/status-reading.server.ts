import { counted } from "#kernel/romanian.ts";
import { dayOf, formatInstant, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { type MailNews, readMailNews } from "#ticketing/letters/outbox-queries.server.ts";
import { admissionPace } from "#ticketing/orders/waiting/room-pace.ts";
import { isBackupFresh } from "#ticketing/reports/backup-queries.server.ts";
import type { JobRound } from "#ticketing/reports/process-heartbeat.ts";
import { readStatus, type SiteStatus } from "#ticketing/reports/status-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { spanText } from "./span-text.ts";
import { statusTexts as texts } from "./status-texts.ts";
import { tilesOf } from "./status-tiles.ts";

/** The state of the site now: two statements, and the reports of the processes. */
export async function readStatusView(site: SiteServices, administrator: Administrator) {
  const [status, mail] = await Promise.all([
    site.database.withDuty("settle", readStatus),
    site.database.readAs(administrator, readMailNews),
  ]);
  const { stops } = site.stops;
  const now = site.now();
  const isMailOn = mail.enabled ?? site.mailDefaults?.enabled ?? false;
  const jobs = latestRounds(status);
  const backup = backupOf(status, now);
  return {
    when: `${formatLongDate(dayOf(now))}, ${wallTimeOf(now)}`,
    verdict: statusVerdictOf(status, {
      isStopped: stops.length > 0,
      isMailOn,
      isMailPaused: mail.paused !== null,
      isBackupMissing: backup.state === "missing",
      jobs,
    }),
    stops: stops.length,
    stoppedSite: stops.flatMap(({ kind, eventId }) => (eventId === null ? [kind] : [])),
    tiles: tilesOf(status, site.settings.providerRate),
    rooms: roomsOf(status, admissionPace(site.settings.providerRate)),
    letters: lettersOf(status, mail, isMailOn),
    backup,
    machine: machineOf(status, now),
    jobs: jobs.map((job) => jobView(job, now)).sort((a, b) => a.name.localeCompare(b.name, "ro")),
  };
}

export type StatusView = Awaited<ReturnType<typeof readStatusView>>;

/** The newest round of each job, over all processes. If a process reports a failed round, that round is taken. */
function latestRounds({ processes }: SiteStatus): JobRound[] {
  const latest = new Map<string, JobRound>();
  for (const round of processes.flatMap((process) => process.jobs)) {
    const bestRound = latest.get(round.name);
    const isWorse = round.how === "failed" && bestRound?.how !== "failed";
    if (!bestRound || isWorse || (round.at > bestRound.at && round.how === bestRound.how))
      latest.set(round.name, round);
  }
  return [...latest.values()];
}

function roomsOf({ rooms }: SiteStatus, pace: number) {
  return rooms.map(({ eventId, name, waiting, isDrawn }) => ({
    id: eventId,
    name,
    facts: isDrawn
      ? [
          `${counted(waiting, "human")} ${texts.roomWaiting}`,
          texts.roomPace(pace.toLocaleString("ro-RO")),
          texts.roomLast(spanText(pace > 0 ? waiting / pace : 0)),
        ]
      : [texts.roomBefore],
  }));
}

function lettersOf({ letters }: SiteStatus, mail: MailNews, isOn: boolean) {
  return {
    state: mail.paused || !isOn ? "off" : mail.failed > 0 ? "look" : "fine",
    queued: letters.waiting,
    again: letters.again,
    failed: mail.failed,
    sent: letters.sentToday,
    note:
      letters.oldestSeconds === null
        ? texts.lettersNone
        : texts.lettersOldest(spanText(letters.oldestSeconds)),
  } as const;
}

/** The state is "missing" when no backup was made in the last 26 hours, or when the last try failed. */
function backupOf({ backup, backupFailure }: SiteStatus, now: Date) {
  const isFresh = backup && isBackupFresh(backup.at, now);
  const isFine = isFresh && backupFailure === null;
  const formatSize = (bytes: number) =>
    `${(bytes / 1e6).toLocaleString("ro-RO", { maximumFractionDigits: 1 })} MB`;
  const facts: [string, string][] = backup
    ? [
        [texts.backupLast, formatInstant(backup.at)],
        [texts.backupSize, formatSize(backup.bytes)],
        [texts.backupTook, texts.seconds(Math.round(backup.seconds))],
        [texts.backupKept, String(backup.kept)],
      ]
    : [];
  return {
    state: isFine ? "fine" : "missing",
    facts,
    note: isFine
      ? texts.backupFine
      : backupFailure !== null
        ? texts.backupFailed(backupFailure)
        : backup
          ? texts.backupOld
          : texts.backupNone,
  } as const;
}

function machineOf({ processes, connections, database }: SiteStatus, now: Date) {
  const memory = processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const machineMemory = Math.max(1, ...processes.map(({ memoryOfMachine }) => memoryOfMachine));
  const since = processes[0] ? (now.getTime() - Date.parse(processes[0].startedAt)) / 1000 : 0;
  return {
    ...connections,
    memory: {
      share: Math.min(1, memory / machineMemory),
      text: texts.memoryOf(Math.round(memory / 1e6).toLocaleString("ro-RO")),
    },
    note: texts.machineNote(counted(processes.length, "process"), database, spanText(since)),
  };
}

function jobView({ name, how, at, milliseconds, everySeconds }: JobRound, now: Date) {
  return {
    name: texts.jobNames[name] ?? name,
    how,
    last: texts.ago(spanText((now.getTime() - Date.parse(at)) / 1000)),
    took: `${(milliseconds / 1000).toLocaleString("ro-RO", { maximumFractionDigits: 1 })} s`,
    every: texts.every(everySeconds < 1 ? texts.lessThanSecond : spanText(everySeconds)),
  };
}

type VerdictFacts = {
  readonly isStopped: boolean;
  readonly isMailOn: boolean;
  readonly isMailPaused: boolean;
  readonly isBackupMissing: boolean;
  readonly jobs: readonly Pick<JobRound, "how">[];
};

/** The sentence at the top of the screen: the worst present state, and the link to it. */
export function statusVerdictOf(
  { orders, processes }: Pick<SiteStatus, "orders" | "processes">,
  { isStopped, isMailOn, isMailPaused, isBackupMissing, jobs }: VerdictFacts,
) {
  const verdictOf = (
    tone: "ok" | "info" | "warn" | "bad",
    [title, text]: readonly [string, string],
    act: { to: string; label: string } | null = null,
  ) => ({ tone, title, text, act });
  const calls = processes.reduce((sum, { provider }) => sum + provider.calls, 0);
  const failed = processes.reduce((sum, { provider }) => sum + provider.failed, 0);
  if (processes.length === 0) return verdictOf("warn", texts.verdicts.silent);
  // of few calls one may fail by chance, but not all of them
  if (failed > 1 && failed / calls > (calls > 3 ? 0.2 : 0.99))
    return verdictOf("bad", texts.verdicts.provider);
  if (orders.review > 0)
    return verdictOf("bad", texts.verdicts.review, {
      to: "/admin/purchases?payment=review",
      label: texts.acts.review,
    });
  if (isStopped)
    return verdictOf("warn", texts.verdicts.stopped, { to: "/admin/status/stops", label: texts.acts.stops });
  if (isMailPaused)
    return verdictOf("warn", texts.verdicts.lettersPaused, { to: "/admin/email", label: texts.acts.mail });
  if (!isMailOn)
    return verdictOf("warn", texts.verdicts.lettersOff, {
      to: "/admin/email",
      label: texts.acts.mailSettings,
    });
  if (isBackupMissing) return verdictOf("bad", texts.verdicts.backup);
  if (jobs.some(({ how }) => how === "failed")) return verdictOf("warn", texts.verdicts.jobs);
  if (orders.line > 0)
    return verdictOf("info", texts.verdicts.full, { to: "/admin/status/stops", label: texts.acts.stops });
  return verdictOf("ok", texts.verdicts.fine);
}
