/** The built site in production mode: the demo's secrets, the test purchase, test events, and what it refuses to start with. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it, test } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { testDatabase } from "#test/support/database.ts";
import { startProviderInTest } from "#test/support/provider-in-test.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { launchSite } from "#test/support/site.ts";

const project = join(import.meta.dirname, "..", "..");
const host = "bilete.example";
const secrets = {
  APP_SECRET: "canar-app-secret-0123456789abcdef0123456789",
  STRIPE_SECRET_KEY: "sk_live_canar",
  STRIPE_WEBHOOK_SECRET: "whsec_canar",
};

const database = await testDatabase();
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();
await owner.query("INSERT INTO installation (mode) VALUES ('production')");
const season = await openSeasonBuilder(database.ownerUrl);
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const ana = await season.person();
const provider = await startProviderInTest({
  secretKey: secrets.STRIPE_SECRET_KEY,
  webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
});

const environment = {
  ESTIVAL_MODE: "production",
  PUBLIC_ORIGIN: `https://${host}`,
  TRUST_PROXY: "1",
  LOG_LEVEL: "error",
  DATABASE_URL: database.urls.public,
  STRIPE_API_BASE: provider.apiBase,
  ...secrets,
};

const folder = mkdtempSync(join(tmpdir(), "estival-production-"));
const site = await launchSite(environment, builtWithoutDemo(folder));
if (!(await site.isReady())) throw new Error(site.output());
afterAll(async () => {
  await site.stop();
  await provider.close();
  await owner.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of the build without demo code: production must not import any of it. */
function builtWithoutDemo(root: string): string {
  mkdirSync(join(root, "build"));
  for (const part of ["client", "server"])
    cpSync(join(project, "build", part), join(root, "build", part), { recursive: true });
  for (const part of ["node_modules", "migrations", "package.json"])
    symlinkSync(join(project, part), join(root, part));
  const assets = join(root, "build", "server", "assets");
  const demo = readdirSync(assets).filter((name) => name.startsWith("demo-"));
  if (demo.length !== 1) throw new Error(`one piece of demo code was expected: ${demo}`);
  for (const name of demo) rmSync(join(assets, name));
  return join(root, "build");
}

type Asked = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> };

/** A request as the proxy before the site passes it on. */
async function ask(path: string, { method, body, headers }: Asked = {}) {
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    const { hostname, port } = new URL(site.origin);
    const sent = request(
      {
        hostname,
        port,
        path,
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          host,
          "x-forwarded-proto": "https",
          "x-forwarded-for": "203.0.113.7",
          ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      done,
    );
    sent.on("error", failed);
    sent.end(body);
  });
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

const formKind = { "content-type": "application/x-www-form-urlencoded", origin: `https://${host}` };
const cookie = `__Host-session=${ana.token}`;

describe("the demo's secrets do not work here", () => {
  it("runs, and shows its pages without the ribbon, with demo code removed from the build", async () => {
    expect(existsSync(join(folder, "build", "server", "index.js"))).toBe(true);
    const page = await ask("/events");
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/href="\/_demo|class="ribbon/);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  it.each(demoAccounts)("no $role logs in as $email", async ({ email, password }) => {
    const login = await ask("/login", {
      body: new URLSearchParams({ email, password }).toString(),
      headers: formKind,
    });
    expect([login.status, login.headers["set-cookie"]]).toEqual([401, undefined]);
  });

  it("the login page offers no account", async () => {
    const page = await ask("/login");
    expect(page.status).toBe(200);
    for (const { email, password } of demoAccounts) {
      expect(page.text).not.toContain(email);
      expect(page.text).not.toContain(password);
    }
  });

  it("nothing that a browser gets, and nothing that production loads, contains a demo credential or the gallery", () => {
    const server = join(folder, "build", "server");
    const files = [...filesIn(join(folder, "build", "client")), ...filesIn(server)];
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const bytes = readFileSync(file, "latin1");
      for (const { email, password } of demoAccounts)
        expect([file, email, bytes.includes(password)]).toEqual([file, email, false]);
      expect([file, /(?:admin|poarta)@fosfor/.test(bytes)]).toEqual([file, false]);
      expect([file, /sk_test_estival|whsec_estival/.test(bytes)]).toEqual([file, false]);
      expect([file, bytes.includes("/_demo/screens")]).toEqual([file, false]);
    }
    // and the test can fail: the removed part contains them all
    const demo = readdirSync(join(project, "build", "server", "assets")).find((name) =>
      name.startsWith("demo-"),
    );
    const bytes = readFileSync(join(project, "build", "server", "assets", demo ?? ""), "latin1");
    for (const { password } of demoAccounts) expect(bytes).toContain(password);
    expect(bytes).toContain("/_demo/screens");
  });

  it.each([
    "/_demo/mail",
    "/_demo/mail.json",
    "/_demo/mail/x/html",
    "/_demo/ui",
    "/_demo/ui.data",
    "/_demo/screens",
    "/_demo/screens/home",
    "/_demo/pay/c/cs_1",
    "/_demo/pay/api/v1/checkout/sessions",
    "/_demo/pictures/x.webp",
    "/_demo",
    "/_DEMO/mail",
    "//_demo/mail",
    "/%5fdemo/mail",
  ])("%s is 404", async (path) => {
    const visitors: Record<string, string>[] = [{}, { cookie }];
    for (const headers of visitors) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toMatch(/admin@fosfor|Cutia poștală|parola demonstrativă/);
    }
  });
});

describe("the mail settings of a new installation", () => {
  it("begin with the club's own name as the sender, the usual ports, no server, and emails off (B10-32, B10-31, B15-09)", async () => {
    await owner.query(
      `INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"short_name": "Dig", "full_name": "Clubul de pe Dig", "trader": ""}')`,
    );
    const admin = await season.person("admin");
    const { status, text } = await ask("/admin/email", {
      headers: { cookie: `__Host-session=${admin.token}` },
    });
    await owner.query("DELETE FROM site_content WHERE key = 'club'");
    expect(status).toBe(200);
    const filledIn = (name: string) =>
      /value="([^"]*)"/.exec(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? "")?.[1];
    expect(
      Object.fromEntries(
        ["from_name", "smtp_host", "smtp_port", "pop3_port"].map((name) => [name, filledIn(name)]),
      ),
    ).toEqual({ from_name: "Clubul de pe Dig", smtp_host: "", smtp_port: "587", pop3_port: "995" });
    expect(text).toContain("Scrisorile sunt oprite.");
  });
});

describe("a club that has written nothing yet", () => {
  it.each(["/", "/events", "/tickets", "/login", "/termeni", "/cookies", "/site.webmanifest", "/nicaieri"])(
    "shows nothing of another club on %s: no name, address or trader of the sample season (A2-19, A3-07)",
    async (path) => {
      const { text } = await ask(path);
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(/fosfor|digul de nord|RO00000000/i);
    },
  );
});

describe("the test purchase", () => {
  const nothing = async () =>
    (
      await owner.query(
        "SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM ticket_purchases) + (SELECT sum(held + sold) FROM stock_counters) AS n",
      )
    ).rows[0].n;

  it("redirects a GET to the night's page, and makes nothing by any method", async () => {
    expect(await nothing()).toBe("0");
    for (const headers of [{ ...formKind }, { ...formKind, cookie }]) {
      const got = await ask(`/purchase/${night}`, { headers });
      expect([got.status, got.headers.location]).toEqual([303, `/events/${night}`]);
      for (const path of [`/purchase/${night}`, `/purchase/${night}.data`, `/purchase/${night}/`])
        for (const method of ["POST", "PUT", "PATCH", "DELETE"])
          expect((await ask(path, { method, body: `ticket_id=${type}&quantity=5`, headers })).status).toBe(
            404,
          );
      for (const path of [
        "/purchase/x",
        "/purchase/",
        "/purchase//evil.example",
        "/purchase/..%2f..",
        `/purchase/${night}.data`,
      ])
        expect([400, 404]).toContain((await ask(path, { headers })).status);
    }
    expect(await nothing()).toBe("0");
  });
});

test("search engines may read the nights and nothing personal", async () => {
  const robots = await ask("/robots.txt");
  expect(robots.text).toContain(`Sitemap: https://${host}/sitemap.xml`);
  for (const path of ["/profile", "/checkout/", "/orders/", "/admin", "/gate"])
    expect(robots.text).toContain(`Disallow: ${path}\n`);
  const { rows } = await owner.query("SELECT slug FROM events WHERE id = $1", [night]);
  expect((await ask("/sitemap.xml")).text).toContain(`<loc>https://${host}/events/${rows[0].slug}</loc>`);
});

test("a webhook event of test mode is answered, set aside and shown to administrators", async () => {
  const body = JSON.stringify({
    id: "evt_of_test_mode",
    object: "event",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: "checkout.session.completed",
    data: { object: { id: "cs_test_1", object: "checkout.session" } },
  });
  const signature = webhookSignature(body, secrets.STRIPE_WEBHOOK_SECRET, Date.now());
  const answer = await ask("/webhooks/stripe", { body, headers: { "stripe-signature": signature } });
  expect(answer.status).toBe(200);
  const { rows } = await owner.query(
    "SELECT state, attempts FROM payment_notices WHERE event_id = 'evt_of_test_mode'",
  );
  expect(rows).toEqual([{ state: "ignored", attempts: 0 }]);
  await expect
    .poll(site.output, { timeout: 60_000 })
    .toContain("a webhook event of the other mode was ignored");
});

test("a customer behind the proxy buys by form: cookie, origin and addresses are those of the public site", async () => {
  const headers = { ...formKind, cookie };
  const bought = await ask(`/events/${night}`, { body: `ticket_id=${type}&quantity=1`, headers });
  expect(bought.status).toBe(303);
  expect(bought.headers.location).toMatch(/\/c\/cs_test_/);
  const { rows } = await owner.query("SELECT request FROM checkout_attempts");
  expect(rows[0].request.successUrl).toBe(`https://${host}/tickets/success?session_id={CHECKOUT_SESSION_ID}`);
  for (const foreign of [`http://${host}`, "https://evil.example", site.origin])
    expect(
      (await ask(`/events/${night}`, { body: "x=1", headers: { ...headers, origin: foreign } })).status,
    ).toBe(403);
  // the plain name is ignored here: browsers get the other one over https
  expect((await ask("/profile", { headers: { cookie: `session=${ana.token}` } })).headers.location).toMatch(
    /^\/login/,
  );
});

test("I27: none of its secrets is in its output", () => {
  for (const secret of Object.values(secrets)) expect(site.output()).not.toContain(secret);
});

describe("it does not start", () => {
  /** Starts it with this changed; returns its output when it exits. */
  async function refusal(changed: Record<string, string>): Promise<string> {
    const started = await launchSite({ ...environment, ...changed });
    const ready = await started.isReady();
    const code = await started.kill("SIGKILL");
    await started.stop();
    expect([ready, code, started.output()]).toEqual([false, 1, expect.any(String)]);
    for (const secret of Object.values(secrets)) expect(started.output()).not.toContain(secret);
    return started.output();
  }

  it("with all of it missing, and lists all of it at once", async () => {
    const nothing = Object.fromEntries(["PUBLIC_ORIGIN", ...Object.keys(secrets)].map((name) => [name, ""]));
    const output = await refusal(nothing);
    for (const name of ["PUBLIC_ORIGIN", ...Object.keys(secrets)]) expect(output).toContain(name);
  });

  it("with the login of a superuser", async () => {
    expect(await refusal({ DATABASE_URL: database.ownerUrl })).toMatch(/SUPERUSER/);
  });

  it("on the database of a demo, nor a demo on this one", async () => {
    expect(
      await refusal({ ESTIVAL_MODE: "demo", PUBLIC_ORIGIN: "", STRIPE_SECRET_KEY: "sk_test_x" }),
    ).toMatch(/production/);
    await owner.query("UPDATE installation SET mode = 'demo'");
    try {
      expect(await refusal({})).toMatch(/demo/);
      await owner.query("DELETE FROM installation");
      expect(await refusal({})).toMatch(/nu este pregătită/);
    } finally {
      await owner.query(
        "INSERT INTO installation (mode) VALUES ('production') ON CONFLICT (one_row) DO UPDATE SET mode = 'production'",
      );
    }
  });
});

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
