import type { JobRound } from "#ticketing/reports/process-heartbeat.ts";
import type { SiteStatus } from "#ticketing/reports/status-queries.server.ts";
import { statusTexts as texts } from "./status-texts.ts";

type Known = {
  readonly isStopped: boolean;
  readonly isMailOn: boolean;
  readonly isMailPaused: boolean;
  readonly isBackupMissing: boolean;
  readonly jobs: readonly Pick<JobRound, "how">[];
};

/** The sentence above everything: the worst state that is true, and the link to it. */
export function statusVerdictOf(
  { orders, processes }: Pick<SiteStatus, "orders" | "processes">,
  { isStopped, isMailOn, isMailPaused, isBackupMissing, jobs }: Known,
) {
  const say = (
    tone: "ok" | "info" | "warn" | "bad",
    [title, text]: readonly [string, string],
    act: { to: string; label: string } | null = null,
  ) => ({ tone, title, text, act });
  const calls = processes.reduce((sum, { provider }) => sum + provider.calls, 0);
  const failed = processes.reduce((sum, { provider }) => sum + provider.failed, 0);
  if (processes.length === 0) return say("warn", texts.verdicts.silent);
  if (calls > 3 && failed / calls > 0.2) return say("bad", texts.verdicts.provider);
  if (orders.review > 0)
    return say("bad", texts.verdicts.review, {
      to: "/admin/purchases?state=review",
      label: texts.acts.review,
    });
  if (isStopped)
    return say("warn", texts.verdicts.stopped, { to: "/admin/status/stops", label: texts.acts.stops });
  if (isMailPaused)
    return say("warn", texts.verdicts.lettersPaused, { to: "/admin/email", label: texts.acts.mail });
  if (!isMailOn)
    return say("warn", texts.verdicts.lettersOff, { to: "/admin/email", label: texts.acts.mailSettings });
  if (isBackupMissing) return say("bad", texts.verdicts.backup);
  if (jobs.some(({ how }) => how === "failed")) return say("warn", texts.verdicts.jobs);
  if (orders.line > 0)
    return say("info", texts.verdicts.full, { to: "/admin/status/stops", label: texts.acts.stops });
  return say("ok", texts.verdicts.fine);
}
