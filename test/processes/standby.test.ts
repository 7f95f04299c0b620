/** A database that streams to a standby, as docs/operations.md sets it up: what is kept when the first server dies. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "#test/support/buy-over-http.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { until } from "#test/support/embedded-owner.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { startReplicatedPostgres } from "#test/support/replicated-postgres.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { freePort, launchSite } from "#test/support/site.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const system = findSystemPostgres();
const isLong = process.env.TEST_SCALE === "long";
if (isLong && system === undefined)
  console.log("standby: skipped, no PostgreSQL is installed on this system");

const metricsToken = "a token for metrics of a test";

/** A site whose database is replicated, and buyers for it. */
async function openStage() {
  const servers = await startReplicatedPostgres(system ?? "");
  onTestFinished(() => servers.stop());
  await prepareDatabase({
    ...{ ownerUrl: servers.ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null },
  });
  const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
  await season.client.query("INSERT INTO installation (mode) VALUES ('demo')");
  const origin = `http://127.0.0.1:${await freePort()}`;
  const provider = await startProviderInTest({
    notifyUrl: `${origin}/webhooks/stripe`,
    noticeWaits: [0.2, 0.5, 1, 2, 4, 8],
  });
  onTestFinished(() => provider.close());
  const folder = mkdtempSync(join(tmpdir(), "estival-standby-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const site = await launchSite({
    ...{ PORT: new URL(origin).port, PUBLIC_ORIGIN: origin, DATA_DIR: folder, LOG_LEVEL: "warn" },
    ...{ DATABASE_URL: loginAddresses(servers.ownerUrl, "app").public, TRUST_PROXY: "1" },
    METRICS_TOKEN: metricsToken,
    APP_SECRET: "one secret for all processes of a site",
    ...{ STRIPE_SECRET_KEY: testKeys.secretKey, STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret },
    ...{ STRIPE_API_BASE: provider.apiBase, PROVIDER_RATE: "500" },
  });
  onTestFinished(() => site.stop());
  if (!(await site.isReady())) throw new Error(site.output());
  const night = await season.night({ capacity: 2000 });
  const type = await season.ticketType({ events: [night], capacity: 2000 });
  const buyers = await season.people(400);
  // its server dies
  season.client.on("error", () => {});
  let next = 0;
  return {
    servers,
    async holdsWaiting(): Promise<number> {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      return Number(/^estival_holds_waiting (\d+)/m.exec(await answer.text())?.[1]);
    },
    /** Resolves to when the purchase was paid. */
    async buy(): Promise<number> {
      const at = next++;
      const answer = await buyOne(
        { origin, provider },
        { token: buyers[at]?.token ?? "", at },
        { night, type },
      );
      if (answer !== "200 paid") throw new Error(answer);
      return performance.now();
    },
  };
}

describe.runIf(isLong && system !== undefined)("a database with a standby", () => {
  it("whose commits wait for it: no paid order is lost when the first server dies in mid-sale", async () => {
    const { servers, buy } = await openStage();
    const second = await servers.addStandby("second");
    await servers.waitFor("FIRST 1 (second)");
    const buying: Promise<number>[] = [];
    let killedAt = 0;
    let promotedAt = 0;
    let sold = 0;
    const outage = (async () => {
      while (sold < 20) await pause(50);
      servers.kill(servers.primary);
      killedAt = performance.now();
      await pause(2000);
      await servers.promote(second);
      promotedAt = performance.now();
    })();
    while (promotedAt === 0 || performance.now() < promotedAt + 5000) {
      const one = buy();
      one.then(
        () => sold++,
        () => {},
      );
      buying.push(one);
      await pause(80);
    }
    await outage;
    const paid = await Promise.all(buying);
    const before = paid.filter((at) => at < killedAt).length;
    const resumed = Math.min(...paid.filter((at) => at > promotedAt));
    const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
    const tickets = async () =>
      Number((await season.client.query("SELECT count(*)::int AS n FROM ticket_purchases")).rows[0].n);
    expect(await until(async () => (await tickets()) === paid.length, 60_000)).toBe(true);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
    expect(before).toBeGreaterThanOrEqual(20);
    console.log(
      `standby: ${paid.length} paid (${before} before the end of the first server), none lost; sale waited ` +
        `${Math.round(resumed - killedAt)} ms, of which ${Math.round(resumed - promotedAt)} after the promotion`,
    );
  }, 240_000);

  it("whose commits do not wait for it: what it had not received is lost (the control)", async () => {
    const { servers, buy } = await openStage();
    const second = await servers.addStandby("second");
    await Promise.all([buy(), buy()]);
    servers.freezeReceiver(second);
    await Promise.all(Array.from({ length: 10 }, buy));
    const count = "SELECT count(*)::int AS n FROM ticket_purchases";
    const all = async () => (await servers.ask(servers.primary, count, "estival"))?.n === 12;
    expect(await until(all, 20_000)).toBe(true);
    servers.kill(servers.primary);
    servers.thaw();
    await servers.promote(second);
    expect((await servers.ask(second, count, "estival"))?.n).toBeLessThan(12);
  }, 240_000);

  it("the only one it waits for: without it the sale stops until nothing is waited for; one of two may go", async () => {
    const { servers, buy, holdsWaiting } = await openStage();
    const second = await servers.addStandby("second");
    const third = await servers.addStandby("third");
    await servers.waitFor("ANY 1 (second, third)");
    servers.kill(third);
    await buy();
    await servers.waitFor("FIRST 1 (second)");
    servers.freezeReceiver(second);
    const stopped = Promise.all([buy(), buy(), buy()]);
    // longer than a statement may take: the limit does not end the wait of a commit
    expect(await Promise.race([stopped, pause(15_000, "stopped")])).toBe("stopped");
    // the alarm that docs/operations.md names
    expect(await holdsWaiting()).toBeGreaterThan(0);
    await servers.waitFor("");
    await stopped;
    await buy();
  }, 240_000);
});
