import autocannon from "autocannon";
import { openBenchSite } from "#devkit/bench/bench-site.ts";
import { makeCrowd, makeHotType } from "#devkit/bench/crowd.ts";
const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1", NODE_OPTIONS: "--cpu-prof --cpu-prof-dir=/tmp/prof" }, 3311);
try {
  const hot = await makeHotType(site.owner, 100_000_000);
  const t0 = performance.now();
  const tokens = await makeCrowd(site.owner, 60_000);
  console.log("crowd", performance.now() - t0);
  let next = 0;
  const body = JSON.stringify({ price_id: hot.priceId, success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`, cancel_url: `${site.origin}/events/${hot.eventId}`, mode: "payment", quantity: 2 });
  for (const c of [64]) {
    const r = await autocannon({ url: `${site.origin}/functions/v1/checkout-session`, connections: c, duration: 5, requests: [{ method: "POST", headers: { "content-type": "application/json" }, body, setupRequest: (req: any) => { req.headers = { ...req.headers, authorization: `Bearer ${tokens[next++]}` }; return req; } }] });
    console.log(c, r.requests.average, r["2xx"], r.non2xx, r.latency.p50, r.latency.p99, r.statusCodeStats);
  }
  console.log((await site.owner.query("SELECT held FROM stock_counters")).rows, (await site.owner.query("SELECT count(*) FROM orders")).rows);
} finally { await site.close(); }
