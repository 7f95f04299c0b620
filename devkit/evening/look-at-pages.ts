import { join } from "node:path";
import { startScript } from "./child-script.ts";
import type { EveningPlan } from "./evening-plan.ts";
import type { Away } from "./evening-processes.ts";
import { askedOfTheLiving, percentile } from "./judge-evening.ts";
import type { ProbeReport } from "./run-page-probe.ts";

/** What people saw who look at pages at a fixed pace. */
export type Looks = {
  /** Nobody signed in: whom browsing is promised something. */
  readonly visitors: ProbeReport;
  /** Signed in, so that no proxy may keep what they get. */
  readonly customers: ProbeReport;
};

/** Begins to look; resolves with what ends it. `cookiesFile`: a JSON list, for each customer one. */
export async function startLooking(
  { perSecond, signedInPerSecond }: EveningPlan["browsing"],
  at: { readonly origin: string; readonly paths: readonly string[]; readonly cookiesFile: string },
): Promise<() => Promise<Looks>> {
  const { cookiesFile, ...pages } = at;
  const program = join(import.meta.dirname, "run-page-probe.ts");
  // a clock, which stands for another machine
  const start = (how: object) => startScript<object>(program, { ...pages, ...how }, { isInRealTime: true });
  const visitors = await start({ perSecond });
  const customers = await start({ perSecond: signedInPerSecond, cookiesFile });
  return async () => ({
    visitors: JSON.parse(await visitors.end()) as ProbeReport,
    customers: JSON.parse(await customers.end()) as ProbeReport,
  });
}

/** In lines for a person. */
export function tellOfLooks(
  { quiet, browsed }: { quiet: Looks; browsed: Looks },
  { plan, away }: { plan: EveningPlan; away: Away },
): string[] {
  const { visitors, customers } = browsed;
  const [before, during] = [quiet.customers.latencies, askedOfTheLiving(customers, plan, away)];
  return [
    `browsing: ${visitors.latencies.length} pages, ${visitors.unanswered} while a process was dead or gave none`,
    `browsing's 99th percentile by ten seconds, ms: ${byTenSeconds(visitors).join(" ")}`,
    `customers who only look, whose pages no proxy keeps: ${during.length} pages while a process lived, 99th percentile ${inMs(during, 0.99)} ms, quiet ${inMs(before, 0.99)} (medians ${inMs(during, 0.5)} and ${inMs(before, 0.5)}); ${customers.unanswered} got none`,
    `customers' 99th percentile by ten seconds, ms: ${byTenSeconds(customers).join(" ")}`,
  ];
}

const inMs = (latencies: readonly number[], share: number) => percentile(latencies, share).toFixed(1);

function byTenSeconds({ latencies, dueAt }: ProbeReport): number[] {
  const spans: number[][] = [];
  for (const [n, at] of dueAt.entries()) {
    const span = Math.floor(at / 10);
    spans[span] ??= [];
    spans[span].push(latencies[n] ?? 0);
  }
  return spans.map((span) => Math.round(percentile(span, 0.99)));
}
