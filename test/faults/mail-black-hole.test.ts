/** A mail server that takes connections and never says a word: what is sold is sold, and its letters wait. */
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { openMail } from "#platform/mail/mail-door.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { mailServices } from "#test/support/mail-services.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { startSite } from "#test/support/site.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";

const hostile = await startHostileSmtp();
hostile.behave({ connect: "silence" });
afterAll(() => hostile.close());

const statesOfLetters = `SELECT state FROM letters WHERE order_id IS NOT NULL AND order_id = ANY($1) ORDER BY id`;

test("I21: while letters hang at it purchases are settled with their tickets, and no letter is lost", async () => {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const site = await testServices(database);
  const blackHole = await startHostileSmtp();
  blackHole.behave({ connect: "silence" });
  const forever = 3_600_000;
  const mail = openMail({
    host: "127.0.0.1",
    port: blackHole.port,
    security: "loopback",
    from: { name: "Club", address: "salut@club.example" },
    patience: { connect: forever, greeting: forever, socket: forever, whole: forever },
  });
  const delivery = { ...(await mailServices(database)), findMail: async () => mail };
  afterAll(() => delivery.database.close());
  const type = await season.ticketType({ events: [await season.night()] });
  const buy = async () =>
    sellOrder(site, { sessionHash: (await season.person()).sessionHash, ticketTypeId: type });
  const states = async (orders: readonly string[]) =>
    (await season.client.query(statesOfLetters, [orders])).rows.map(({ state }) => state);

  const first = await buy();
  let isOver = false;
  const hanging = deliverLetters(delivery).finally(() => (isOver = true));
  await expect.poll(() => states([first.orderId]), { timeout: 10_000 }).toEqual(["inflight"]);

  const later = [await buy(), await buy(), await buy()].map(({ orderId }) => orderId);
  const { rows } = await season.client.query(
    "SELECT o.state, count(p.id)::int AS tickets FROM orders o LEFT JOIN ticket_purchases p ON p.order_id = o.id AND p.status = 'paid' WHERE o.id = ANY($1) GROUP BY o.id",
    [later],
  );
  expect(rows).toEqual(later.map(() => ({ state: "paid", tickets: 1 })));
  expect(isOver).toBe(false);
  expect(await states([first.orderId])).toEqual(["inflight"]);

  // the server goes away altogether: each letter is still to be sent
  await blackHole.close();
  await hanging;
  expect(await states([first.orderId, ...later])).toEqual(["queued", "queued", "queued", "queued"]);
});

test("I21: the page after paying shows the tickets of whoever buys while the site's mail server says nothing", async () => {
  const site = await startSite({
    LOG_LEVEL: "silent",
    PROVIDER_RATE: "1000",
    SMTP_ALLOWED_HOSTS: "127.0.0.1",
    SMTP_ALLOWED_PORTS: String(hostile.port),
  });
  afterAll(() => site.stop());
  const server = findEmbeddedServer(site.dataDir);
  if (!server) throw new Error("the site has no database");
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  afterAll(() => owner.end());
  const season = await openSeasonBuilder(server.ownerUrl());
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const admin = await season.person("admin");
  await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [admin.userId]);
  const post = (path: string, as: { token: string }, form: Record<string, string>) =>
    fetch(site.origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: `session=${as.token}`, origin: site.origin },
      body: new URLSearchParams(form),
    });
  const saved = await post("/admin/email", admin, {
    ...{ smtp_host: "127.0.0.1", smtp_port: String(hostile.port), username: "club", password: "parola" },
    ...{ from_email: "bilete@exemplu.ro", from_name: "Club", enabled: "on" },
  });
  expect(saved.status).toBe(303);

  const orders: string[] = [];
  for (const buyer of await season.people(3)) {
    const pressed = await post(`/events/${night}`, buyer, { ticket_id: type, quantity: "1" });
    const cardPage = pressed.headers.get("location") ?? "";
    const at = cardPage.lastIndexOf("/c/");
    const sessionId = cardPage.slice(at + 3);
    expect((await payWithCard(cardPage.slice(0, at), sessionId)).kind).toBe("paid");
    const page = await fetch(`${site.origin}/tickets/success?session_id=${sessionId}`, {
      headers: { cookie: `session=${buyer.token}` },
    });
    expect(await page.text()).toMatch(/FSC-\d{4}-\d{6}/);
    const { rows } = await owner.query("SELECT id FROM orders WHERE user_id = $1 AND state = 'paid'", [
      buyer.userId,
    ]);
    orders.push(rows[0].id);
  }
  // it was asked to take them, and has taken none
  await expect.poll(() => hostile.connections(), { timeout: 15_000 }).toBeGreaterThan(0);
  const { rows } = await owner.query(statesOfLetters, [orders]);
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ state }) => state !== "queued" && state !== "inflight")).toEqual([]);
}, 120_000);
