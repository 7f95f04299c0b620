/** Two machines sell, a third has the database and the pictures, and the network of one of the two is cut. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "#test/support/buy-over-http.ts";
import { until } from "#test/support/embedded-owner.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { freePort } from "#test/support/site.ts";
import { mayOpenTwoMachines, openTwoMachines } from "#test/support/two-machines.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const isAble = mayOpenTwoMachines("several machines");

it.runIf(isAble)(
  "one of two machines loses its network in mid-sale: the sale goes on, nothing is sold twice or lost, and its pictures are at the other",
  async () => {
    const { origin, provider, ownerUrl, first, second, third, start } = await openTwoMachines(onTestFinished);
    await prepareDatabase({ ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null });
    const season = await openSeasonBuilder(ownerUrl, onTestFinished);
    await season.client.query("INSERT INTO installation (mode) VALUES ('demo')");
    const night = await season.night({ capacity: 2000 });
    const type = await season.ticketType({ events: [night], capacity: 2000 });
    const buyers = await season.people(600);
    const { token } = await season.person("admin");

    const port = String(await freePort());
    const program = join(import.meta.dirname, "..", "support", "run-bucket-double.ts");
    const [command = "", ...args] = third.command(process.execPath, program, third.address, port, "key");
    const bucket = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void bucket.kill());
    await once(bucket.stdout, "data");
    const env = {
      S3_ENDPOINT: `http://${third.address}:${port}`,
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    await start(0, { env });
    await start(1, { env });

    second.unplug();
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(await plainPicture("jpeg"))]));
    const uploaded = await fetch(`${origin}/admin/pictures/content`, {
      method: "POST",
      body: form,
      headers: { cookie: `session=${token}` },
    });
    const { picture } = (await uploaded.json()) as { picture: { url: string } };
    second.plugIn();

    let isOver = false;
    let [unpluggedAt, pluggedInAt] = [0, 0];
    const bought: { answer: string; at: number }[] = [];
    const cut = (async () => {
      await pause(3000);
      first.unplug();
      unpluggedAt = performance.now();
      const shown = await fetch(new URL(picture.url, origin));
      expect(shown.status).toBe(200);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(100);
      // the sale goes on without it
      const goesOn = () => bought.filter(({ at }) => at > unpluggedAt).length >= 20;
      expect(await until(goesOn, 120_000)).toBe(true);
      first.plugIn();
      pluggedInAt = performance.now();
      await pause(4000);
    })().finally(() => {
      isOver = true;
    });
    const buying: Promise<void>[] = [];
    for (let at = 0; !isOver && at < buyers.length; at += 1) {
      const one = buyPersistently(() =>
        buyOne({ origin, provider }, { token: buyers[at]?.token ?? "", at }, { night, type }),
      );
      buying.push(one.then((answer) => void bought.push({ answer, at: performance.now() })));
      await pause(100);
    }
    await cut;
    await Promise.all(buying);
    expect(bought.map(({ answer }) => answer).filter((answer) => answer !== "200 paid")).toEqual([]);
    const count = "SELECT count(*)::int AS n FROM ticket_purchases";
    const tickets = async () => Number((await season.client.query(count)).rows[0].n);
    expect(await until(async () => (await tickets()) === bought.length, 60_000)).toBe(true);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
    const during = bought
      .map(({ at }) => at - unpluggedAt)
      .filter((at) => at > 0 && at < pluggedInAt - unpluggedAt)
      .sort((a, b) => a - b);
    const standstill = Math.max(...during.map((at, n) => at - (during[n - 1] ?? 0)));
    console.log(
      `several machines: ${bought.length} bought, ${during.length} while one had no network; at most ${Math.round(standstill)} ms between two of them`,
    );
  },
  240_000,
);

/** Somebody whose request got lost presses again; the same key finds the same order. */
async function buyPersistently(buy: () => Promise<string>): Promise<string> {
  for (let tries = 0; ; tries += 1)
    try {
      const answer = await buy();
      if (answer === "200 paid" || tries > 30) return answer;
    } catch (error) {
      if (tries > 30) return String(error);
      await pause(1000);
    }
}
