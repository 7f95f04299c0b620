import { request } from "node:http";
import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";

type ListGoal = { readonly site: BenchSite; readonly rounds: number };

const few = 10;
const many = 10_000;
const shots = 60;

/** G12: the list of nights, rendered and read anew each time, with ten thousand nights of five types beside ten. */
export async function measureList({ site, rounds }: ListGoal): Promise<GoalResult> {
  await makeNights(site, few);
  const small = await shoot(site, rounds);
  await makeNights(site, many - few);
  await site.owner.query("ANALYZE");
  const large = await shoot(site, rounds);
  const ratio = large.ms / small.ms;
  const weight = large.bytes / small.bytes;
  return {
    goal: "G12",
    what: `/events with ${many} nights beside ${few}, a page of 12 beside one of 10, rendered each time`,
    figure: `${large.ms.toFixed(1)} ms beside ${small.ms.toFixed(1)} ms; bytes ${twoDigits(weight)}`,
    ratio: `${twoDigits(ratio)} x`,
    wanted: "<= 1.2 x (12 cards beside 10 are 1.2 by themselves)",
    met: staysUnder(ratio, 1.2),
    rounds: [{ few: small.ms, many: large.ms, bytes: weight }],
  };
}

/** Nights to come, each with five types of its own. */
export async function makeNights({ owner }: BenchSite, count: number): Promise<void> {
  await owner.query(
    `WITH n AS (SELECT gen_random_uuid() AS id, i FROM generate_series(1, $1::int) i),
       e AS (INSERT INTO events (id, name, title, description, date, time, location)
             SELECT id, 'Noaptea ' || i, 'Noaptea ' || i, repeat('O noapte pe plaja. ', 12), current_date + 1 + (i % 3000), '22:00', 'Plaja' FROM n),
       c AS (INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'places', 1000 FROM n),
       t AS (SELECT gen_random_uuid() AS id, n.id AS night, k FROM n CROSS JOIN generate_series(1, 5) k),
       made AS (INSERT INTO tickets (id, event_id, type, price, stripe_price_id, price_agreed_at)
             SELECT id, night, 'Tip ' || k, 8000 + 1000 * k, 'price_' || id, now() FROM t),
       units AS (INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'units', 500 FROM t)
     INSERT INTO event_tickets (event_id, ticket_id) SELECT night, id FROM t`,
    [count],
  );
}

async function shoot(site: BenchSite, rounds: number): Promise<{ ms: number; bytes: number }> {
  // a waiting message makes every page a new one
  const fetchOnce = () => timed(`${site.origin}/events`, { cookie: "flash=none" });
  for (let i = 0; i < 30; i++) await fetchOnce();
  const measured: { ms: number; bytes: number }[] = [];
  for (let i = 0; i < shots * rounds; i++) measured.push(await fetchOnce());
  return { ms: median(measured.map(({ ms }) => ms)), bytes: median(measured.map(({ bytes }) => bytes)) };
}

/** One look at an address: how long until the last byte, and how many there were. */
export function timed(url: string, headers: Record<string, string>): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  return new Promise((done, fail) => {
    const asked = request(url, { headers }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => (bytes += part.length));
      response.on("end", () => done({ ms: performance.now() - begun, bytes }));
    });
    asked.on("error", fail);
    asked.end();
  });
}
