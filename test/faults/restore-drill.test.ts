import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { type Site, startSite } from "#test/support/site.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), "estival-drill-"));
const folders = ["restored", "damaged"].map((name) => join(work, name));
const site = await startSite({ PROVIDER_RATE: "1000" });
afterAll(async () => {
  await site.stop();
  for (const folder of [...folders, work]) removeDataFolder(folder);
});
const server = findEmbeddedServer(site.dataDir);
if (!server) throw new Error("the site has no database");
const season = await openSeasonBuilder(server.ownerUrl());
const night = await season.night();
const type = await season.ticketType({ events: [night], entries: 2 });

const command = (name: string, dataDir: string, folder: string) =>
  run(process.execPath, [`src/host/${name}.ts`, folder], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  });

type Buyer = Awaited<ReturnType<typeof season.person>>;

async function holdPlaces(buyer: Buyer): Promise<string> {
  const ask = () =>
    fetch(`${site.origin}/functions/v1/checkout-session`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: `session=${buyer.token}`, origin: site.origin },
      body: JSON.stringify({
        price_id: `price_${type}`,
        success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${site.origin}/events/${night}`,
        mode: "payment",
        quantity: 1,
      }),
    });
  let answer = await ask();
  // on a busy machine the site may say so, and when to ask again
  for (; answer.status === 503; answer = await ask())
    await pause(1000 * Number(answer.headers.get("retry-after")));
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { url: string }).url;
}

async function pay(cardPage: string): Promise<void> {
  const at = cardPage.lastIndexOf("/c/");
  await payWithCard(cardPage.slice(0, at), cardPage.split("/").at(-1) as string);
}

/** The page after paying as its owner sees it; opening it also settles. */
async function afterPaying(shown: Site, buyer: Buyer, cardPage: string): Promise<string> {
  const sessionId = cardPage.split("/").at(-1);
  const answer = await fetch(`${shown.origin}/tickets/success?session_id=${sessionId}`, {
    headers: { cookie: `session=${buyer.token}` },
  });
  return answer.text();
}

async function qrOf(shown: Site, buyer: Buyer, purchaseId: string): Promise<string> {
  const answer = await fetch(`${shown.origin}/tickets/${purchaseId}/qr.svg`, {
    headers: { cookie: `session=${buyer.token}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

test("I33, F53, F54: a backup taken while the site sells is restored elsewhere: data whole, old tickets valid, late money settled", async () => {
  const [early, late, ...buyers] = (await season.people(42)) as [Buyer, Buyer, ...Buyer[]];
  const paid = await holdPlaces(early);
  await pay(paid);
  expect(/FSC-\d{4}/.exec(await afterPaying(site, early, paid))).not.toBeNull();
  const { rows: bought } = await season.client.query("SELECT id FROM ticket_purchases WHERE user_id = $1", [
    early.userId,
  ]);
  const purchaseId = bought[0].id as string;
  const qr = await qrOf(site, early, purchaseId);
  // at the card page when the backup is taken, paid when the machine is already lost
  const unpaid = await holdPlaces(late);

  const folder = join(work, "backup");
  const selling = buyers.map(async (buyer, n) => {
    await new Promise((resume) => setTimeout(resume, n * 20));
    await holdPlaces(buyer);
  });
  const taken = await command("backup", site.dataDir, folder);
  await Promise.all(selling);
  expect(taken.stdout).toMatch(/Copie de siguranță: .*\d+ rânduri, \d+ imagini/);
  await pay(unpaid);
  await expect(command("backup", site.dataDir, folder)).rejects.toThrow("există deja");

  const [restored = ""] = folders;
  const put = await command("restore", restored, folder);
  console.log(put.stdout.trim());
  expect(put.stdout).toMatch(/Încheiate, .*sesiuni: [1-9]/);
  await expect(command("restore", restored, folder)).rejects.toThrow("nu este gol");
  // the provider runs elsewhere: it has lost nothing
  for (const file of readdirSync(site.dataDir).filter((name) => name.startsWith("card-provider.sqlite")))
    cpSync(join(site.dataDir, file), join(restored, file));
  const again = await startSite({ DATA_DIR: restored, PROVIDER_RATE: "1000" });
  try {
    const copy = new pg.Client({
      connectionString: findEmbeddedServer(restored)?.ownerUrl(),
    });
    await copy.connect();
    // nobody is signed in any more, and both sign in again
    const old = { headers: { cookie: `session=${early.token}` } };
    expect((await fetch(`${again.origin}/tickets/${purchaseId}/qr.svg`, old)).status).toBe(401);
    const { rows: sessions } = await copy.query("SELECT FROM identity.session");
    expect(sessions).toEqual([]);
    for (const { userId, sessionHash } of [early, late])
      await copy.query(
        "INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (gen_random_uuid(), $1, $2, now() + interval '1 hour')",
        [userId, sessionHash],
      );
    expect(await qrOf(again, early, purchaseId)).toBe(qr);
    expect(/FSC-\d{4}/.exec(await afterPaying(again, late, unpaid))).not.toBeNull();
    // with the order that was settled since: nothing sold twice, every ban and every place correct
    expect(await findViolations(copy)).toEqual([]);
    const orders = (client: pg.Client) =>
      client
        .query("SELECT count(*)::int AS n, max(number)::float8 AS last FROM orders")
        .then(({ rows }) => rows[0]);
    const [there, here] = [await orders(copy), await orders(season.client)];
    expect(there.n).toBeGreaterThan(400);
    expect(there.n).toBeLessThanOrEqual(here.n);
    // numbers continue, so that none is given twice
    const { rows: next } = await copy.query(
      "SELECT nextval(pg_get_serial_sequence('orders', 'number'))::float8 AS n",
    );
    expect(next[0].n).toBeGreaterThan(there.last);
    await copy.end();
    expect((await fetch(`${again.origin}/events/${night}`)).status).toBe(200);
  } finally {
    await again.stop();
  }
}, 240_000);

test("F53: a backup that was damaged, cut short or made by a newer version is refused, and nothing of it stays", async () => {
  const [, target = ""] = folders;
  const damaged = join(work, "copy");
  await command("backup", site.dataDir, damaged);
  const file = join(damaged, "tables", "public.orders.copy.gz");
  const rows = gunzipSync(readFileSync(file)).toString();
  writeFileSync(file, gzipSync(rows.replace("\tron\t", "\teur\t")));
  await expect(command("restore", target, damaged)).rejects.toThrow("damaged");
  const manifest = JSON.parse(readFileSync(join(damaged, "manifest.json"), "utf8"));
  writeFileSync(join(damaged, "manifest.json"), JSON.stringify({ ...manifest, migration: "9999_later" }));
  await expect(command("restore", join(work, "other"), damaged)).rejects.toThrow("9999_later");
  await expect(command("restore", join(work, "other"), work)).rejects.toThrow("manifest.json");
  const other = () => command("restore", join(work, "other"), damaged);
  const write = (text: string) => writeFileSync(join(damaged, "manifest.json"), text);
  for (const change of [{ takenAt: "2026-01-01T00:00:00Z" }, { counters: [] }, { seal: "0".repeat(64) }]) {
    write(JSON.stringify({ ...manifest, ...change }));
    await expect(other()).rejects.toThrow("copia a fost schimbată");
  }
  write(JSON.stringify(manifest).slice(0, -100));
  await expect(other()).rejects.toThrow("trunchiat");
  write(JSON.stringify({ ...manifest, seal: undefined }));
  await expect(other()).rejects.toThrow("--unsealed");
  write(JSON.stringify(manifest));
  mkdirSync(join(damaged, "pictures"), { recursive: true });
  writeFileSync(join(damaged, "pictures", "alta.webp"), "");
  await expect(other()).rejects.toThrow("copia a fost schimbată");
  expect(existsSync(join(work, "other"))).toBe(false);
  expect(existsSync(join(target, "app-secret"))).toBe(false);
}, 120_000);
