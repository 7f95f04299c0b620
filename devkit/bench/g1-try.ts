import { tmpdir } from "node:os";
import autocannon from "autocannon";
import { openBenchSite } from "#devkit/bench/bench-site.ts";
import { makeCrowd, makeHotType } from "#devkit/bench/crowd.ts";
import { commitsPerSecond, findPgbench, prepareYardsticks } from "#devkit/bench/yardsticks.ts";
const site = await openBenchSite({ PROVIDER_RATE: "0", TRUST_PROXY: "1", ...(process.env.PROF ? { NODE_OPTIONS: "--cpu-prof --cpu-prof-dir=/tmp/prof" } : {}) }, 3311);
import { readdirSync, readFileSync } from "node:fs";
function cpu(match: (cmd: string, ppid: number, pid: number) => boolean) {
  let sum = 0;
  for (const d of readdirSync("/proc")) { if (!/^\d+$/.test(d)) continue; try { const st = readFileSync(`/proc/${d}/stat`, "utf8"); const f = st.slice(st.lastIndexOf(")") + 2).split(" "); const cmd = readFileSync(`/proc/${d}/cmdline`, "utf8"); if (match(cmd, Number(f[1]), Number(d))) sum += Number(f[11]) + Number(f[12]); } catch {} }
  return sum * 10_000; // us
}
try {
  await prepareYardsticks(site.owner);
  const hot = await makeHotType(site.owner, 100_000_000);
  const tokens = await makeCrowd(site.owner, 200_000);
  let next = 0;
  const body = JSON.stringify({ price_id: hot.priceId, success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`, cancel_url: `${site.origin}/events/${hot.eventId}`, mode: "payment", quantity: 2 });
  for (let round = 0; round < Number(process.env.ROUNDS ?? 3); round++) {
    const D = await commitsPerSecond(site.server, findPgbench()!, { clients: 1, seconds: 3, folder: tmpdir() });
    const n0 = cpu((c) => c.includes('build/server/index.js')), p0 = cpu((c, pp, id) => pp === site.server.pid);
    const r = await autocannon({ url: `${site.origin}/functions/v1/checkout-session`, connections: 64, duration: 4, requests: [{ method: "POST", headers: { "content-type": "application/json" }, body, setupRequest: (req: any) => { req.headers = { ...req.headers, authorization: `Bearer ${tokens[next++]}`, "x-forwarded-for": `10.${(next >> 16) % 256}.${(next >> 8) % 256}.${next % 256}` }; return req; } }] });
    const n1 = cpu((c) => c.includes("build/server/index.js")), p1 = cpu((c, pp, id) => pp === site.server.pid); const total = r["2xx"] || 1;
    console.log("cpu us/req node", ((n1 - n0) / total).toFixed(1), "pg", ((p1 - p0) / total).toFixed(1)); console.log("D", D.toFixed(0), "G1", r.requests.average, (r.requests.average / D).toFixed(2), r.non2xx, "p50", r.latency.p50, "p99", r.latency.p99);
  }
} finally { await site.close(); }
