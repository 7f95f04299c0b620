/** What a machine may repeat a thousand times needs a captcha, where one is on, and so does a second hold. */
import { afterAll, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { startCaptchaProvider } from "#test/support/captcha-provider.ts";
import { officialClient } from "#test/support/official-client.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { openAttackedSite } from "./attacked-site.ts";

const secret = "secretul-captchei";
const provider = await startCaptchaProvider({ siteKey: "cheia-paginii", secret });
const { site, season } = await openAttackedSite({
  CAPTCHA_PROVIDER: "turnstile",
  CAPTCHA_SITE_KEY: "cheia-paginii",
  CAPTCHA_SECRET: secret,
  CAPTCHA_API_BASE: provider.origin,
});
afterAll(() => provider.close());

const known = { email: "ioana@exemplu.example", password: "nisip-fin-27" };
const client = () => officialClient(site.origin);

async function post(path: string, fields: Record<string, string>, as?: { token: string }) {
  const answer = await fetch(`${site.origin}${path}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: { origin: site.origin, ...(as ? { cookie: `session=${as.token}` } : {}) },
  });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

async function offer() {
  const night = await season.night();
  return { night, type: await season.ticketType({ events: [night] }) };
}

async function call(
  { token }: { token: string },
  { night, type }: { night: Uuid; type: Uuid },
  more: Record<string, unknown> = {},
) {
  const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      price_id: `price_${type}`,
      mode: "payment",
      quantity: 10,
      success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site.origin}/events/${night}`,
      ...more,
    }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

describe("the calls of applications", () => {
  type Captcha = { captchaToken?: string };
  const calls: [string, (captcha: Captcha) => Promise<{ error: unknown }>][] = [
    [
      "sign-up",
      (options) => client().signUp({ email: "nou@exemplu.example", password: "nori peste mare", options }),
    ],
    ["password", (options) => client().signInWithPassword({ ...known, options })],
    ["recover", (options) => client().resetPasswordForEmail(known.email, options)],
    ["resend", (options) => client().resend({ type: "signup", email: known.email, options })],
    ["otp", (options) => client().signInWithOtp({ email: known.email, options })],
  ];
  it.each(calls)("%s by the official client sends the captcha's answer, once", async (_what, by) => {
    const failed = { status: 400, code: "captcha_failed" };
    expect((await by({})).error).toMatchObject(failed);
    expect((await by({ captchaToken: "inventat" })).error).toMatchObject(failed);
    const captchaToken = provider.give();
    expect((await by({ captchaToken })).error).toBeNull();
    expect((await by({ captchaToken })).error).toMatchObject(failed);
  });

  it("from a provider that does not answer are refused", async () => {
    provider.is("broken");
    try {
      const captchaToken = provider.give();
      const { error } = await client().signInWithPassword({ ...known, options: { captchaToken } });
      expect(error).toMatchObject({ status: 503 });
    } finally {
      provider.is("well");
    }
  });
});

describe("the screens", () => {
  const person = {
    full_name: "Om Adevărat",
    phone: "0722 000 000",
    email: "om@exemplu.example",
    password: "nori peste mare",
    confirm_password: "nori peste mare",
  };

  it("accept a registration only with a solved captcha; the entered text stays", async () => {
    const refused = await post("/register", person);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(captchaTexts.failed);
    expect(refused.text).toContain('value="Om Adevărat"');
    const taken = await post("/register", {
      ...person,
      captcha_token: provider.give(),
      "cf-turnstile-response": "x",
    });
    expect([taken.status, taken.location]).toEqual([303, "/login?mode=verify"]);
  });

  it("need it before an email is sent, and at a login after two failures", async () => {
    const forgot = { email: known.email };
    expect((await post("/login?mode=forgot", forgot)).status).toBe(400);
    const sent = await post("/login?mode=forgot", { ...forgot, captcha_token: provider.give() });
    expect(sent.location).toBe("/login?mode=sent");
    expect((await post("/login", { ...forgot, intent: "resend" })).status).toBe(400);

    const typed = { email: "matei@exemplu.example", password: "ghicit gresit" };
    const right = { ...typed, password: "valuri-mici-27" };
    for (const status of [401, 401, 400]) expect((await post("/login", typed)).status).toBe(status);
    // not even the right password is checked
    const unasked = await post("/login", right);
    expect([unasked.status, unasked.text.includes(captchaTexts.failed)]).toEqual([400, true]);
    expect((await post("/login", { ...right, captcha_token: provider.give() })).location).toBe("/");
    // the guessing may continue elsewhere: a browser that never signed in still needs the captcha
    expect((await post("/login", right)).status).toBe(400);
  });

  it("show a banner when the provider does not answer, and lose nothing", async () => {
    provider.is("broken");
    try {
      const answer = await post("/register", { ...person, captcha_token: provider.give() });
      expect(answer.status).toBe(503);
      expect(answer.text).toContain(captchaTexts.away);
      expect(answer.text).toContain('value="Om Adevărat"');
    } finally {
      provider.is("well");
    }
  });

  it("allow the provider's script by name, and nothing else; no page contains its secret (I27)", async () => {
    const page = await fetch(`${site.origin}/register`);
    const policy = page.headers.get("content-security-policy") ?? "";
    for (const part of ["script-src", "frame-src", "connect-src", "style-src-elem"])
      expect(policy).toContain(`${part} 'self' ${provider.origin}`);
    expect(policy).not.toMatch(/\*|script-src[^;]*unsafe/);
    expect(await page.text()).not.toContain(secret);
  });
});

describe("the call checkout-session", () => {
  it("nobody gets a second unpaid hold of the day without a captcha", async () => {
    const ana = await season.person();
    const [first, second] = [await offer(), await offer()];
    expect((await call(ana, first)).status).toBe(200);
    // the same order again is no further hold
    expect((await call(ana, first)).status).toBe(200);
    expect(await call(ana, second)).toMatchObject({
      status: 403,
      body: { error: refusalTexts.secondHold, code: "captcha_failed" },
    });
    expect(await call(ana, second, { captcha_token: "inventat" })).toMatchObject({ status: 403 });
    const captcha_token = provider.give();
    expect((await call(ana, second, { captcha_token })).status).toBe(200);
    // a solved captcha is good once, and another selection does not end the open order
    expect((await call(ana, second, { captcha_token, quantity: 3 })).status).toBe(403);
    const { rows } = await season.client.query(
      "SELECT quantity FROM orders WHERE scope_id = $1 AND stake = 'held'",
      [second.night],
    );
    expect(rows).toEqual([{ quantity: 10 }]);
  });

  it("a missing captcha answer counts as none, and the first hold needs none", async () => {
    const dan = await season.person();
    const [first, second] = [await offer(), await offer()];
    provider.is("broken");
    try {
      expect((await call(dan, first, { captcha_token: provider.give() })).status).toBe(200);
      expect(await call(dan, second, { captcha_token: provider.give() })).toMatchObject({
        status: 503,
        body: { error: captchaTexts.away },
      });
    } finally {
      provider.is("well");
    }
  });
});

describe("the form of a purchase", () => {
  it.each([
    ["of a night", null],
    ["of /tickets", "/tickets"],
    ["of /season-pass", "/season-pass"],
  ])(
    "%s without a script explains the refusal, and with a script shows the captcha",
    async (_where, page) => {
      const eva = await season.person();
      const wish = await offer();
      const path = page ?? `/events/${wish.night}`;
      const shown = await (await fetch(`${site.origin}${path}`)).text();
      const type = /name="ticket_id"[^>]* value="([^"]+)"/.exec(shown)?.[1] ?? "";
      const fields = { ticket_id: type, quantity: "1", intent: "buy" };
      expect((await call(eva, await offer())).status).toBe(200);
      const refused = await post(path, fields, eva);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain(refusalTexts.secondHold);
      expect(refused.text).toContain(captchaTexts.noScript);
      expect(refused.text).toContain('name="captcha_token"');
      const taken = await post(path, { ...fields, captcha_token: provider.give() }, eva);
      expect([taken.status, taken.location]).toEqual([303, expect.stringContaining("/_demo/pay/")]);
    },
  );
});
