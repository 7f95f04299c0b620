import { join } from "node:path";
import type { Request } from "autocannon";
import { startScript } from "#devkit/lab/evening/child-script.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { autocannon } from "../autocannon.ts";
import {
  addHotType,
  addPricesAndCode,
  headersOf,
  holdRequest,
  holdRequestOfEach,
  makeCustomers,
  makeHotType,
} from "./bench-customers.ts";
import { openBenchSite } from "./bench-site.ts";
import { type BenchRun, type GoalResult, medians, ms, type Round, rate, twoDigits } from "./goal.ts";
import { commitsPerSecond } from "./yardsticks.ts";

const buyers = 64;
/** A process sells a quarter fewer before what it runs is compiled; that takes about ten seconds of holds. */
const warmUpSeconds = 10;
/** Each buyer buys once; no build sells more than this a second. */
const fastest = 15_000;

/**
 * P1: holds of 64 buyers on one hot type through the real endpoint, of three types in one order, and of one type with a
 * phase, a pool and a code, beside D, a FOR UPDATE twin and another build, which holds one type.
 */
export async function measureHolds({ rounds, seconds, folder }: BenchRun): Promise<GoalResult[]> {
  const people = fastest * (warmUpSeconds + rounds * seconds);
  const ours = await openHotSite(people + 3 * fastest * rounds * seconds);
  const otherBuild = process.env.OTHER_BUILD;
  const other = otherBuild ? await openHotSite(people, otherBuild) : undefined;
  const twin = await startScript<{ url: string }>(join(import.meta.dirname, "run-for-update-twin.ts"), {
    url: loginAddresses(ours.site.server.ownerUrl(), "app").worker,
  });
  const measured: Round[] = [];
  try {
    await ours.shoot(warmUpSeconds);
    await other?.shoot(warmUpSeconds);
    for (let round = 0; round < rounds; round++) {
      const D = await commitsPerSecond(ours.site, { seconds, folder });
      const shot = await ours.shoot(seconds);
      const three = await ours.shoot(seconds, { body: ours.threeLines });
      const coded = await ours.shoot(seconds, { body: ours.withCode });
      const slow = await ours.shoot(seconds, { url: twin.report.url });
      const before = await other?.shoot(seconds);
      measured.push({
        D,
        holds: shot.perSecond,
        p99: shot.p99,
        three: three.perSecond,
        threeP99: three.p99,
        coded: coded.perSecond,
        codedP99: coded.p99,
        refused: shot.others + three.others + coded.others,
        twin: slow.perSecond,
        ...(before ? { other: before.perSecond, otherP99: before.p99 } : {}),
      });
    }
    const { rows } = await ours.site.owner.query(
      `SELECT count(*) FILTER (WHERE c.held + sold > capacity)::int AS oversold, coalesce(sum(abs(c.held - coalesce(lines.held, 0))), 0)::int AS astray
       FROM stock_counters c LEFT JOIN (
         SELECT l.ticket_type_id, sum(l.quantity) AS held FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE stake = 'held' GROUP BY 1
       ) lines ON ticket_type_id = c.id WHERE kind = 'units'`,
    );
    return resultsOf(measured, rows[0]);
  } finally {
    await twin.end();
    await ours.site.close();
    await other?.site.close();
  }
}

function resultsOf(
  measured: readonly Round[],
  { oversold, astray }: { oversold: number; astray: number },
): GoalResult[] {
  const { of, over } = medians(measured);
  const isCompared = measured[0]?.other !== undefined;
  const isClean = oversold === 0 && astray === 0 && of("refused") === 0;
  return [
    {
      goal: "P1",
      what: `holds on one hot type, ${buyers} buyers; oversold ${oversold}, places astray ${astray}`,
      figure: `${rate(of("holds"))}, p99 ${ms(of("p99"))}`,
      ratio: [
        `${twoDigits(over("holds", "D"))} D`,
        `${twoDigits(over("holds", "twin"))} x the FOR UPDATE twin`,
        ...(isCompared ? [`${twoDigits(over("holds", "other"))} of the other build`] : []),
      ].join(", "),
      wanted: ">= 8 twins, p99 <= 50 ms, none oversold, >= 0.9 of the other build",
      met:
        isClean &&
        over("holds", "twin") >= 8 &&
        of("p99") <= 50 &&
        (!isCompared || over("holds", "other") >= 0.9),
      rounds: measured,
    },
    {
      goal: "P1",
      what: `orders with three lines, ${buyers} buyers`,
      figure: `${rate(of("three"))}, p99 ${ms(of("threeP99"))}`,
      ratio: isCompared ? `${twoDigits(over("three", "other"))} of the other build's holds` : "-",
      wanted: ">= 0.6 of the other build's holds",
      met: isClean && (!isCompared || over("three", "other") >= 0.6),
      rounds: measured,
    },
    {
      goal: "P1",
      what: `orders with a phase, a pool and a code, ${buyers} buyers`,
      figure: `${rate(of("coded"))}, p99 ${ms(of("codedP99"))}`,
      ratio: isCompared ? `${twoDigits(over("coded", "other"))} of the other build's holds` : "-",
      wanted: ">= 0.6 of the other build's holds",
      met: isClean && (!isCompared || over("coded", "other") >= 0.6),
      rounds: measured,
    },
  ];
}

/** A site with one hot type and so many people who have not bought yet. */
async function openHotSite(people: number, build?: string) {
  const site = await openBenchSite({}, build);
  const hot = await makeHotType(site.owner, 1_000_000_000);
  const others = [
    await addHotType(site.owner, hot.eventId, 1_000_000_000),
    await addHotType(site.owner, hot.eventId, 1_000_000_000),
  ];
  const priced = await addHotType(site.owner, hot.eventId, 1_000_000_000);
  // another build may be from before there were codes
  const code = build ? undefined : await addPricesAndCode(site.owner, priced, 1_000_000_000);
  const customers = await makeCustomers(site.owner, people);
  await site.owner.query("ANALYZE");
  const oneLine = JSON.stringify(holdRequest(site.origin, hot, 2));
  const threeLines = JSON.stringify(holdRequestOfEach(site.origin, [hot, ...others]));
  const withCode = JSON.stringify({ ...holdRequestOfEach(site.origin, [priced]), code });
  const fromNext: Request["setupRequest"] = (request) => {
    const next = customers.pop();
    if (!next) throw new Error("every customer has bought");
    return { ...request, headers: headersOf(next) };
  };
  /** Buyers who each submit once, from an address of their own, as fast as answers come. */
  async function shoot(
    duration: number,
    { url = `${site.origin}/functions/v1/checkout-session`, body = oneLine } = {},
  ) {
    const requests = [{ method: "POST" as const, body, setupRequest: fromNext }];
    const shot = await autocannon({ url, connections: buyers, duration, requests });
    const perSecond = shot["2xx"] / shot.duration;
    return { perSecond, p99: shot.latency.p99, others: shot.non2xx + shot.errors };
  }
  return { site, threeLines, withCode, shoot };
}
