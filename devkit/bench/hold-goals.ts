import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import type { BenchSite } from "./bench-site.ts";
import { cpuPerItem, cpuTimes } from "./cpu-time.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, rate, reaches, staysUnder, twoDigits } from "./goal.ts";
import { shootHolds } from "./hold-load.ts";
import { bareHttp, commitsPerSecond, prepareYardsticks } from "./yardsticks.ts";

type HoldGoals = {
  readonly site: BenchSite;
  readonly pgbench: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly folder: string;
};

const orders = 300_000;
/** A process sells a quarter fewer before what it runs is compiled; that takes about ten seconds of holds. */
const warmUpSeconds = 10;

/** G1, G1b, G1c: holds on one hot type, from an empty season on, beside D and the FOR UPDATE twin. */
export async function measureHolds({
  site,
  pgbench,
  rounds,
  seconds,
  folder,
}: HoldGoals): Promise<GoalResult[]> {
  await prepareYardsticks(site.owner);
  const hot = await makeHotType(site.owner, 1_000_000_000);
  const tokens = await makeCrowd(site.owner, orders + 260_000);
  let used = 0;
  const nextToken = () => tokens[used++] ?? "nobody-is-left";
  const shoot = (url: string, connections: number, length = seconds) =>
    shootHolds({ url, origin: site.origin, hot, connections, seconds: length, nextToken });
  const ours = `${site.origin}/functions/v1/checkout-session`;

  const twinPort = 3399;
  const twin = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "run-for-update-twin.ts"),
      JSON.stringify({
        url: loginAddresses(site.server.ownerUrl(), "app").worker,
        port: twinPort,
      }),
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(twin.stdout, "data");
  const measured: Record<string, number>[] = [];
  try {
    await shoot(ours, 64, warmUpSeconds);
    for (let round = 0; round < rounds; round++) {
      const d = await commitsPerSecond(site.server, pgbench, { clients: 1, seconds, folder });
      const g1 = await shoot(ours, 64);
      const slow = await shoot(`http://127.0.0.1:${twinPort}/`, 64);
      const crowd = await shoot(ours, 512);
      const { rows } = await site.owner.query("SELECT count(*)::int AS n FROM orders");
      measured.push({
        D: d,
        holds: g1.perSecond,
        p50: g1.p50,
        p99: g1.p99,
        others: g1.others + crowd.others,
        twin: slow.perSecond,
        twinP99: slow.p99,
        at512: crowd.perSecond,
        p99at512: crowd.p99,
        orders: rows[0].n,
      });
    }
    // on to 300,000 orders: the rate at the end against the rate of the first round
    let last = { perSecond: 0, p99: 0 };
    for (;;) {
      const { rows } = await site.owner.query("SELECT count(*)::int AS n FROM orders");
      if (rows[0].n >= orders || used > tokens.length - 60_000) break;
      last = await shoot(ours, 64);
      measured.push({ holds: last.perSecond, p99: last.p99, orders: rows[0].n });
    }
  } finally {
    twin.kill("SIGTERM");
    await once(twin, "exit");
  }
  const { rows: check } = await site.owner.query(
    "SELECT count(*) FILTER (WHERE held + sold > capacity)::int AS oversold, (SELECT count(*)::int * 2 FROM orders WHERE stake = 'held') - (SELECT held FROM stock_counters WHERE id = $1) AS astray FROM stock_counters",
    [hot.typeId],
  );
  const shots = measured.filter((round) => round.D !== undefined);
  const over = (top: string, bottom: string) =>
    median(shots.map((round) => (round[top] ?? 0) / (round[bottom] ?? 1)));
  const inD = over("holds", "D");
  const inTwins = over("holds", "twin");
  const p99 = median(shots.map((round) => round.p99 ?? 0));
  const steady = (measured.at(-1)?.holds ?? 0) / (measured[0]?.holds ?? 1);
  const crowded = over("at512", "holds");
  const clean =
    check[0].oversold === 0 && check[0].astray === 0 && measured.every((round) => (round.others ?? 0) === 0);
  return [
    {
      goal: "G1",
      what: `holds on one hot type, c=64, ${(measured.at(-1)?.orders ?? 0).toLocaleString("en")} orders from empty; oversold ${check[0].oversold}`,
      figure: `${rate(median(shots.map((round) => round.holds ?? 0)))}, p99 ${Math.round(p99)} ms`,
      ratio: `${twoDigits(inD)} D, ${twoDigits(inTwins)} x the FOR UPDATE twin, last / first ${twoDigits(steady)}`,
      wanted: ">= 1.5 D, >= 8 twins, p99 <= 50 ms, not falling",
      met: reaches(inD, 1.5) && reaches(inTwins, 8) && staysUnder(p99, 50) && steady >= 0.85 && clean,
      rounds: measured,
    },
    {
      goal: "G1b",
      what: "holds at c=512 against c=64",
      figure: `${rate(median(shots.map((round) => round.at512 ?? 0)))}, p99 ${Math.round(median(shots.map((round) => round.p99at512 ?? 0)))} ms`,
      ratio: twoDigits(crowded),
      wanted: ">= 0.95",
      met: reaches(crowded, 0.95),
      rounds: [],
    },
    await measureSoldOut({ site, tokens, rounds, seconds }),
  ];
}

async function measureSoldOut({
  site,
  tokens,
  rounds,
  seconds,
}: {
  site: BenchSite;
  tokens: string[];
  rounds: number;
  seconds: number;
}): Promise<GoalResult> {
  const empty = await makeHotType(site.owner, 1);
  let used = 0;
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const hp = await bareHttp("HP", { connections: 64, seconds });
    const cpu = cpuTimes(site);
    const shot = await shootHolds({
      url: `${site.origin}/functions/v1/checkout-session`,
      origin: site.origin,
      hot: empty,
      connections: 64,
      seconds,
      nextToken: () => tokens[used++ % tokens.length] ?? "",
    });
    measured.push({
      HP: hp,
      soldOut: shot.others / seconds,
      ...cpuPerItem(cpu, cpuTimes(site), shot.others),
    });
  }
  const ratio = median(measured.map((round) => (round.soldOut ?? 0) / (round.HP ?? 1)));
  return {
    goal: "G1c",
    what: "answers a second when it is sold out, against HP",
    figure: rate(median(measured.map((round) => round.soldOut ?? 0))),
    ratio: `${twoDigits(ratio)} HP`,
    wanted: ">= 0.8 HP",
    met: reaches(ratio, 0.8),
    rounds: measured,
  };
}
