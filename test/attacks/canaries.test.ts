/** I27: no log, no answer to others and no row of the database contains a secret in plain text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { proveRegistration } from "#test/support/prove-registration.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { openAttackedSite } from "./attacked-site.ts";

const appSecret = "canar-app-secret-0123456789abcdef0123456789";
const clientSecret = "canar-client-secret-27";
const metricsToken = "canar-metrics-token-27";
const { site, owner } = await openAttackedSite({
  LOG_LEVEL: "trace",
  APP_SECRET: appSecret,
  TRUST_PROXY: "0",
  OIDC_CANAR_ISSUER: "http://127.0.0.1:9",
  OIDC_CANAR_CLIENT_ID: "estival",
  OIDC_CANAR_CLIENT_SECRET: clientSecret,
  METRICS_TOKEN: metricsToken,
});

const answers: string[] = [];
async function call(
  path: string,
  body?: unknown,
  token?: string,
  method = body === undefined ? "GET" : "POST",
) {
  const answer = await fetch(`${site.origin}/auth/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
  });
  const text = await answer.text();
  answers.push(text);
  return text === "" ? null : JSON.parse(text);
}

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await owner.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'identity')",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await owner.query(`SELECT string_agg(t::text, '\n') AS text FROM ${name} t`);
    texts.push(rows[0].text ?? "");
  }
  return texts.join("\n");
}

test("I27: no log and no row contains passwords, tokens, codes or keys in plain text", async () => {
  const email = "canar@exemplu.example";
  const [password, next, guess] = ["canar-parola-una-27", "canar-parola-doua-27", "canar-ghicit-27"];
  await call("/signup", { email, password, data: { full_name: "Canar Galben", phone: "0722 000 000" } });
  await proveRegistration(owner, site.origin, email, password);
  await call("/token?grant_type=password", { email, password: guess });
  const first = await call("/token?grant_type=password", { email, password });
  const second = await call("/token?grant_type=refresh_token", { refresh_token: first.refresh_token });
  const token = second.access_token;
  const factor = await call("/factors", { factor_type: "totp" }, token);
  const asked = await call(`/factors/${factor.id}/challenge`, {}, token);
  const code = totpCode(factor.totp.secret, 0);
  const third = await call(`/factors/${factor.id}/verify`, { challenge_id: asked.id, code }, token);
  const before = answers.length;
  await call("/user", { password: next }, third.access_token, "PUT");
  await call("/recover", { email });
  await call("/otp", { email });
  await call("/reauthenticate", undefined, third.access_token);
  await call("/token?grant_type=refresh_token", { refresh_token: first.refresh_token });
  await call("/sso", { provider_id: "canar", code_challenge: "x".repeat(43) });
  await call("/user", { password: next }, "x.y.z", "PUT");
  await call("/verify", { type: "recovery", token_hash: guess });
  await call("/user", undefined, third.access_token);
  await call("/settings");
  await call("/.well-known/jwks.json");
  // emails contain their secrets until they have been sent
  await expect
    .poll(
      async () => (await owner.query("SELECT FROM letters WHERE state IN ('queued', 'inflight')")).rowCount,
      {
        timeout: 40_000,
      },
    )
    .toBe(0);
  const mail = (await (await fetch(`${site.origin}/_demo/mail.json`)).json()) as {
    to: string;
    text: string;
  }[];
  const sent = mail.filter(({ to }) => to === email).map(({ text }) => text);
  const links = sent.flatMap((text) => [...text.matchAll(/token=([\w-]{43})/g)].map(([, one]) => one ?? ""));
  expect(links.length).toBeGreaterThan(0);

  const secrets = [
    password,
    next,
    guess,
    appSecret,
    clientSecret,
    ...[first, second, third].flatMap((one) => [one.access_token, one.refresh_token]),
    factor.totp.secret,
    Secret.fromBase32(factor.totp.secret).hex,
    ...links,
  ];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(12);
  const found = (text: string) => secrets.filter((secret) => text.includes(secret));
  const log = site.output();
  // the log of this level does contain the requests
  expect(log).toContain("/auth/v1/signup");
  expect(found(log)).toEqual([]);
  const stored = await everythingStored();
  expect(stored).toContain(email);
  expect(found(stored)).toEqual([]);
  expect(found(answers.slice(before).join("\n"))).toEqual([]);
  expect(answers.join("\n")).not.toMatch(/\$argon2|sealed|"d":/);
});

/** A signed-in browser, with all answers it gets, headers and flash texts too. */
async function signedIn(email: string, password: string) {
  const opened = await fetch(`${site.origin}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password }),
    headers: { origin: site.origin },
  });
  const token = /session=([\w-]{43})/.exec(opened.headers.getSetCookie().join())?.[1] ?? "";
  expect(token).toMatch(/^[\w-]{43}$/);
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  return {
    token,
    async seen(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
      const answer = await fetch(`${site.origin}${path}`, {
        redirect: "manual",
        ...init,
        headers: { cookie, origin: site.origin, ...(init.headers as Record<string, string>) },
      });
      return { status: answer.status, text: `${[...answer.headers].join("\n")}\n${await answer.text()}` };
    },
  };
}

/** Everything in the database that gives access, as it is stored. */
async function storedSecrets(): Promise<string[]> {
  const { rows } = await owner.query<{ secret: string }>(
    `SELECT password AS secret FROM identity.account WHERE password IS NOT NULL
     UNION SELECT token FROM identity.session UNION SELECT hash FROM identity.refresh_token
     UNION SELECT identifier FROM identity.verification UNION SELECT sealed_secret FROM identity.factor
     UNION SELECT hash FROM identity.recovery_code UNION SELECT sealed_key FROM signing_keys
     UNION SELECT token_hash FROM newsletter_subscriptions`,
  );
  const secrets = rows.map(({ secret }) => secret).filter((secret) => secret.length > 12);
  expect(secrets.length).toBeGreaterThan(10);
  return secrets;
}

test("I27: downloads, screens, error pages and metrics contain no secret", async () => {
  const [email, password] = ["admin@fosfor.example", "far-pe-dig-27"];
  const [ana, sefa] = [
    await signedIn("ioana@exemplu.example", "nisip-fin-27"),
    await signedIn(email, password),
  ];
  await ana.seen("/newsletter", {
    method: "POST",
    body: new URLSearchParams({ email: "c@exemplu.example" }),
  });
  const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
  const typed = { email, password: "canar-gresita-27", current_password: "canar-gresita-27" };
  const asked: [string, RequestInit?][] = [
    ...["/profile/data/json", "/profile/data/csv", "/profile", "/profile/security", "/auth/session"].map(
      (path): [string] => [path],
    ),
    ...["/", "/login", "/register", "/404", "/events/x", "/%ff", "/profile/data/xml"].map(
      (path): [string] => [path],
    ),
    ["/login", form(typed)],
    ["/register", form({ ...typed, full_name: "x", phone: "1", confirm_password: "altceva" })],
    ["/profile/security", form({ ...typed, intent: "change-password", confirm_password: "altceva" })],
    ["/reset-password", form({ ...typed, token: "x", confirm_password: "altceva" })],
    ["/auth/session/login", form(typed)],
    [
      "/functions/v1/checkout-session",
      { method: "POST", body: "{", headers: { "content-type": "application/json" } },
    ],
    ["/webhooks/stripe", { method: "POST", body: "{}" }],
  ];
  const office = ["/admin", "/admin/purchases.csv", "/admin/reports.csv", "/admin/email", "/admin/purchases"];
  const seen: [string, string][] = [];
  for (const [path, init] of asked) seen.push([path, (await ana.seen(path, init)).text]);
  for (const path of office) {
    const { status, text } = await sefa.seen(path);
    expect([path, status]).toEqual([path, 200]);
    seen.push([path, text]);
  }
  const bearer = { headers: { authorization: `Bearer ${metricsToken}` } };
  const metrics = await ana.seen("/metrics", bearer);
  expect(metrics.status).toBe(200);
  seen.push(["/metrics", metrics.text], ["the log", site.output()]);
  expect(seen.find(([path]) => path === "/profile/data/json")?.[1]).toContain("ioana@exemplu.example");

  const secrets = [
    ...(await storedSecrets()),
    ana.token,
    sefa.token,
    appSecret,
    clientSecret,
    metricsToken,
    typed.password,
  ];
  // demo mode shows its accounts' passwords to people on this machine, on the login and at start
  const known = new Set(["/login", "the log"]);
  for (const [path, text] of seen) {
    const wanted = known.has(path) ? secrets : [...secrets, password, "nisip-fin-27"];
    expect([path, wanted.filter((secret) => text.includes(secret))]).toEqual([path, []]);
  }
});

test("I27: the browser's bundle contains no names of secrets", () => {
  const folder = join(import.meta.dirname, "..", "..", "build", "client", "assets");
  const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const file of scripts)
    expect(readFileSync(join(folder, file), "utf8")).not.toMatch(
      /APP_SECRET|STRIPE_SECRET|WEBHOOK_SECRET|CLIENT_SECRET|CAPTCHA_SECRET|METRICS_TOKEN|argon2id|sealed_key|refresh_token/,
    );
});
