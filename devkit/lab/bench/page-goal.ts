import { autocannon } from "../autocannon.ts";
import { makeHotType } from "./bench-customers.ts";
import { openBenchSite } from "./bench-site.ts";
import { type BenchRun, type GoalResult, medians, type Round, rate, twoDigits } from "./goal.ts";
import { bareHellos } from "./yardsticks.ts";

const connections = 50;
const warmUpSeconds = 5;

/** P4: a night's page from the cache, beside a bare server that says hello. */
export async function measurePages({ rounds, seconds }: BenchRun): Promise<GoalResult[]> {
  const site = await openBenchSite();
  const measured: Round[] = [];
  try {
    const { eventId } = await makeHotType(site.owner, 1000);
    const url = `${site.origin}/events/${eventId}`;
    const headers = { "accept-encoding": "br" };
    const shoot = (duration: number) => autocannon({ url, connections, duration, headers });
    await shoot(warmUpSeconds);
    for (let round = 0; round < rounds; round++) {
      const H = await bareHellos(connections, seconds);
      const shot = await shoot(seconds);
      measured.push({ H, kept: shot["2xx"] / shot.duration, others: shot.non2xx + shot.errors });
    }
  } finally {
    await site.close();
  }
  const { of, over } = medians(measured);
  return [
    {
      goal: "P4",
      what: `a night's page from the cache (brotli), ${connections} connections`,
      figure: rate(of("kept")),
      ratio: `${twoDigits(over("kept", "H"))} H`,
      wanted: ">= 0.4 H",
      met: over("kept", "H") >= 0.4 && of("others") === 0,
      rounds: measured,
    },
  ];
}
