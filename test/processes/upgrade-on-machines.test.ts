/** An older release sells on two machines, and both are upgraded to this build, one after the other, as docs/operations.md says. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { codeOf } from "#platform/database/database.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "#test/support/buy-over-http.ts";
import { until } from "#test/support/embedded-owner.ts";
import { buildRelease } from "#test/support/release-build.ts";
import { mayOpenTwoMachines, openTwoMachines } from "#test/support/two-machines.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const isAble = mayOpenTwoMachines("upgrade on machines");
/** The last commit of the first release, of a later one, and of the one before this build. */
const releases: [version: string, commit: string][] = [
  ["0.1.0", "b101d1c"],
  ["0.2.1", "aae1c296"],
  ["0.5.0", "b98609b2"],
];

/** As many buy at once as two machines of two cores serve without a queue. */
const mostAtOnce = 8;

const script = join(import.meta.dirname, "..", "support", "run-release-season.ts");

/** As an operator does: a server that is busy all the time may not let a migration the first time. Resolves to the runs. */
async function prepareUntilDone(ownerUrl: string): Promise<number> {
  for (let run = 1; ; run += 1)
    try {
      await prepareDatabase({ ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null });
      return run;
    } catch (error) {
      if (codeOf(error) !== "55P03" || run === 5) throw error;
    }
}

it.runIf(isAble).each(releases)(
  "two machines of %s become two of this build while people buy: no purchase is lost or made twice, and everybody stays signed in (F50)",
  async (version, commit) => {
    const release = buildRelease(commit);
    if (!release) {
      console.log(
        `upgrade on machines: ${version} skipped, the history of the project does not reach so far`,
      );
      return;
    }
    const { folder: oldFolder, remove } = release;
    onTestFinished(remove, 600_000);
    const { origin, provider, ownerUrl, start } = await openTwoMachines(onTestFinished);
    const question = JSON.stringify({ release: oldFolder, ownerUrl, people: 3000 });
    const { stdout } = await promisify(execFile)(process.execPath, [script, question]);
    const season = JSON.parse(stdout) as { night: Uuid; type: Uuid; tokens: string[] };
    // 0.1.0 has one login, whose line stays as it is
    const env = { DATABASE_URL: ownerUrl.replace("operator@", "app_login:login@") };
    const old = { env: version === "0.1.0" ? env : {}, build: join(oldFolder, "build") };
    const sites = [await start(0, old), await start(1, old)];

    let isOver = false;
    let prepared = 0;
    let runs = 0;
    const upgrade = (async () => {
      await pause(3000);
      const begun = performance.now();
      runs = await prepareUntilDone(ownerUrl);
      prepared = performance.now() - begun;
      for (const at of [0, 1] as const) {
        // 0.2.1 gives up after half a minute when its last answers do not end; the other machine sells meanwhile
        expect([0, 1]).toContain(await sites[at]?.kill("SIGTERM"));
        await start(at, { env: old.env });
      }
      await pause(3000);
    })().finally(() => {
      isOver = true;
    });
    const buying: Promise<{ answer: string; took: number }>[] = [];
    let answered = 0;
    for (let at = 0; !isOver && at < season.tokens.length; at += 1) {
      const begun = performance.now();
      const one = buyOne({ origin, provider }, { token: season.tokens[at] ?? "", at }, season);
      buying.push(
        one
          .catch((error: Error) => String(error))
          .then((answer) => {
            answered += 1;
            return { answer, took: performance.now() - begun };
          }),
      );
      do await pause(100);
      while (!isOver && buying.length - answered >= mostAtOnce);
    }
    await upgrade;
    const bought = await Promise.all(buying);
    expect(bought.map(({ answer }) => answer).filter((answer) => answer !== "200 paid")).toEqual([]);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    const tickets = async () =>
      Number((await owner.query("SELECT count(*)::int AS n FROM ticket_purchases")).rows[0].n);
    expect(await until(async () => (await tickets()) === bought.length, 60_000)).toBe(true);
    expect(await findViolations(owner, dataInvariants)).toEqual([]);
    // the first to buy did so at the last release
    const page = await fetch(`${origin}/profile`, {
      redirect: "manual",
      headers: { cookie: `session=${season.tokens[0]}` },
    });
    expect(page.status).toBe(200);
    const longest = Math.max(...bought.map(({ took }) => took));
    console.log(
      `upgrade on machines from ${version}: the database was prepared in ${Math.round(prepared / 1000)} s, at run ${runs}; ${bought.length} bought meanwhile, the slowest in ${Math.round(longest)} ms`,
    );
  },
  600_000,
);
