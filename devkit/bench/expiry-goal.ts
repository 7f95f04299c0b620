import { setTimeout as pause } from "node:timers/promises";
import type { BenchSite } from "./bench-site.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, rate, reaches, staysUnder, twoDigits } from "./goal.ts";
import { shootHolds } from "./hold-load.ts";

type ExpiryGoal = { readonly site: BenchSite; readonly rounds: number; readonly seconds: number };

const perRound = 10_000;
const lookEveryMs = 20;
const answersTakeMs = 300;

/**
 * G13: holds that run out, released by the site's own job: how many a second beside the rate at which they are taken,
 * how late the last of one hold's places is back, and whether those that stay open cost anything.
 */
export async function measureExpiry({ site, rounds, seconds }: ExpiryGoal): Promise<GoalResult[]> {
  const hot = await makeHotType(site.owner, 1_000_000_000);
  const tokens = await makeCrowd(site.owner, 300_000);
  let used = 0;
  const shoot = () =>
    shootHolds({
      url: `${site.origin}/functions/v1/checkout-session`,
      origin: site.origin,
      ...{ hot, connections: 64, seconds, nextToken: () => tokens[used++] ?? "nobody-is-left" },
    });
  const held = async () =>
    Number(
      (await site.owner.query("SELECT held FROM stock_counters WHERE id = $1", [hot.typeId])).rows[0].held,
    );
  const live = async () =>
    (await site.owner.query("SELECT count(*)::int AS n FROM orders WHERE stake = 'held'")).rows[0]
      .n as number;

  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { perSecond } = await shoot();
    const before = await whenAllAreAnswered(held);
    const open = await live();
    // some stay open, also on a machine that takes fewer
    const most = Math.min(perRound, Math.floor(open / 2));
    const { rowCount } = await site.owner.query(
      `UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id IN (SELECT id FROM orders WHERE stake = 'held' LIMIT ${most})`,
    );
    // from the first that is back, so that waiting for the job's turn is not counted as work
    while ((await held()) === before) await pause(lookEveryMs);
    const begun = performance.now();
    const first = await held();
    while ((await held()) > before - (rowCount ?? 0) * 2) await pause(lookEveryMs);
    const took = (performance.now() - begun) / 1000;
    const released = (first - (before - (rowCount ?? 0) * 2)) / 2;
    measured.push({ holds: perSecond, released: released / Math.max(took, 0.001), live: open });
  }
  const late: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const before = await held();
    const { rows } = await site.owner.query(
      "UPDATE orders SET hold_expires_at = now() + interval '300 ms' WHERE id = (SELECT id FROM orders WHERE stake = 'held' LIMIT 1) RETURNING extract(epoch FROM hold_expires_at) * 1000 AS at",
    );
    while ((await held()) === before) await pause(lookEveryMs);
    late.push(Date.now() - Number(rows[0].at));
  }
  const share = median(measured.map((one) => (one.released ?? 0) / (one.holds ?? 1)));
  const worst = Math.max(...late) / 1000;
  const [few, many] = [measured[0], measured.at(-1)];
  const growth = (few?.released ?? 0) / (many?.released ?? 1);
  return [
    {
      goal: "G13",
      what: `holds released by up to ${perRound.toLocaleString("en")}, with ${Math.round(few?.live ?? 0)} to ${Math.round(many?.live ?? 0)} open ones`,
      figure: `${rate(median(measured.map((one) => one.released ?? 0)))}; first round ${twoDigits(growth)} of the last`,
      ratio: `${twoDigits(share)} of the rate of holds`,
      wanted: ">= 0.5, cost by what expired",
      met: reaches(share, 0.5) && growth <= 2,
      rounds: measured,
    },
    {
      goal: "G13",
      what: "places back after the end of a hold, the latest of five",
      figure: `${worst.toFixed(2)} s late`,
      ratio: "-",
      wanted: "<= 2 s",
      met: staysUnder(worst, 2),
      rounds: late.map((ms) => ({ ms })),
    },
  ];
}

/** The load breaks off while some of its holds are still being taken: they are waited for. */
async function whenAllAreAnswered(held: () => Promise<number>): Promise<number> {
  for (let before = await held(); ; ) {
    await pause(answersTakeMs);
    const now = await held();
    if (now === before) return now;
    before = now;
  }
}
