/** What the site does when its database crashes, and what both leave behind when they end. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPostmaster } from "#platform/database/postmaster.server.ts";
import { processesIn } from "#platform/database/process-identity.server.ts";
import { until } from "#test/support/embedded-owner.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type CrashingSite, type Ground, openCrashingSite, prepareGround } from "./crashing-site.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
}, 60_000);
afterAll(() => ground.remove());

async function withSite(work: (site: CrashingSite) => Promise<void>): Promise<void> {
  const site = await openCrashingSite(ground);
  try {
    await work(site);
  } finally {
    await site.close();
  }
}

const hasSetpriv = existsSync("/usr/bin/setpriv");

test(
  "F10 F11: the database is killed with kill -9 in the middle of a rush: 503, then recovery, and nothing acknowledged is lost",
  { timeout: 90_000 },
  () =>
    withSite(async (site) => {
      await site.live();
      const postmaster = findPostmaster(site.cluster);
      if (!postmaster) throw new Error("no database server");
      const acknowledged = new Map<string, string>();
      let others = 0;
      let died = 0;
      let over = false;
      const rush = ground.buyers.map(async (who, n) => {
        await pause(n * 20);
        for (let attempts = 0; !acknowledged.has(who.userId) && attempts < 100; attempts += 1) {
          const answer = await site.submit(who);
          if (answer?.status === 200) acknowledged.set(who.userId, answer.text);
          else {
            if (answer === undefined) throw new Error(`nobody answered\n${site.output()}`);
            // 429: a customer refused during the crash has tried six times within a minute
            expect([503, 429]).toContain(answer?.status);
            expect(Number(answer?.retryAfter)).toBeGreaterThan(0);
            others += 1;
            await pause(answer?.status === 429 ? 3000 : 700);
          }
          if (n === 10 && died === 0) {
            died = performance.now();
            process.kill(postmaster.pid, "SIGKILL");
          }
          if (over) break;
        }
      });
      const failures: unknown[] = [];
      const customers = Promise.all(rush).catch((error: unknown) => failures.push(error));
      expect(await until(async () => died > 0, 20_000)).toBe(true);
      const back = async () =>
        (await fetch(`${site.origin}/healthz`)).status === 200 &&
        findPostmaster(site.cluster)?.pid !== postmaster.pid;
      expect(await until(back, 30_000)).toBe(true);
      console.log(
        `the database was away for ${Math.round(performance.now() - died)} ms; ${others} attempts had to wait`,
      );
      await Promise.race([customers, pause(65_000)]);
      expect(failures).toEqual([]);
      over = true;

      expect(site.isAlive()).toBe(true);
      await site.look(async (owner) => {
        expect(await findViolations(owner)).toEqual([]);
        const { rows } = await owner.query(
          "SELECT user_id, count(*)::int AS n FROM orders WHERE user_id = ANY($1) AND stake = 'held' GROUP BY user_id",
          [ground.buyers.map(({ userId }) => userId)],
        );
        expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
        const known = new Set(rows.map((row) => row.user_id));
        expect([...acknowledged.keys()].filter((userId) => !known.has(userId))).toEqual([]);
      });
      expect(acknowledged.size).toBe(ground.buyers.length);
      await site.buy();
      await site.pay();
      await until(async () => (await site.outcome()).copies === 1, 30_000);
      expect(await site.outcome()).toMatchObject({ orders: ["paid"], tickets: 1, copies: 1, violations: [] });
    }),
);

test("F12: locked counters make buyers wait, then 503; afterwards they sell", { timeout: 60_000 }, () =>
  withSite(async (site) => {
    await site.live();
    const refused = await site.look(async (owner) => {
      await owner.query("BEGIN");
      await owner.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [ground.type]);
      const answer = await site.submit();
      await owner.query("ROLLBACK");
      return answer;
    });
    expect(refused?.status).toBe(503);
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0);
    expect((await site.submit())?.status).toBe(200);
    const { orders, units } = await site.outcome();
    expect([orders, units]).toEqual([["checkout_open"], [2, 0]]);
  }),
);

test(
  "F50: SIGTERM lets a request under way finish, exits with 0 and leaves no process",
  { timeout: 60_000 },
  () =>
    withSite(async (site) => {
      await site.live("checkout.page:delay=1500");
      expect(processesIn(site.cluster).length).toBeGreaterThan(1);
      const answer = site.submit();
      await pause(500);
      expect(await site.kill("SIGTERM")).toBe(0);
      expect((await answer)?.status).toBe(200);
      expect(processesIn(site.cluster)).toEqual([]);
      expect(site.output()).not.toMatch(/failed|Error/);
    }),
);

test.runIf(hasSetpriv)(
  "after kill -9 no database server is left after three seconds, and the next start is quick",
  { timeout: 60_000 },
  () =>
    withSite(async (site) => {
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        await site.live();
        await site.kill(signal);
        expect(await until(() => processesIn(site.cluster).length === 0, 3000)).toBe(true);
        const begun = performance.now();
        await site.live();
        console.log(`ready again ${Math.round(performance.now() - begun)} ms after ${signal}`);
        await site.kill("SIGTERM");
      }
    }),
);
