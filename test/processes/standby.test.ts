/** A database that streams to a standby, as docs/operations.md sets it up: what is kept when the first server dies. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { until } from "#test/support/embedded-owner.ts";
import { embeddedPrograms, systemPrograms } from "#test/support/postgres-programs.ts";
import { openReplicatedSite } from "#test/support/replicated-site.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const system = findSystemPostgres();
const isLong = process.env.TEST_SCALE === "long";
if (isLong && system === undefined)
  console.log("standby: skipped, no PostgreSQL is installed on this system");

/** In the long run the PostgreSQL of the system; else the embedded one, whose programs can stream to a standby too. */
const openStage = async () =>
  openReplicatedSite(isLong && system !== undefined ? systemPrograms(system) : await embeddedPrograms());

it("no paid order is lost when the first server of a sale dies, and its standby takes over, for which commits wait", async () => {
  const enough = isLong ? 20 : 5;
  const { servers, buy } = await openStage();
  const second = await servers.addStandby("second");
  await servers.waitFor("FIRST 1 (second)");
  const buying: Promise<number>[] = [];
  let sold = 0;
  let isOver = false;
  const outage = (async () => {
    expect(await until(() => sold >= enough, 60_000)).toBe(true);
    servers.kill(servers.primary);
    const killedAt = performance.now();
    await pause(500);
    await servers.promote(second);
    const before = sold;
    expect(await until(() => sold >= before + enough, 60_000)).toBe(true);
    return killedAt;
  })().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const one = buy();
    one.then(
      () => sold++,
      () => {},
    );
    buying.push(one);
    await pause(200);
  }
  const killedAt = await outage;
  const paid = await Promise.all(buying);
  const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
  const tickets = async () =>
    Number((await season.client.query("SELECT count(*)::int AS n FROM ticket_purchases")).rows[0].n);
  expect(await until(async () => (await tickets()) === paid.length, 60_000)).toBe(true);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  const waited = Math.min(...paid.filter((at) => at > killedAt)) - killedAt;
  console.log(`standby: ${paid.length} paid, none lost; the sale waited ${Math.round(waited)} ms`);
}, 240_000);

describe.runIf(isLong && system !== undefined)("a database with a standby", () => {
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
