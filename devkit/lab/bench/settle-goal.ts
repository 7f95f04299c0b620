import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { startScript } from "#devkit/lab/evening/child-script.ts";
import { type HotType, headersOf, holdRequest, makeCustomers, makeHotType } from "./bench-customers.ts";
import { type BenchSite, openBenchSite } from "./bench-site.ts";
import { type BenchRun, type GoalResult, medians, ms, type Round, rate } from "./goal.ts";

const keys = { secretKey: "sk_test_bench", webhookSecret: "whsec_bench" };
const perSecond = 100;
const seconds = 10;

/** P2: a hundred signed webhook events a second, at an even pace; until each order is paid, with its ticket and email. */
export async function measureSettlements({ rounds, folder }: BenchRun): Promise<GoalResult[]> {
  const provider = await startScript<{ apiBase: string; pagesBase: string }>(
    join(import.meta.dirname, "..", "..", "card-provider", "run-card-provider.ts"),
    { port: 0, ...keys, stateFile: join(folder, "provider.sqlite"), notifyUrl: null },
  );
  const site = await openBenchSite({
    PROVIDER_RATE: "1000",
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: provider.report.apiBase,
  });
  const measured: Round[] = [];
  try {
    const hot = await makeHotType(site.owner, 1_000_000);
    // the first round warms up
    for (let round = 0; round <= rounds; round++) {
      const settled = await settle(site, await paidSessions(site, hot, provider.report.pagesBase));
      if (round > 0) measured.push(settled);
    }
  } finally {
    await site.close();
    await provider.end();
  }
  const { of } = medians(measured);
  return [
    {
      goal: "P2",
      what: `settlements on one hot type, ${perSecond} webhook events a second: to paid, ticket, email`,
      figure: `${rate(of("perSecond"))}, p50 ${ms(of("p50"))}, p99 ${ms(of("p99"))}`,
      ratio: "-",
      wanted: `keeps up with ${perSecond}/s, p99 <= 250 ms`,
      met: of("perSecond") >= perSecond * 0.97 && of("p99") <= 250,
      rounds: measured,
    },
  ];
}

/** So many orders whose customer has paid at the card page, and of which the site has not been told. */
async function paidSessions(site: BenchSite, hot: HotType, pagesBase: string): Promise<string[]> {
  const customers = await makeCustomers(site.owner, perSecond * seconds);
  const sessions: string[] = [];
  const settleOneByOne = async () => {
    for (let buyer = customers.pop(); buyer; buyer = customers.pop()) {
      const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
        method: "POST",
        headers: headersOf(buyer),
        body: JSON.stringify(holdRequest(site.origin, hot, 1)),
      });
      const { url } = (await answer.json()) as { url: string };
      const page = url.startsWith(site.origin) ? await cardPage(url, buyer.token) : url;
      const sessionId = page.split("/").at(-1) as string;
      await payWithCard(pagesBase, sessionId);
      sessions.push(sessionId);
    }
  };
  await Promise.all(Array.from({ length: 8 }, settleOneByOne));
  return sessions;
}

/** An order that waits for its turn asks again until it is sent on. */
async function cardPage(orderPage: string, token: string): Promise<string> {
  for (;;) {
    const headers = { cookie: `session=${token}` };
    const answer = await fetch(`${orderPage}/pay`, { redirect: "manual", headers });
    const location = answer.headers.get("location") ?? "";
    if (location.includes("/c/")) return location;
    await pause(5);
  }
}

async function settle(site: BenchSite, sessions: readonly string[]): Promise<Round> {
  const begun = performance.now();
  const notices: Promise<unknown>[] = [];
  for (const [n, sessionId] of sessions.entries()) {
    await pause(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
    notices.push(notify(site, sessionId));
  }
  await Promise.all(notices);
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { rows } = await site.owner.query(
      `SELECT count(processed_at)::int AS done, extract(epoch FROM max(processed_at) - min(received_at))::float8 AS took,
         1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM processed_at - received_at)) AS p50,
         1000 * percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM processed_at - received_at)) AS p99,
         (SELECT count(*)::int FROM ticket_purchases WHERE checkout_session_id = ANY($1)) AS tickets
       FROM payment_notices WHERE session_id = ANY($1)`,
      [sessions],
    );
    const { done, took, p50, p99, tickets } = rows[0];
    if (done === sessions.length) {
      if (tickets !== done) throw new Error(`${tickets} tickets for ${done} payments`);
      return { perSecond: done / took, p50, p99 };
    }
    if (performance.now() > deadline)
      throw new Error(`${done} of ${sessions.length} webhook events were settled`);
    await pause(100);
  }
}

async function notify(site: BenchSite, sessionId: string): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${sessionId}`,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: sessionId, object: "checkout.session" } },
  });
  const headers = { "stripe-signature": webhookSignature(body, keys.webhookSecret, Date.now()) };
  await fetch(`${site.origin}/webhooks/stripe`, { method: "POST", headers, body });
}
