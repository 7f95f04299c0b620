/** Signing in on the site's own pages with an account service: from the button, to the provider, and back. */
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { startOidcProvider } from "#devkit/oidc-provider.ts";
import { openTokenService } from "#platform/identity/tokens/token-service.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createProviderLogin } from "./provider-login.ts";

const client = { id: "estival", secret: "a secret of two parties" };
const [google, apple] = [await startOidcProvider(client), await startOidcProvider(client)];
afterAll(() => Promise.all([google.close(), apple.close()]));
const accounts = await testAccounts();
const { db, database, identity, keys } = accounts;
const named = (name: string, issuer: string) => ({
  name,
  issuer,
  domains: [],
  clientId: client.id,
  clientSecret: client.secret,
});
const away = named("apple", "http://127.0.0.1:1");
let clock = Date.now();
function siteWith(providers: ReturnType<typeof named>[]) {
  const tokens = openTokenService(identity, { signer: keys, issuer: `${siteOrigin}/auth/v1`, providers });
  const log = { warn: () => {} };
  const site = { tokens, identity, database, origin: siteOrigin, log, now: () => new Date(clock) };
  return new Hono<{ Variables: { address: string } }>()
    .use((c, next) => {
      c.set("address", "10.4.0.1");
      return next();
    })
    .route("/", createProviderLogin(site as unknown as SiteServices));
}
const site = siteWith([named("google", google.issuer), named("apple", apple.issuer)]);

type Sent = { cookie?: string; method?: string; body?: URLSearchParams };
async function ask(path: string, { cookie = "", ...more }: Sent = {}, router = site) {
  const answer = await router.request(`${siteOrigin}${path}`, { ...more, headers: { cookie } });
  const cookies = answer.headers.getSetCookie();
  const cookieOf = (name: string) =>
    cookies.map((line) => new RegExp(`^(?:__Host-)?${name}=([^;]*)`).exec(line)?.[1]).find(Boolean);
  return { status: answer.status, location: answer.headers.get("location") ?? "", cookies, cookieOf };
}

/** Presses the button and signs in there; resolves to where the browser goes back to, with its cookie. */
async function begun(next = "/events/noaptea?quantity=2", name = "google") {
  const sent = await ask(`/login/with/${name}?next=${encodeURIComponent(next)}`);
  expect(sent.status).toBe(303);
  const there = await fetch(sent.location, { redirect: "manual" });
  const back = new URL(there.headers.get("location") ?? "");
  const cookie = sent.cookies.map((line) => line.split(";")[0]).join("; ");
  return { back: `${back.pathname}${back.search}`, cookie, sent };
}
const userOf = async (email: string) =>
  (
    await db`SELECT u.id, u.email_verified AS proven, p.full_name AS name FROM identity."user" u JOIN profiles p ON p.id = u.id WHERE u.email = ${email}`
  )[0];
const sentence = (text: string | undefined) => decodeURIComponent(text ?? "");

describe("a person whom Google sends back", () => {
  it("has an account with the name from there, is signed in and where the login interrupted", async () => {
    const claims = { email: "Unu@Exemplu.ro", email_verified: true, hd: "exemplu.ro" };
    google.setPerson({ sub: "g-1", ...claims, name: "Unu Nou" });
    const { back, cookie, sent } = await begun();
    expect(sent.cookies[0]).toMatch(/HttpOnly; SameSite=Lax/);
    expect(sent.location).toContain("code_challenge_method=S256");
    const ended = await ask(back, { cookie });
    expect([ended.status, ended.location]).toEqual([303, "/events/noaptea?quantity=2"]);
    expect(ended.cookieOf("session")).toMatch(/^[\w-]{43}$/);
    expect(await userOf("unu@exemplu.ro")).toMatchObject({ proven: true, name: "Unu Nou" });
    // the code was used up, and the cookie is gone
    expect(ended.cookies.some((line) => /provider-login=;.*Max-Age=0/.test(line))).toBe(true);
    const again = await ask(back, { cookie });
    expect([again.location, again.cookieOf("session")]).toEqual([
      expect.stringMatching(/^\/login/),
      undefined,
    ]);
  });

  it("gets the account with the same address only when Google has verified it and runs its mail", async () => {
    const { userId } = await accounts.person("doi@exemplu.ro");
    const person = { sub: "g-2", email: "doi@exemplu.ro", name: "Altcineva" };
    for (const [claims, why] of [
      [{ email_verified: false, hd: "exemplu.ro" }, "nu ne-a dat o adresă"],
      [{ email_verified: true }, "Adresa are deja un cont, iar Google"],
    ] as const) {
      google.setPerson({ ...person, ...claims });
      const refused = await begun("/profile");
      const answer = await ask(refused.back, { cookie: refused.cookie });
      expect([answer.location, answer.cookieOf("session")]).toEqual(["/login?next=%2Fprofile", undefined]);
      expect(sentence(answer.cookieOf("flash"))).toContain(why);
    }
    google.setPerson({ ...person, email_verified: true, hd: "exemplu.ro" });
    const linked = await begun("/profile");
    expect((await ask(linked.back, { cookie: linked.cookie })).location).toBe("/profile");
    const rows =
      await db`SELECT user_id FROM identity.account WHERE provider_id = 'google' AND account_id = 'g-2'`;
    expect(rows).toEqual([{ user_id: userId }]);
  });

  it("with two first sign-ins at once has one account and no letter but the welcome", async () => {
    const email = "deodata@exemplu.ro";
    google.setPerson({ sub: "g-5", email, email_verified: true, hd: "exemplu.ro" });
    const signIns = [await begun("/profile"), await begun("/profile")];
    // both find no link, then wait for the address
    await accounts.owner.query("SELECT pg_advisory_lock(hashtextextended($1, 7))", [email]);
    const answers = signIns.map(({ back, cookie }) => ask(back, { cookie }));
    try {
      await untilWaiting(accounts.owner, 2);
    } finally {
      await accounts.owner.query("SELECT pg_advisory_unlock_all()");
    }
    expect((await Promise.all(answers)).map(({ location }) => location)).toEqual(["/profile", "/profile"]);
    expect(await db`SELECT count(*)::int AS n FROM identity."user" WHERE email = ${email}`).toEqual([
      { n: 1 },
    ]);
    expect((await accounts.lettersTo(email)).map(({ kind }) => kind)).toEqual(["welcome_email"]);
  });

  it("with a second factor is asked for it first", async () => {
    const { userId } = await accounts.person("trei@gmail.com");
    await db`INSERT INTO identity.factor (id, user_id, status, sealed_secret) VALUES (gen_random_uuid(), ${userId}, 'verified', 'x')`;
    google.setPerson({ sub: "g-3", email: "trei@gmail.com", email_verified: true });
    const { back, cookie } = await begun("/profile");
    const answer = await ask(back, { cookie });
    expect(answer.location).toBe("/login/code?next=%2Fprofile");
    expect([answer.cookieOf("session"), answer.cookieOf("second-step")]).toEqual([
      undefined,
      expect.any(String),
    ]);
  });
});

describe("what does not end in a session", () => {
  const isRefused = async (back: string, cookie: string) => {
    const answer = await ask(back, { cookie });
    expect([answer.status, answer.cookieOf("session")]).toEqual([303, undefined]);
    expect(answer.location).toMatch(/^\/login(\?next=|$)/);
    return sentence(answer.cookieOf("flash"));
  };

  it("another browser's answer, one without a cookie, a cookie that was changed, one that is over, another state", async () => {
    google.setPerson({ sub: "g-4", email: "patru@exemplu.ro", email_verified: true });
    const [mine, theirs] = [await begun(), await begun()];
    await isRefused(theirs.back, mine.cookie);
    await isRefused(mine.back, "");
    const [name, value = ""] = mine.cookie.split("=");
    const [kept = "", signature = ""] = value.split(".");
    const forged = Buffer.from(kept, "base64url").toString("utf8").replace("google", "apple");
    for (const changed of [
      `${Buffer.from(forged).toString("base64url")}.${signature}`,
      `${kept}.${"A".repeat(43)}`,
      `${kept}.`,
      "x.y",
      "%00",
    ])
      expect(await isRefused(mine.back, `${name}=${changed}`)).toContain("prea mult");
    await isRefused(mine.back.replace(/state=[^&]*/, "state=altul"), mine.cookie);
    clock += 11 * 60_000;
    const late = await begun();
    clock += 11 * 60_000;
    await isRefused(late.back, late.cookie);
    expect(await userOf("patru@exemplu.ro")).toBeUndefined();
  });

  it("giving up there, a provider that is away, one that is not offered; each says why and keeps the way", async () => {
    const { cookie } = await begun("/season-pass");
    const given = await ask("/login/back?error=access_denied&state=x", { cookie });
    expect(given.location).toBe("/login?next=%2Fseason-pass");
    expect(sentence(given.cookieOf("flash"))).toContain("renunțat");
    const down = await ask("/login/with/apple?next=%2Fprofile", {}, siteWith([away]));
    expect(down.location).toBe("/login?next=%2Fprofile");
    expect(sentence(down.cookieOf("flash"))).toContain("nu răspunde");
    for (const name of ["apple", "munca", "__proto__"])
      expect((await ask(`/login/with/${name}`, {}, siteWith([named("google", google.issuer)]))).status).toBe(
        404,
      );
  });

  it("leads to no other site", async () => {
    google.setPerson({ sub: "g-5", email: "cinci@exemplu.ro", email_verified: true });
    for (const next of ["https://rau.example", "//rau.example", "/\\rau.example", "/login"]) {
      const { back, cookie } = await begun(next);
      expect((await ask(back, { cookie })).location).toBe("/");
    }
  });
});

it("Apple's form from another site goes on to the address to which the browser brings its cookie, with the name", async () => {
  apple.setPerson({ sub: "a-1", email: "sase@exemplu.ro", email_verified: true });
  const { back, cookie, sent } = await begun("/profile", "apple");
  expect(sent.location).toContain("response_mode=form_post");
  expect(sent.location).not.toContain("profile");
  const body = new URLSearchParams(back.split("?")[1]);
  body.set(
    "user",
    JSON.stringify({ name: { firstName: "Ana", lastName: "Șase" }, email: "alta@exemplu.ro" }),
  );
  body.set("next", "https://rau.example");
  const forwarded = await ask("/login/back", { method: "POST", body });
  expect([forwarded.status, forwarded.cookies]).toEqual([303, []]);
  expect(forwarded.location).toMatch(/^\/login\/back\?/);
  expect((await ask(forwarded.location, { cookie })).location).toBe("/profile");
  expect(await userOf("sase@exemplu.ro")).toMatchObject({ name: "Ana Șase" });
  body.set("user", "x".repeat(20_000));
  expect((await ask("/login/back", { method: "POST", body })).status).toBe(413);
});
