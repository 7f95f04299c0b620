/** nginx as docs/operations.md sets it up, before a process of the built site: what it answers by itself, and what never. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNginx } from "#devkit/evening/find-nginx.ts";
import { type EveningProxy, startNginx } from "#devkit/evening/start-proxy.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { freePort, type Site, startSite } from "#test/support/site.ts";

const folder = mkdtempSync(join(tmpdir(), "estival-nginx-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = findNginx();

// where there is none and none can be had
describe.skipIf(!program)("pages that nginx keeps", async () => {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
  const night = await season.night({ title: "Noaptea de dinainte" });
  const type = await season.ticketType({ events: [night], capacity: 50 });
  const customer = await season.person();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let site: Site;
  let nginx: EveningProxy;
  beforeAll(async () => {
    site = await startSite({
      ...{ DATABASE_URL: database.urls.public, APP_SECRET: "one secret for all processes of a site" },
      ...{ PUBLIC_ORIGIN: origin, TRUST_PROXY: "1" },
    });
    const upstreams = [Number(new URL(site.origin).port)];
    nginx = await startNginx(program ?? "", { port, upstreams, folder });
  }, 60_000);
  afterAll(async () => {
    await nginx?.end();
    await site?.stop();
  });

  const look = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers, redirect: "manual" });
    const { status } = answer;
    return { status, kept: answer.headers.get("x-kept"), text: await answer.text() };
  };
  /** Told without waiting for the site, which may be asked meanwhile whether it still holds. */
  const isAtHand = (kept: string | null) => ["HIT", "STALE", "UPDATING"].includes(kept ?? "");
  const asCustomer = { cookie: `session=${customer.token}` };

  it("what everybody sees alike is at hand for who comes next", async () => {
    for (const path of ["/", "/events", `/events/${night}`, "/tickets"]) {
      const first = await look(path);
      const next = await look(path);
      expect([path, first.status, next.status, isAtHand(next.kept)]).toEqual([path, 200, 200, true]);
      expect(next.text === first.text).toBe(true);
    }
  });

  it("who is signed in is never answered with what others see, nor others with theirs", async () => {
    const { text: forNobody } = await look("/");
    const own = await look("/", asCustomer);
    expect([own.status, own.kept]).toEqual([200, "BYPASS"]);
    expect(own.text === forNobody).toBe(false);
    expect((await look("/")).text === forNobody).toBe(true);
    for (const path of ["/profile", "/tickets"])
      for (const _ of ["first", "next"]) expect((await look(path, asCustomer)).kept).toBe("BYPASS");
  });

  it.each([
    ["/healthz", 200],
    ["/nu-exista", 404],
    ["/events/00000000-0000-7000-8000-000000000000", 404],
    ["/auth/v1/.well-known/jwks.json", 200],
    ["/login", 200],
  ])("%s is found out each time", async (path, status) => {
    for (const _ of ["first", "next"]) expect(await look(path)).toMatchObject({ status, kept: "MISS" });
  });

  it("a sold out night is seen by everybody within four seconds, and its new title", async () => {
    await look(`/events/${night}`);
    await season.client.query("UPDATE stock_counters SET sold = capacity WHERE id = $1", [type]);
    await season.client.query("UPDATE events SET title = 'Noaptea de apoi' WHERE id = $1", [night]);
    await expect
      .poll(async () => (await look(`/events/${night}`)).text, { timeout: 4000, interval: 100 })
      .toMatch(/Noaptea de apoi[\s\S]*>Epuizat</);
  });

  it("while no process answers, pages stay, and nothing pretends to sell", async () => {
    await expect
      .poll(async () => (await look("/events")).text, { timeout: 4000 })
      .toContain("Noaptea de apoi");
    await site.kill("SIGKILL");
    // longer than what is kept would be sent without a look at the site
    await pause(2500);
    const page = await look("/events");
    expect([page.status, page.kept]).toEqual([200, "STALE"]);
    expect(page.text).toContain("Noaptea de apoi");
    expect((await look("/healthz")).status).toBe(502);
    expect((await look(`/events/${night}`, asCustomer)).status).toBe(502);
    const purchase = await fetch(`${origin}/functions/v1/checkout-session`, { method: "POST" });
    expect(purchase.status).toBe(502);
  });
});
