import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { openHashing } from "#platform/identity/password-hash.server.ts";
import type { BenchSite } from "./bench-site.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, rate, reaches, staysUnder, twoDigits } from "./goal.ts";
import { shootHolds } from "./hold-load.ts";

type LoginGoals = { readonly site: BenchSite; readonly rounds: number; readonly seconds: number };

const password = "nori peste mare";
const stormers = 8;
const samples = 200;

/** G2c: logins beside the bare hash at the same concurrency (one), and what holds feel of a storm of logins. */
export async function measureLogins({ site, rounds, seconds }: LoginGoals): Promise<GoalResult[]> {
  const hashing = openHashing({ concurrency: 1, waiting: 1000 });
  const emails = await makeAccounts(site.owner, await hashing.hash(password), 400);
  const hot = await makeHotType(site.owner, 1_000_000_000);
  const tokens = await makeCrowd(site.owner, 400_000);
  let used = 0;
  const nextToken = () => tokens[used++] ?? "nobody-is-left";
  const holds = () =>
    shootHolds({
      url: `${site.origin}/functions/v1/checkout-session`,
      origin: site.origin,
      ...{ hot, connections: 64, seconds, nextToken },
    });
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await bareHashes(seconds);
    const logins = await storm(site, emails, pause(seconds * 1000));
    const quiet = await holds();
    const shooting = holds();
    await storm(site, emails, shooting);
    const stormy = await shooting;
    measured.push({ bare, logins, quietP99: quiet.p99, stormP99: stormy.p99, stormHolds: stormy.perSecond });
  }
  const of = (name: string) => median(measured.map((round) => round[name] ?? 0));
  const share = median(measured.map((round) => (round.logins ?? 0) / (round.bare ?? 1)));
  const slowed = median(measured.map((round) => (round.stormP99 ?? 0) / (round.quietP99 || 1)));
  return [
    {
      goal: "G2c",
      what: "logins, one hash at a time",
      figure: `${rate(of("logins"))}, bare hashes ${rate(of("bare"))}`,
      ratio: `${twoDigits(share)} of the bare hash`,
      wanted: ">= 0.9",
      met: reaches(share, 0.9),
      rounds: measured,
    },
    {
      goal: "G2c",
      what: "p99 of holds during a storm of logins",
      figure: `${of("stormP99")} ms, quiet ${of("quietP99")} ms`,
      ratio: `${twoDigits(slowed)} of quiet`,
      wanted: "<= 1.5",
      met: staysUnder(slowed, 1.5),
      rounds: measured,
    },
  ];
}

/** I26: how much longer an answer takes for an address that has an account, in the median. */
export async function measureEnumeration({ site }: Pick<LoginGoals, "site">): Promise<GoalResult[]> {
  const hash = await openHashing({ concurrency: 1 }).hash(password);
  const calls: [string, string, (email: string) => unknown][] = [
    ["login", "token?grant_type=password", (email) => ({ email, password: "nu e parola" })],
    ["sign-up", "signup", (email) => ({ email, password })],
    ["recover", "recover", (email) => ({ email })],
    ["one-time code", "otp", (email) => ({ email })],
    ["resend", "resend", (email) => ({ email, type: "signup" })],
  ];
  const results: GoalResult[] = [];
  for (const [what, path, body] of calls) {
    const known = await makeAccounts(site.owner, hash, samples);
    // only who waits for the letter gets it again
    if (what === "resend")
      await site.owner.query(`UPDATE identity."user" SET email_verified = false WHERE email = ANY($1)`, [
        known,
      ]);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (const email of known)
      for (const [kind, address] of [
        ["known", email],
        ["unknown", `nimeni-${newId()}@bench.example`],
      ] as const) {
        const begun = performance.now();
        await call(site, path, body(address));
        times[kind].push(performance.now() - begun);
      }
    const apart = Math.abs(median(times.known) - median(times.unknown));
    results.push({
      goal: "I26",
      what: `${what}: known beside unknown address, ${samples} of each`,
      figure: `${median(times.known).toFixed(1)} and ${median(times.unknown).toFixed(1)} ms`,
      ratio: `${apart.toFixed(1)} ms apart`,
      wanted: "< 10 ms",
      met: apart < 10,
      rounds: [{ known: median(times.known), unknown: median(times.unknown) }],
    });
  }
  return results;
}

async function bareHashes(seconds: number): Promise<number> {
  const hashing = openHashing({ concurrency: 1, waiting: 10 });
  const begun = performance.now();
  let done = 0;
  while (performance.now() - begun < seconds * 1000) {
    await hashing.hash(password);
    done += 1;
  }
  return (done * 1000) / (performance.now() - begun);
}

/** Logins of all these people, again and again, until something is over; how many a second were let in. */
async function storm(site: BenchSite, emails: readonly string[], until: Promise<unknown>): Promise<number> {
  const state = { isOver: false, done: 0 };
  const over = until.finally(() => {
    state.isOver = true;
  });
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: stormers }, async (_, n) => {
      for (let i = n; !state.isOver; i += stormers) {
        const email = emails[i % emails.length];
        if ((await call(site, "token?grant_type=password", { email, password })) === 200) state.done += 1;
      }
    }),
  );
  await over;
  return (state.done * 1000) / (performance.now() - begun);
}

let callers = 0;

/** From a network of its own each time: what is measured is the work, not the limit per address. */
async function call(site: BenchSite, path: string, body: unknown): Promise<number> {
  callers += 1;
  const answer = await fetch(`${site.origin}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${(callers >> 16) % 256}.${(callers >> 8) % 256}.${callers % 256}`,
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Confirmed people who all have this password. */
async function makeAccounts(owner: pg.Client, hash: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await owner.query(
    `WITH p AS (SELECT id FROM unnest($1::uuid[]) AS p(id)),
       profile AS (INSERT INTO profiles (id, full_name, email) SELECT id, 'Om', id || '@bench.example' FROM p),
       account AS (INSERT INTO identity."user" (id, email, name, email_verified) SELECT id, id || '@bench.example', '', true FROM p RETURNING id)
     INSERT INTO identity.account (id, user_id, provider_id, account_id, password) SELECT gen_random_uuid(), id, 'credential', id, $2 FROM account`,
    [ids, hash],
  );
  return ids.map((id) => `${id}@bench.example`);
}
