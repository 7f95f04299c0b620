import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { type BenchSite, openBenchSite } from "./bench-site.ts";
import { cpuPerItem, cpuTimes } from "./cpu-time.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, rate, reaches, staysUnder } from "./goal.ts";

const keys = { secretKey: "sk_test_bench", webhookSecret: "whsec_bench" };
const perRound = 1000;
const inFlight = 48;

/** G2: settlements a second on one hot type: signed notices in, until every order is paid, with tickets and letter. */
export async function measureSettlements({
  rounds,
  folder,
}: {
  rounds: number;
  folder: string;
}): Promise<GoalResult> {
  const provider = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "..", "card-provider", "run-card-provider.ts"),
      JSON.stringify({ port: 0, ...keys, stateFile: join(folder, "provider.sqlite"), notifyUrl: null }),
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(provider.stdout, "data");
  const { apiBase, pagesBase } = JSON.parse(String(line)) as { apiBase: string; pagesBase: string };
  const site = await openBenchSite(
    {
      PROVIDER_RATE: "1000",
      TRUST_PROXY: "1",
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
    3312,
  );
  const measured: Record<string, number>[] = [];
  try {
    const hot = await makeHotType(site.owner, 1_000_000);
    for (let round = 0; round < rounds; round++) {
      const sessions = await paidSessions(site, hot, pagesBase);
      measured.push(await settleAll(site, sessions));
    }
  } finally {
    await site.close();
    provider.kill("SIGTERM");
    await once(provider, "exit");
  }
  const perSecond = median(measured.map((round) => round.perSecond ?? 0));
  const p99 = median(measured.map((round) => round.p99 ?? 0));
  return {
    goal: "G2",
    what: "settlements on one hot type: notice to paid, tickets, letter",
    figure: `${rate(perSecond)}, p99 ${Math.round(p99)} ms`,
    ratio: "-",
    wanted: ">= 400/s, p99 <= 250 ms",
    met: reaches(perSecond, 400) && staysUnder(p99, 250),
    rounds: measured,
  };
}

async function paidSessions(
  site: BenchSite,
  hot: { eventId: string; priceId: string },
  pagesBase: string,
): Promise<string[]> {
  const tokens = await makeCrowd(site.owner, perRound);
  const sessions: string[] = [];
  const lane = async () => {
    for (let token = tokens.pop(); token; token = tokens.pop()) {
      const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          "x-forwarded-for": `10.1.${tokens.length >> 8}.${tokens.length % 256}`,
        },
        body: JSON.stringify({
          price_id: hot.priceId,
          success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${site.origin}/events/${hot.eventId}`,
          mode: "payment",
          quantity: 1,
        }),
      });
      const { url } = (await answer.json()) as { url: string };
      const page = url.startsWith(site.origin) ? await atTheCardPage(url, token) : url;
      const sessionId = page.split("/").at(-1) as string;
      await payWithCard(pagesBase, sessionId);
      sessions.push(sessionId);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return sessions;
}

/** An order that waits for its turn asks again until it is sent on. */
async function atTheCardPage(orderPage: string, token: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${orderPage}/pay`, {
      redirect: "manual",
      headers: { cookie: `session=${token}` },
    });
    const location = answer.headers.get("location") ?? "";
    if (location.includes("/c/")) return location;
    await new Promise((resume) => setTimeout(resume, 5));
  }
}

async function settleAll(site: BenchSite, sessions: readonly string[]): Promise<Record<string, number>> {
  const waiting = [...sessions];
  const cpu = cpuTimes(site);
  const begun = performance.now();
  const { rows: earlier } = await site.owner.query(
    "SELECT count(*)::int AS n FROM payment_notices WHERE state = 'processed'",
  );
  const before: number = earlier[0].n;
  let [sent, settled, done] = [0, 0, false];
  const count = async () => {
    while (!done) {
      const { rows } = await site.owner.query(
        "SELECT count(*)::int AS n FROM payment_notices WHERE state = 'processed'",
      );
      settled = rows[0].n - before;
      done = settled === sessions.length;
      await new Promise((resume) => setTimeout(resume, 20));
    }
  };
  const lane = async () => {
    for (let sessionId = waiting.pop(); sessionId; sessionId = waiting.pop()) {
      const body = JSON.stringify({
        id: `evt_${sessionId}`,
        object: "event",
        type: "checkout.session.completed",
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        data: { object: { id: sessionId, object: "checkout.session" } },
      });
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac("sha256", keys.webhookSecret).update(`${t}.${body}`).digest("hex");
      // as many as are on their way at once, no more: latency is then what a settlement takes, not how long a line is
      while (sent - settled > inFlight) await new Promise((resume) => setTimeout(resume, 2));
      sent += 1;
      await fetch(`${site.origin}/webhooks/stripe`, {
        method: "POST",
        headers: { "stripe-signature": `t=${t},v1=${v1}` },
        body,
      });
    }
  };
  await Promise.all([count(), ...Array.from({ length: 16 }, lane)]);
  const seconds = (performance.now() - begun) / 1000;
  const spent = cpuPerItem(cpu, cpuTimes(site), sessions.length);
  const { rows } = await site.owner.query(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY ms) AS p99
     FROM (SELECT extract(epoch FROM processed_at - received_at) * 1000 AS ms FROM payment_notices WHERE session_id = ANY($1)) n`,
    [sessions],
  );
  const { rows: paid } = await site.owner.query(
    "SELECT count(*)::int AS n FROM ticket_purchases WHERE checkout_session_id = ANY($1)",
    [sessions],
  );
  if (paid[0].n !== sessions.length) throw new Error(`${paid[0].n} tickets for ${sessions.length} payments`);
  return {
    perSecond: sessions.length / seconds,
    p50: Number(rows[0].p50),
    p99: Number(rows[0].p99),
    ...spent,
  };
}
