import { tmpdir } from "node:os";
import autocannon from "autocannon";
import { openBenchSite } from "#devkit/bench/bench-site.ts";
import { makeCrowd, makeHotType } from "#devkit/bench/crowd.ts";
import { commitsPerSecond, findPgbench, prepareYardsticks } from "#devkit/bench/yardsticks.ts";
const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1", ...(process.env.PROF ? { NODE_OPTIONS: "--cpu-prof --cpu-prof-dir=/tmp/prof" } : {}) }, 3311);
try {
  await prepareYardsticks(site.owner);
  const hot = await makeHotType(site.owner, 100_000_000);
  const tokens = await makeCrowd(site.owner, 120_000);
  let next = 0;
  const body = JSON.stringify({ price_id: hot.priceId, success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`, cancel_url: `${site.origin}/events/${hot.eventId}`, mode: "payment", quantity: 2 });
  for (let round = 0; round < Number(process.env.ROUNDS ?? 3); round++) {
    const D = await commitsPerSecond(site.server, findPgbench()!, { clients: 1, seconds: 3, folder: tmpdir() });
    const r = await autocannon({ url: `${site.origin}/functions/v1/checkout-session`, connections: 64, duration: 4, requests: [{ method: "POST", headers: { "content-type": "application/json" }, body, setupRequest: (req: any) => { req.headers = { ...req.headers, authorization: `Bearer ${tokens[next++]}` }; return req; } }] });
    console.log("D", D.toFixed(0), "G1", r.requests.average, (r.requests.average / D).toFixed(2), r.non2xx, "p50", r.latency.p50, "p99", r.latency.p99);
  }
} finally { await site.close(); }
