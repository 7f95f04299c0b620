import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { createMetrics } from "./metrics.ts";

const { season, site: services } = await openStage({ providerRate: 0 });
const site = { ...services, pages: { size: { pages: 3, bytes: 0 }, renders: 5 } };

async function scrape(token: string | undefined, authorization?: string) {
  const metrics = createMetrics(site as never, token);
  metrics.failed("unavailable");
  metrics.gateCall("scan", 0.004);
  const http = new Hono();
  http.get("/metrics", (c) => metrics.scrape(c));
  const answer = await http.request("/metrics", authorization ? { headers: { authorization } } : {});
  return { status: answer.status, text: await answer.text() };
}

test("metrics need the token; without one in the configuration there are none", async () => {
  expect(await scrape(undefined, "Bearer undefined")).toEqual({ status: 404, text: "" });
  for (const wrong of [undefined, "Bearer wrong", "Basic secret", "Bearer secret2", "Bearer "])
    expect((await scrape("secret", wrong)).status).toBe(401);
});

test("metrics show what is held, what waits and what failed", async () => {
  const type = await season.ticketType({ events: [await season.night()] });
  for (const person of await season.people(2)) {
    const opened = await openCheckout(
      services,
      arrived(person.sessionHash, [{ ticketTypeId: type, quantity: 3 }]),
    );
    expect(opened.ok).toBe(true);
  }
  await season.db`INSERT INTO payment_notices (event_id, type, sent_at, received_at, body) VALUES ('evt_1', 'checkout.session.completed', now(), now() - interval '2 minutes', '')`;
  await season.db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, sent_at) VALUES (gen_random_uuid(), 'welcome_email', 'b', 'b@exemplu.ro', '<b@x>', 'sent', now())`;
  const { status, text } = await scrape("secret", "Bearer secret");
  expect(status).toBe(200);
  const lines = text.split("\n");
  for (const line of [
    "estival_held_units 6",
    'estival_gate_call_seconds_bucket{le="0.003",call="scan"} 0',
    'estival_gate_call_seconds_bucket{le="0.005",call="scan"} 1',
    'estival_orders{state="held"} 2',
    "estival_notices_waiting 1",
    "estival_line_orders 0",
    "estival_kept_pages 3",
    "estival_page_renderings 5",
    'estival_failed_requests_total{why="unavailable"} 1',
  ])
    expect(lines).toContain(line);
  // what is finished is no queue
  expect(text).not.toContain('state="sent"');
  expect(Number(/^estival_notices_oldest_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(120);
  expect(text).toMatch(/^estival_nodejs_eventloop_lag_seconds /m);
});

test("every alarm that docs/operations.md names is a metric when there is cause for it", async () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "operations.md"), "utf8");
  const named = [...page.matchAll(/(?<=[`(])estival_[a-z_0-9]+(?:\{[^}]*\})?/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThanOrEqual(8);
  // makes the cause directly, past the rules that prevent it
  await season.db`SET session_replication_role = replica`;
  await season.db`WITH reviewed AS (UPDATE orders SET state = 'manual_review', stake = 'none'
       WHERE id = (SELECT id FROM orders ORDER BY number LIMIT 1) RETURNING id),
     refused AS (INSERT INTO refunds (id, order_id, session_id, amount, reason, state)
       SELECT gen_random_uuid(), id, 'cs_1', 100, 'administrator', 'failed' FROM reviewed)
     INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state)
       VALUES (gen_random_uuid(), 'welcome_email', 'a', 'a@exemplu.ro', '<a@x>', 'dead')`;
  await season.db`RESET session_replication_role`;
  const lines = (await scrape("secret", "Bearer secret")).text.split("\n");
  expect(named.filter((name) => !lines.some((line) => line.startsWith(name)))).toEqual([]);
});

test("failures are counted from zero, so that the first one is an increase", async () => {
  const metrics = createMetrics(site as never, "secret");
  const http = new Hono();
  http.get("/metrics", (c) => metrics.scrape(c));
  const text = await (await http.request("/metrics", { headers: { authorization: "Bearer secret" } })).text();
  expect(text).toContain('estival_failed_requests_total{why="error"} 0');
});
