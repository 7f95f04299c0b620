import { createHash, createHmac, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { type BenchProvider, startBenchProvider } from "./bench-provider.ts";
import { type BenchSite, openBenchSite } from "./bench-site.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, twoDigits } from "./goal.ts";
import { type HostileMailServer, startHostileMailServer } from "./hostile-mail-server.ts";

const login = { user: "club", password: "bench" };
const perRound = 300;
/** Milliseconds between two purchases at the least. */
const quickest = 40;
/** Busy, but far from what the machine can do, so that waiting is seen and not the machine. */
const shareOfMachine = 1 / 3;

type Bench = { site: BenchSite; provider: BenchProvider; mail: HostileMailServer };

/**
 * I21: whatever the mail server does, no purchase waits for it: p95 of a purchase (the answer to "pay", and from the
 * notice to the tickets) while it misbehaves, beside the quicker of two quiet times: it takes every letter, or letters
 * are switched off. Then it mends, and every letter has to arrive, twice at most.
 */
export async function measureMail({
  rounds,
  folder,
}: {
  rounds: number;
  folder: string;
}): Promise<GoalResult> {
  const provider = await startBenchProvider(folder);
  const mail = await startHostileMailServer(login);
  const certificate = join(folder, "mail.pem");
  writeFileSync(certificate, mail.certificate);
  const site = await openBenchSite(
    {
      ...provider.env,
      PROVIDER_RATE: "1000",
      TRUST_PROXY: "1",
      SMTP_ALLOWED_HOSTS: "localhost",
      SMTP_ALLOWED_PORTS: String(mail.port),
      NODE_EXTRA_CA_CERTS: certificate,
    },
    3318,
  );
  const bench = { site, provider, mail };
  try {
    await saveSettings(bench);
    const hot = await makeHotType(site.owner, 1_000_000);
    // the first purchases of a process are slow ones, whoever takes the letters
    await buyAll(bench, hot, quickest);
    await untilAllArrived(bench);
    const begun = performance.now();
    await buyAll(bench, hot, 0);
    await untilAllArrived(bench);
    const pace = Math.max(quickest, (performance.now() - begun) / perRound / shareOfMachine);
    mail.behave("badly");
    await buyAll(bench, hot, pace);
    mail.behave("well");
    await untilAllArrived(bench);
    const measured: Record<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      mail.behave("well");
      await switchLetters(bench, "off");
      const off = p95(await buyAll(bench, hot, pace));
      await switchLetters(bench, "on");
      await untilAllArrived(bench);
      const well = p95(await buyAll(bench, hot, pace));
      mail.behave("badly");
      const hostile = p95(await buyAll(bench, hot, pace));
      measured.push({ off, well, hostile, ratio: hostile / Math.min(off, well) });
      mail.behave("well");
      await untilAllArrived(bench);
    }
    mail.behave("well");
    const { letters, lost, copies } = await untilAllArrived(bench);
    const of = (what: string) => Math.round(median(measured.map((round) => round[what] ?? 0)));
    const ratio = median(measured.map((round) => round.ratio ?? 0));
    return {
      goal: "I21",
      what: `purchases, one every ${Math.round(pace)} ms, while the mail server misbehaves, beside purchases while it does not`,
      figure: `p95 ${of("hostile")} ms, ${of("well")} ms with a good server, ${of("off")} ms without letters; of ${letters} letters ${lost} lost, ${copies} copies at most`,
      ratio: twoDigits(ratio),
      wanted: "<= 1.1; none lost, at most 2 copies",
      met: ratio <= 1.1 && lost === 0 && copies <= 2,
      rounds: measured,
    };
  } finally {
    await site.close();
    await mail.close();
    await provider.close();
  }
}

/** As an administrator does it, on the screen; the session has just shown its password. */
async function saveSettings({ site, mail }: Bench): Promise<void> {
  const userId = newId();
  const token = randomBytes(32).toString("base64url");
  await site.owner.query(
    "INSERT INTO profiles (id, role, full_name, email) VALUES ($1, 'admin', 'Bench', 'admin@bench.example')",
    [userId],
  );
  await site.owner.query(
    `INSERT INTO identity."user" (id, email, name, email_verified) VALUES ($1, 'admin@bench.example', 'Bench', true)`,
    [userId],
  );
  await site.owner.query(
    "INSERT INTO identity.session (id, user_id, token, expires_at, confirmed_at) VALUES (gen_random_uuid(), $1, $2, now() + interval '1 day', now())",
    [userId, createHash("sha256").update(token).digest("hex")],
  );
  const saved = await fetch(`${site.origin}/admin/email`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `session=${token}` },
    body: new URLSearchParams({
      smtp_host: "localhost",
      smtp_port: String(mail.port),
      username: login.user,
      password: login.password,
      from_email: "club@bench.example",
      from_name: "Bench",
      enabled: "on",
    }),
  });
  if (saved.status !== 303) throw new Error(`the mail settings were not saved: ${saved.status}`);
}

async function switchLetters({ site }: Bench, to: "on" | "off"): Promise<void> {
  await site.owner.query("UPDATE email_settings SET enabled = $1", [to === "on"]);
}

/** One purchase after the other begins, whether the one before is done or not. Milliseconds of each. */
async function buyAll(
  bench: Bench,
  hot: { eventId: string; priceId: string },
  pace: number,
): Promise<number[]> {
  const tokens = await makeCrowd(bench.site.owner, perRound);
  const bought = tokens.map(async (token, at) => {
    await pause(at * pace);
    return buy(bench, hot, token, at);
  });
  const sessions = await Promise.all(bought);
  const ids = sessions.map(({ sessionId }) => sessionId);
  for (;;) {
    const { rows } = await bench.site.owner.query<{ id: string; ms: string }>(
      "SELECT session_id AS id, extract(epoch FROM processed_at - received_at) * 1000 AS ms FROM payment_notices WHERE session_id = ANY($1) AND state = 'processed'",
      [ids],
    );
    if (rows.length === ids.length) {
      const settled = new Map(rows.map(({ id, ms }) => [id, Number(ms)]));
      return sessions.map(({ sessionId, answered }) => answered + (settled.get(sessionId) ?? 0));
    }
    await pause(20);
  }
}

async function buy(
  { site, provider }: Bench,
  hot: { eventId: string; priceId: string },
  token: string,
  at: number,
): Promise<{ sessionId: string; answered: number }> {
  const begun = performance.now();
  const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `10.2.${at >> 8}.${at % 256}`,
    },
    body: JSON.stringify({
      price_id: hot.priceId,
      success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site.origin}/events/${hot.eventId}`,
      mode: "payment",
      quantity: 1,
    }),
  });
  const { url } = (await answer.json()) as { url?: string };
  const answered = performance.now() - begun;
  const sessionId = url?.split("/").at(-1);
  if (!sessionId || url?.startsWith(site.origin)) throw new Error(`no card page: ${answer.status} ${url}`);
  await payWithCard(provider.pagesBase, sessionId);
  const body = JSON.stringify({
    id: `evt_${sessionId}`,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: sessionId, object: "checkout.session" } },
  });
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", provider.webhookSecret).update(`${t}.${body}`).digest("hex");
  await fetch(`${site.origin}/webhooks/stripe`, {
    method: "POST",
    headers: { "stripe-signature": `t=${t},v1=${v1}` },
    body,
  });
  return { sessionId, answered };
}

/** Makes every letter due until all of them are gone; what bounced was told so by the server and is nobody's loss. */
async function untilAllArrived({
  site,
  mail,
}: Bench): Promise<{ letters: number; lost: number; copies: number }> {
  for (;;) {
    const { rows } = await site.owner.query(
      "UPDATE letters SET next_at = now() WHERE state = 'queued' AND next_at > now() RETURNING id",
    );
    const { rows: left } = await site.owner.query(
      "SELECT count(*)::int AS n FROM letters WHERE state IN ('queued', 'inflight')",
    );
    if (rows.length === 0 && left[0].n === 0) break;
    await pause(200);
  }
  const { rows } = await site.owner.query<{ message_id: string; state: string }>(
    "SELECT message_id, state FROM letters",
  );
  const copies = rows.map(({ message_id }) => mail.taken.get(message_id) ?? 0);
  return {
    letters: rows.length,
    lost: rows.filter(({ state }, at) => state !== "bounced" && copies[at] === 0).length,
    copies: Math.max(...copies),
  };
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
