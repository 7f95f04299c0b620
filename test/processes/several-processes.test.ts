/** Two processes of the built site on one database, behind a small proxy, as on a machine that must not stop. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChildScript } from "#devkit/lab/evening/child-script.ts";
import { buyOne } from "#test/support/buy-over-http.ts";
import { testDatabase } from "#test/support/database.ts";
import { until } from "#test/support/embedded-owner.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { freePort, type LaunchedSite, launchSite } from "#test/support/site.ts";
import { startSmallProxy } from "#test/support/small-proxy.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const project = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "estival-processes-"));
const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const ports = [await freePort(), await freePort()];
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const provider = await startProviderInTest({
  notifyUrl: `${origin}/webhooks/stripe`,
  noticeWaits: [0.2, 0.3],
});
const start = async (at: number, build = join(project, "build")) => {
  const site = await launchSite(
    {
      PORT: String(ports[at]),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: join(folder, `process-${at}`),
      DATABASE_URL: database.urls.public,
      APP_SECRET: "one secret for all processes of a site",
      STRIPE_SECRET_KEY: testKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret,
      STRIPE_API_BASE: provider.apiBase,
      PROVIDER_RATE: "500",
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
    },
    build,
  );
  if (await site.isReady()) return site;
  await site.kill("SIGKILL");
  throw new Error(site.output());
};
const sites: LaunchedSite[] = [];
let proxy: ChildScript<unknown> | undefined;
beforeAll(async () => {
  for (const at of ports.keys()) sites.push(await start(at));
  proxy = await startSmallProxy({ port, upstreams: ports });
}, 120_000);
afterAll(async () => {
  await proxy?.end();
  await Promise.all(sites.map((site) => site.stop()));
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Like a new release: another folder with the same schema. */
function anotherBuild(): string {
  const root = join(folder, "release");
  mkdirSync(root);
  cpSync(join(project, "build"), join(root, "build"), { recursive: true });
  for (const part of ["node_modules", "migrations", "package.json", "src", "devkit"])
    symlinkSync(join(project, part), join(root, part));
  return join(root, "build");
}

describe("two processes behind a proxy", () => {
  it("lose no purchase while one is stopped and another build takes its place (F50)", async () => {
    const night = await season.night({ capacity: 500 });
    const type = await season.ticketType({ events: [night], capacity: 500 });
    const buyers = await season.people(300);
    let isRestarted = false;
    const restart = (async () => {
      await pause(300);
      expect(await sites[1]?.kill("SIGTERM")).toBe(0);
      sites[1] = await start(1, anotherBuild());
      isRestarted = true;
    })();
    const buying: Promise<string>[] = [];
    // Some buyers come during the restart, and some after it.
    for (let at = 0; at < buyers.length && !(isRestarted && at >= 40); at += 1) {
      buying.push(buyOne({ origin, provider }, { token: buyers[at]?.token ?? "", at }, { night, type }));
      await pause(60);
    }
    const answers = await Promise.all(buying);
    await restart;
    expect(answers.filter((answer) => answer !== "200 paid")).toEqual([]);
    const tickets = async () =>
      (
        await season.client.query(
          "SELECT count(*)::int AS n FROM ticket_purchases WHERE ticket_type_id = $1",
          [type],
        )
      ).rows[0].n;
    expect(await until(async () => (await tickets()) === answers.length, 60_000)).toBe(true);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("do each job once: one email for each order, sent once, and the sales folded once (F49)", async () => {
    const done = async () =>
      (await season.client.query("SELECT count(*)::int AS n FROM letters WHERE state <> 'sent'")).rows[0]
        .n === 0;
    // An email contains a PDF, and a slow machine needs a while to print a hundred.
    expect(await until(done, 100_000)).toBe(true);
    // A further try has its reason in the row: a process that ended, or stood still, with the email in its hands.
    const { rows } = await season.client.query(
      `SELECT (SELECT count(*)::int FROM letters WHERE attempts <> 1 + jsonb_array_length(tries)) AS twice,
         (SELECT count(*)::int FROM orders WHERE state = 'paid') - (SELECT count(*)::int FROM letters WHERE kind = 'ticket_confirmation') AS missing`,
    );
    expect(rows).toEqual([{ twice: 0, missing: 0 }]);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  }, 120_000);

  it("show the same page: after a change in one process the other does not show the old state (F37, F38)", async () => {
    const night = await season.night({ title: "Noaptea dinainte" });
    await season.ticketType({ events: [night] });
    const admin = await season.person("admin");
    const pages = () =>
      Promise.all(ports.map(async (at) => (await fetch(`http://127.0.0.1:${at}/events/${night}`)).text()));
    for (const page of await pages()) expect(page).toContain("Noaptea dinainte");
    const changed = await fetch(`${origin}/admin/events/${night}/unavailable`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: `session=${admin.token}`, origin },
      body: new URLSearchParams(),
    });
    expect(changed.status).toBe(303);
    const both = async () => (await pages()).every((page) => page.includes("Momentan Indisponibil"));
    expect(await until(both, 60_000)).toBe(true);
  });
});
