/** The short half of standby.test.ts, with the embedded PostgreSQL: its programs can stream to a standby too. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { until } from "#test/support/embedded-owner.ts";
import { embeddedPrograms } from "#test/support/postgres-programs.ts";
import { openReplicatedSite } from "#test/support/replicated-site.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

it.skipIf(process.env.TEST_SCALE === "long")(
  "no paid order is lost when the first server of a sale dies and its standby takes over",
  async () => {
    const { servers, buy } = await openReplicatedSite(await embeddedPrograms());
    const second = await servers.addStandby("second");
    await servers.waitFor("FIRST 1 (second)");
    const buying: Promise<number>[] = [];
    let sold = 0;
    let isOver = false;
    const outage = (async () => {
      expect(await until(() => sold >= 5, 60_000)).toBe(true);
      servers.kill(servers.primary);
      await pause(500);
      await servers.promote(second);
      const before = sold;
      expect(await until(() => sold >= before + 5, 60_000)).toBe(true);
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
    await outage;
    const paid = await Promise.all(buying);
    const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
    const tickets = async () =>
      Number((await season.client.query("SELECT count(*)::int AS n FROM ticket_purchases")).rows[0].n);
    expect(await until(async () => (await tickets()) === paid.length, 60_000)).toBe(true);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  },
  240_000,
);
