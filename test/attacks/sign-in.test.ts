/** Group C of the attack catalogue on the site's own screens: sign-in, reset and the session cookie. */
import { describe, expect, it } from "vitest";
import { proveRegistration } from "#test/support/prove-registration.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { site, owner, attack, nothingHappens } = target;
const password = "nori peste mare";
const next = "pescăruși la răsărit";
let people = 0;

/** Registers and confirms with the forms. */
async function person(): Promise<string> {
  const email = `atacat-${++people}@exemplu.example`;
  const form = { full_name: "Om Atacat", phone: "0722 000 000", email, password, confirm_password: password };
  expect((await attack("/register", { form })).status).toBe(303);
  await proveRegistration(owner, site.origin, email, password);
  return email;
}

/** The answer of the login, with the cookies it sets, from a browser that has these. */
async function logIn(
  email: string,
  secret = password,
  cookie = "",
  more: Record<string, string> = {},
  from = `2001:db8:aaaa:${++people}::1`,
) {
  const answer = await fetch(`${site.origin}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password: secret, ...more }),
    headers: { "x-forwarded-for": from, ...(cookie ? { cookie } : {}) },
  });
  const cookies = answer.headers.getSetCookie();
  const named = (name: string) =>
    cookies.map((one) => new RegExp(`^(?:__Host-)?${name}=([^;]+)`).exec(one)?.[1]).find(Boolean) ?? null;
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    cookies,
    session: named("session"),
    secondStep: cookies.find((one) => /step|second/i.test(one))?.split(";")[0] ?? null,
  };
}

/** Gives the account a second factor by calls. Resolves to its secret; the code of now is used. */
async function withFactor(email: string): Promise<string> {
  const call = async (path: string, json: unknown, headers = {}) => {
    const answer = await attack(`/auth/v1${path}`, { json, headers });
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text);
  };
  const { access_token: token } = await call("/token?grant_type=password", { email, password });
  const headers = { authorization: `Bearer ${token}` };
  const made = await call("/factors", { factor_type: "totp" }, headers);
  const asked = await call(`/factors/${made.id}/challenge`, {}, headers);
  const code = totpCode(made.totp.secret);
  await call(`/factors/${made.id}/verify`, { challenge_id: asked.id, code }, headers);
  return made.totp.secret;
}

/** Whether a session cookie opens the profile. */
const opens = async (session: string | null) =>
  (await attack("/profile", { headers: { cookie: `session=${session}` } })).status === 200;

/** Requests a reset and waits for its email, which differs from those before. */
async function resetLink(email: string, before: string[] = []): Promise<string> {
  await owner.query("UPDATE identity.throttle SET last_at = last_at - interval '2 minutes'");
  await attack("/login?mode=forgot", { form: { email } });
  return target.arrived((letters) =>
    letters
      .filter(({ to }) => to === email)
      .map(({ text }) => /reset-password\?token=([\w-]{43})/.exec(text)?.[1])
      .find((one) => one && !before.includes(one)),
  );
}
const reset = (token: string, secret = next) =>
  attack("/reset-password", { form: { token, password: secret, confirm_password: secret } });

it("five tries from one network, then a wait; its owner gets in from a known browser, from elsewhere and by a reset", async () => {
  const email = await person();
  const { cookies } = await logIn(email);
  const known = cookies.find((one) => one.startsWith("known-browser="))?.split(";")[0] ?? "";
  expect(known).toMatch(/^known-browser=[\w.-]{45}$/);
  const here = "2001:db8:bbbb:1::1";
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess++)
    statuses.push((await logIn(email, `ghicit-${guess}`, "", {}, here)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect((await logIn(email, password, "", {}, here)).status).toBe(429);
  expect((await logIn(email, password, known, {}, here)).status).toBe(303);
  expect((await logIn(email)).status).toBe(303);
  expect((await reset(await resetLink(email))).status).toBe(303);
  expect((await logIn(email, next, "", {}, here)).status).toBe(303);
});

describe("a session that a browser sends with another sign-in", () => {
  it("ends at every sign-in, of any person and any owner", async () => {
    const [email, other] = [await person(), await person()];
    const first = await logIn(email);
    const second = await logIn(email, password, `session=${first.session}`);
    expect([await opens(first.session), await opens(second.session)]).toEqual([false, true]);
    const third = await logIn(other, password, `session=${second.session}`);
    expect([await opens(second.session), await opens(third.session)]).toEqual([false, true]);
    // a failed sign-in ends nothing
    await logIn(other, "nu e asta", `session=${third.session}`);
    expect(await opens(third.session)).toBe(true);
  });

  it("ends with the second step, and not with the first, which opens nothing", async () => {
    const email = await person();
    const secret = await withFactor(email);
    const older = await logIn(await person());
    const half = await logIn(email, password, `session=${older.session}`);
    expect([half.session, await opens(older.session)]).toEqual([null, true]);
    const [, ticket = ""] = half.secondStep?.split("=") ?? [];
    for (const stolen of [half.secondStep ?? "", `session=${ticket}`])
      expect((await attack("/profile", { headers: { cookie: stolen } })).location).toMatch(/^\/login/);
    const cookie = `${half.secondStep}; session=${older.session}`;
    const passed = await attack("/login/code", { form: { code: totpCode(secret, 1) }, headers: { cookie } });
    expect([passed.status, await opens(older.session)]).toEqual([303, false]);
  });
});

describe("a session cookie", () => {
  it("that another person chose never becomes the signed-in one", async () => {
    const email = await person();
    const chosen = "A".repeat(43);
    const opened = await logIn(email, password, `session=${chosen}`);
    expect(opened.session).toMatch(/^[\w-]{43}$/);
    expect(opened.session).not.toBe(chosen);
    expect([await opens(chosen), await opens(opened.session)]).toEqual([false, true]);
    // also not the one of an earlier sign-in
    const again = await logIn(email, password, `session=${opened.session}`);
    expect([again.status, again.session === opened.session]).toEqual([303, false]);
  });

  it("is invalid after a logout, and a removed role is gone with the next request", async () => {
    const email = await person();
    const { session } = await logIn(email);
    const as = { headers: { cookie: `session=${session}` } };
    await owner.query("UPDATE profiles SET role = 'admin' WHERE email = $1", [email]);
    expect((await attack("/admin", as)).status).toBe(200);
    await owner.query("UPDATE profiles SET role = 'user' WHERE email = $1", [email]);
    expect((await attack("/admin", as)).location).toBe("/");
    await attack("/auth/session/logout", { form: {}, ...as });
    expect(await opens(session)).toBe(false);
  });
});

describe("the target after a sign-in", () => {
  const elsewhere = ["//evil.example", "https://evil.example/", "/\t/evil.example", "javascript:alert(1)"];
  it.each(elsewhere)("is a page of ours, not %j", async (to) => {
    const { location } = await logIn("ioana@exemplu.example", "nisip-fin-27", "", { return_to: to });
    const landed = new URL(location ?? "/", site.origin);
    expect(landed.origin).toBe(site.origin);
    const page = await attack(`/login?next=${encodeURIComponent(to)}`);
    // the form's own field; the link in the footer returns to this very page
    expect(/name="return_to" value="([^"]*)"/.exec(page.text)?.[1]).toBe("/");
  });

  it("is nowhere when another site has sent the form, also for a reset and a logout", () =>
    nothingHappens(async () => {
      const headers = { origin: "https://evil.example" };
      for (const path of [
        "/login",
        "/login?mode=forgot",
        "/reset-password",
        "/register",
        "/auth/session/logout",
      ])
        expect((await attack(path, { form: { email: "ioana@exemplu.example" }, headers })).status).toBe(403);
    }));
});
