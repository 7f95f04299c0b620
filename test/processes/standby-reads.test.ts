/** A site that makes its long reads at a standby (DATABASE_READ_URL), with the PostgreSQL of the system. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { loadPurchases } from "#devkit/bench/load-purchases.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { until } from "#test/support/embedded-owner.ts";
import { systemPrograms } from "#test/support/postgres-programs.ts";
import { openReplicatedSite } from "#test/support/replicated-site.ts";

const system = findSystemPostgres();
const isLong = process.env.TEST_SCALE === "long";

async function openStage() {
  const stage = await openReplicatedSite(systemPrograms(system ?? ""), { readsAtStandby: true });
  const { servers, second, asAdmin } = stage;
  if (!second) throw new Error("there is a standby");
  return {
    ...stage,
    second,
    /** A file with its rows, without the heading, and whether its name says that its data are older. */
    async file(path = "/purchases.csv") {
      const answer = await asAdmin(path);
      const isOlder = answer.headers.get("content-disposition")?.includes("-pana-la-");
      return { rows: (await answer.text()).trimEnd().split("\n").length - 1, isOlder };
    },
    /** A file whose reader stops after its first bytes. */
    async beginFile() {
      const answer = await asAdmin("/purchases.csv");
      const reader = answer.body?.getReader();
      await reader?.read();
      return {
        isOlder: answer.headers.get("content-disposition")?.includes("-pana-la-"),
        /** The rest of it; throws when it breaks off. */
        async rest() {
          while (!(await reader?.read())?.done);
        },
      };
    },
    caughtUp: () =>
      until(async () => {
        const lsn = await servers.ask(servers.primary, "SELECT pg_current_wal_lsn()::text AS at");
        const there = await servers.ask(second, `SELECT pg_last_wal_replay_lsn() >= '${lsn?.at}' AS is`);
        return there?.is === true;
      }, 20_000),
  };
}

describe.runIf(isLong && system !== undefined)("a site that reads at a standby", () => {
  it("says how old reports and files are, and reads at the primary once the standby gets nothing any more", async () => {
    const { servers, second, buy, caughtUp, file, ageOfReport, metric } = await openStage();
    const age = () => metric("estival_read_standby_age_seconds");
    await Promise.all([buy(), buy()]);
    const isThere = async () => (await caughtUp()) && (await file()).rows === 2;
    expect(await until(isThere, 20_000)).toBe(true);
    expect(await file()).toEqual({ rows: 2, isOlder: true });
    expect(await ageOfReport()).toMatch(/^Date vechi de cel mult (o secundă|\d{1,2} (de )?secunde)$/);
    expect(await age()).toBeLessThan(15);
    // a cut network: the server itself goes on, and all that it has received is replayed
    servers.freezeReceiver(second);
    const frozen = performance.now();
    await buy();
    const sold = async () =>
      (await servers.ask(servers.primary, "SELECT count(*)::int AS n FROM ticket_purchases", "estival"))?.n;
    expect(await until(async () => (await sold()) === 3, 20_000)).toBe(true);
    expect(await file()).toEqual({ rows: 2, isOlder: true });
    const before = await age();
    await pause(5000);
    expect((await age()) - before).toBeGreaterThan(4);
    expect(await until(async () => (await file()).rows === 3, 90_000)).toBe(true);
    expect(performance.now() - frozen).toBeGreaterThan(45_000);
    expect(await file()).toEqual({ rows: 3, isOlder: false });
    expect(await ageOfReport()).toBeUndefined();
    servers.thaw();
    expect(await until(async () => (await ageOfReport()) !== undefined, 30_000)).toBe(true);
    expect(await file()).toEqual({ rows: 3, isOlder: true });
  }, 240_000);

  it("whose standby stops in the middle of a file: that file breaks off, the next and the reports come from the primary", async () => {
    const { servers, second, season, caughtUp, file, beginFile, ageOfReport, metric } = await openStage();
    await loadPurchases(season.client, 100_000);
    expect(await caughtUp()).toBe(true);
    expect(await until(async () => (await ageOfReport()) !== undefined, 20_000)).toBe(true);
    const begun = await beginFile();
    expect(begun.isOlder).toBe(true);
    servers.kill(second);
    await expect(begun.rest()).rejects.toThrow();
    expect(await file()).toEqual({ rows: 100_000, isOlder: false });
    expect(await ageOfReport()).toBeUndefined();
    expect(await metric("estival_read_standby_age_seconds")).toBe(Number.POSITIVE_INFINITY);
  }, 240_000);

  it("whose standby cancels a file for what it receives: the next comes from the primary", async () => {
    const { servers, second, season, caughtUp, file, beginFile, ageOfReport, site } = await openStage();
    await servers.ask(second, "ALTER SYSTEM SET max_standby_streaming_delay = 0");
    await servers.ask(second, "SELECT pg_reload_conf()");
    await loadPurchases(season.client, 100_000);
    expect(await caughtUp()).toBe(true);
    expect(await until(async () => (await ageOfReport()) !== undefined, 20_000)).toBe(true);
    const begun = await beginFile();
    expect(begun.isOlder).toBe(true);
    // rows that the file still sees are cleared away
    await season.client.query("SET session_replication_role = replica");
    await season.client.query("DELETE FROM ticket_purchases WHERE quantity = 1");
    await season.client.query("VACUUM ticket_purchases");
    await expect(begun.rest()).rejects.toThrow();
    expect(site.output()).toMatch(/conflict with recovery/);
    expect(await file()).toEqual({ rows: 75_000, isOlder: false });
    expect(await until(async () => (await ageOfReport()) !== undefined, 20_000)).toBe(true);
  }, 240_000);
});
