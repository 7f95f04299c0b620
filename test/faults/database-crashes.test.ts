/** What the site does when its database crashes, and what both leave behind when they end. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { findPostmaster } from "#platform/database/postmaster.server.ts";
import { processesIn } from "#platform/database/process-identity.server.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { openCrashes } from "./crashing-site.ts";

const { scenario } = openCrashes(1);
const withSetpriv: typeof scenario = existsSync("/usr/bin/setpriv") ? scenario : (name) => test.skip(name);

scenario(
  "F10 F11: the database is killed with kill -9 in the middle of a rush: 503, then recovery, and nothing acknowledged is lost",
  async (site, ground) => {
    await site.live();
    const postmaster = findPostmaster(site.cluster);
    if (!postmaster) throw new Error("no database server");
    const acknowledged = new Set<string>();
    let others = 0;
    let died = 0;
    const rush = ground.buyers.map(async (who, n) => {
      await pause(n * 20);
      while (!acknowledged.has(who.userId)) {
        const answer = await site.submit(who);
        if (answer === undefined) throw new Error(`nobody answered\n${site.output()}`);
        if (n === 10 && died === 0) {
          died = performance.now();
          process.kill(postmaster.pid, "SIGKILL");
        }
        if (answer.status === 200) {
          acknowledged.add(who.userId);
          continue;
        }
        // 429: a customer refused during the crash has tried six times within a minute
        expect([503, 429]).toContain(answer.status);
        expect(Number(answer.retryAfter)).toBeGreaterThan(0);
        others += 1;
        await pause(answer.status === 429 ? 3000 : 700);
      }
    });
    // the site's last look at the database may be a second old: the database itself is asked too
    const answers = () =>
      site.look(async (owner) => (await owner.query("SELECT 1")).rowCount === 1).catch(() => false);
    const isBack = async () =>
      died > 0 &&
      (await fetch(`${site.origin}/healthz`)).status === 200 &&
      findPostmaster(site.cluster)?.pid !== postmaster.pid &&
      (await answers());
    expect((await Promise.all([site.comes(isBack), ...rush]))[0]).toBe(true);
    console.log(
      `the database was away for ${Math.round(performance.now() - died)} ms; ${others} attempts had to wait`,
    );

    expect(site.isAlive()).toBe(true);
    await site.look(async (owner) => {
      expect(await findViolations(owner)).toEqual([]);
      const { rows } = await owner.query(
        "SELECT user_id AS who, count(*)::int AS n FROM orders WHERE user_id = ANY($1) AND stake = 'held' GROUP BY user_id",
        [ground.buyers.map(({ userId }) => userId)],
      );
      expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
      expect(rows.map(({ who }) => who).sort()).toEqual([...acknowledged].sort());
    });
    await site.buy();
    await site.pay();
    await site.comes(async () => (await site.outcome()).copies === 1);
    expect(await site.outcome()).toMatchObject({ orders: ["paid"], tickets: 1, copies: 1, violations: [] });
  },
);

scenario("F12: locked counters make buyers wait, then 503; afterwards they sell", async (site, ground) => {
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
});

scenario("F50: SIGTERM lets a request under way finish, exits with 0 and leaves no process", async (site) => {
  await site.live("checkout.page:delay=1500");
  expect(processesIn(site.cluster).length).toBeGreaterThan(1);
  const answer = site.submit();
  // its order is stored, and the answer waits
  await site.comes(async () => (await site.outcome()).orders[0] === "checkout_open");
  expect(await site.kill("SIGTERM")).toBe(0);
  expect((await answer)?.status).toBe(200);
  expect(processesIn(site.cluster)).toEqual([]);
  expect(site.output()).not.toMatch(/failed|Error/);
});

withSetpriv("after kill -9 no database server is left, and the site starts again", async (site) => {
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    await site.live();
    await site.kill(signal);
    const killed = performance.now();
    expect(await site.comes(async () => processesIn(site.cluster).length === 0)).toBe(true);
    const begun = performance.now();
    await site.live();
    console.log(
      `after ${signal} the database ended in ${Math.round(begun - killed)} ms, ready again ${Math.round(performance.now() - begun)} ms later`,
    );
    await site.kill("SIGTERM");
  }
});
