import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { testDatabase } from "#test/support/database.ts";
import { openPage } from "#test/support/open-page.ts";
import { testKeys } from "#test/support/provider-in-test.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { startSite } from "#test/support/site.ts";
import { processNotices } from "#ticketing/orders/payment/process-notices.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const env = {
  APP_SECRET: "one secret for all processes of a site",
  DATABASE_URL: database.urls.public,
  PROVIDER_RATE: "0",
  TRUST_PROXY: "1",
};

type Purchase = { userId: string; order: string | null; failure: string | null };

test("a site that is stopped in the middle of a sale answers every request it has received, and then exits (F50)", async () => {
  const site = await startSite(env);
  const night = await season.night({ capacity: 5000 });
  const type = await season.ticketType({ events: [night], capacity: 5000 });
  const people = await season.people(3000);
  const purchases: Purchase[] = [];
  let isStopping = false;
  let next = 0;
  let isLeft = false;

  /** Buys as one person after the other, on kept connections, until the proxy uses another process. */
  async function buyOneAfterTheOther(): Promise<void> {
    while (next < people.length && !isLeft) {
      const n = next++;
      const person = people[n];
      if (!person) return;
      try {
        const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${person.token}`,
            "x-forwarded-for": `10.1.${n >> 8}.${n % 256}`,
          },
          body: JSON.stringify({
            price_id: `price_${type}`,
            success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${site.origin}/events/${night}`,
            mode: "payment",
            quantity: 1,
          }),
        });
        const { url } = (await answer.json()) as { url?: string };
        const order = /\/checkout\/([0-9a-f-]{36})$/.exec(url ?? "")?.[1] ?? null;
        purchases.push({ userId: person.userId, order, failure: order ? null : `status ${answer.status}` });
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code ?? String(error);
        purchases.push({ userId: person.userId, order: null, failure: code });
      }
      if (!isStopping && purchases.length >= 60) {
        isStopping = true;
        ended = site.kill("SIGTERM");
      }
      if (isStopping) await pause(40);
    }
  }

  /** What a proxy does: checks `/healthz` every second, and drops a server that answers 503. */
  async function watchHealth(): Promise<void> {
    while (!isLeft) {
      await pause(1000);
      isLeft = (await fetch(`${site.origin}/healthz`)).status === 503;
    }
  }

  let ended: Promise<number | null> | undefined;
  await Promise.all([watchHealth(), ...Array.from({ length: 24 }, buyOneAfterTheOther)]);
  expect(await ended).toBe(0);
  // it stopped while people were buying, and not because there were none left
  expect(purchases.length).toBeGreaterThan(60);
  expect(purchases.length).toBeLessThan(people.length);
  expect(purchases.filter(({ failure }) => failure !== null)).toEqual([]);
  const { rows } = await season.client.query("SELECT id, user_id FROM orders");
  expect(new Map(rows.map(({ id, user_id }) => [id, user_id]))).toEqual(
    new Map(purchases.map(({ order, userId }) => [order, userId])),
  );
  expect(site.output()).not.toMatch(/a request failed|ALARM/);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);
});

test("a site that is stopped while a batch of payments is being settled commits it whole, and leaves the others to the next (F50, I10)", async () => {
  const successor = await testServices(database);
  const site = await startSite({
    ...env,
    PROVIDER_RATE: "1000",
    TRUST_PROXY: "0",
    STRIPE_SECRET_KEY: testKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret,
    STRIPE_API_BASE: successor.provider.apiBase,
  });
  const type = await season.ticketType({ events: [await season.night()], capacity: 100 });
  const people = await season.people(24);
  const sessions = await Promise.all(
    people.map(async ({ sessionHash }) => (await openPage(successor, sessionHash, type)).sessionId),
  );
  await Promise.all(sessions.map((id) => payWithCard(successor.provider.pagesBase, id)));
  // settling waits for this counter in the middle of its transaction
  const blocker = new pg.Client({ connectionString: database.ownerUrl });
  await blocker.connect();
  await blocker.query("BEGIN");
  await blocker.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [type]);

  expect(await Promise.all(sessions.map((id) => tellOfPayment(site.origin, id)))).toEqual(
    sessions.map(() => 200),
  );
  await until(async () => {
    const { rows } = await season.client.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows[0].n > 0;
  });
  const ended = site.kill("SIGTERM");
  await until(() =>
    fetch(`${site.origin}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  expect(await sold(type)).toBe(0);
  await blocker.query("COMMIT");
  await blocker.end();
  expect(await ended).toBe(0);
  expect(await sold(type)).toBeGreaterThan(0);
  expect(site.output()).not.toMatch(/ALARM/);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);

  await season.client.query("UPDATE payment_notices SET next_at = now() WHERE state = 'received'");
  while ((await processNotices(successor)) > 0);
  expect(await sold(type)).toBe(sessions.length);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);
});

/** How many tickets of a type are paid and issued. */
async function sold(type: string): Promise<number> {
  const { rows } = await season.client.query(
    "SELECT count(*)::int AS n FROM ticket_purchases WHERE ticket_type_id = $1 AND status = 'paid'",
    [type],
  );
  return rows[0].n;
}

/** Sends the provider's webhook event of a paid session; returns the status of the answer. */
async function tellOfPayment(origin: string, sessionId: string): Promise<number> {
  const t = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${sessionId}`,
    object: "event",
    type: "checkout.session.completed",
    created: t,
    livemode: false,
    data: { object: { id: sessionId, object: "checkout.session" } },
  });
  const v1 = createHmac("sha256", testKeys.webhookSecret).update(`${t}.${body}`).digest("hex");
  const headers = { "stripe-signature": `t=${t},v1=${v1}` };
  return (await fetch(`${origin}/webhooks/stripe`, { method: "POST", headers, body })).status;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}
