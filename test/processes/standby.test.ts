/** A database that streams to a standby, as docs/operations.md sets it up: what is kept when the first server dies. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { until } from "#test/support/embedded-owner.ts";
import { systemPrograms } from "#test/support/postgres-programs.ts";
import { openReplicatedSite } from "#test/support/replicated-site.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const system = findSystemPostgres();
const isLong = process.env.TEST_SCALE === "long";
if (isLong && system === undefined)
  console.log("standby: skipped, no PostgreSQL is installed on this system");

const openStage = () => openReplicatedSite(systemPrograms(system ?? ""));

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
    await servers.cutOff(second);
    await Promise.all(Array.from({ length: 10 }, buy));
    const count = "SELECT count(*)::int AS n FROM ticket_purchases";
    const all = async () => (await servers.ask(servers.primary, count, "estival"))?.n === 12;
    expect(await until(all, 20_000)).toBe(true);
    servers.kill(servers.primary);
    await servers.promote(second);
    expect((await servers.ask(second, count, "estival"))?.n).toBeLessThan(12);
  }, 240_000);

  it("the only one it waits for: without it the sale stops until nothing is waited for; one of two may go", async () => {
    const { servers, buy, metric } = await openStage();
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
    expect(await metric("estival_holds_waiting")).toBeGreaterThan(0);
    await servers.waitFor("");
    await stopped;
    await buy();
  }, 240_000);
});
