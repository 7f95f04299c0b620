import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { EndpointCalls } from "#devkit/card-provider/provider-faults.ts";
import { otherMachine, startScript } from "#devkit/evening/child-script.ts";
import { judgeLine, mostInASecond } from "#devkit/evening/judge-evening.ts";

import { openBenchSite } from "./bench-site.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, twoDigits } from "./goal.ts";

const keys = { secretKey: "sk_test_bench", webhookSecret: "whsec_bench" };
const [rate, limit, buyers, arriveInSeconds] = [24, 25, 2000, 5];

/**
 * G2b: 2,000 holds within five seconds against a provider that answers in 200 to 800 ms and refuses the 26th call of a
 * second; card pages opened a second while anybody waits. Holds last 15 seconds, far less than the line.
 */
export async function measureLine({ folder }: { folder: string }): Promise<GoalResult> {
  const provider = await startScript<{ origin: string; apiBase: string; pagesBase: string }>(
    join(import.meta.dirname, "..", "card-provider", "run-card-provider.ts"),
    { port: 0, ...keys, stateFile: join(folder, "line-provider.sqlite"), notifyUrl: null },
    otherMachine,
  );
  await fetch(`${provider.report.origin}/_test/faults`, {
    method: "POST",
    body: JSON.stringify({ latencyMs: 200, latencySpreadMs: 600, ratePerSecond: limit }),
  });
  const site = await openBenchSite(
    {
      PROVIDER_RATE: String(rate),
      HOLD_MINUTES: "0.25",
      TRUST_PROXY: "1",
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: provider.report.apiBase,
    },
    3318,
  );
  try {
    const hot = await makeHotType(site.owner, 1_000_000);
    const tokens = await makeCrowd(site.owner, buyers);
    const begun = Date.now();
    const answers = await Promise.all(
      tokens.map(async (token, n) => {
        await pause((n * arriveInSeconds * 1000) / buyers);
        const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${token}`,
            "x-forwarded-for": `10.2.${n >> 8}.${n % 256}`,
          },
          body: JSON.stringify({
            price_id: hot.priceId,
            success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${site.origin}/events/${hot.eventId}`,
            mode: "payment",
            quantity: 1,
          }),
        });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    const heldIn = (Date.now() - begun) / 1000;
    const line = async () =>
      (
        await site.owner.query(
          "SELECT count(*)::int AS n FROM orders WHERE line_at IS NOT NULL AND state = 'held'",
        )
      ).rows[0].n as number;
    while ((await line()) > 0) await pause(100);
    const ended = Date.now();
    const calls = (await (await fetch(`${provider.report.origin}/_test/calls`)).json()) as Record<
      string,
      EndpointCalls
    >;
    const { at, refused } = calls["POST /v1/checkout/sessions"] ?? { at: [], refused: 0 };
    // the last calls are answered when the line is empty already
    const lastCall = Math.max(...at);
    const perSecond = at.length / ((lastCall - Math.min(...at)) / 1000);
    const promises = await judgeLine(site.owner);
    const others = new Map<number, number>();
    for (const status of answers) if (status !== 200) others.set(status, (others.get(status) ?? 0) + 1);
    const told = [...others].map(([status, n]) => `${n} answered ${status}`).join(", ");
    return {
      goal: "G2b",
      what: `card pages for ${buyers} holds taken in ${heldIn.toFixed(1)} s; ${promises.map(({ promise, seen }) => `${promise}: ${seen}`).join("; ")}; most in any second ${mostInASecond(at)}`,
      figure: `${perSecond.toFixed(1)}/s, ${refused} x 429, ${told || "every answer 200"}`,
      ratio: `${twoDigits(perSecond / rate)} of PROVIDER_RATE`,
      wanted: ">= 0.95, 0 x 429, fair order, no hold expired while waiting",
      met:
        perSecond / rate >= 0.95 && refused === 0 && others.size === 0 && promises.every(({ kept }) => kept),
      rounds: [{ perSecond, refused, calls: at.length, seconds: (ended - begun) / 1000 }],
    };
  } finally {
    await site.close();
    await provider.end();
  }
}
