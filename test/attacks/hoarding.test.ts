/** Attack 26: places held without paying for them, and the captcha that the second such hold needs. */
import { afterAll, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { startCaptchaProvider } from "#test/support/captcha-provider.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { openAttackedSite } from "./attacked-site.ts";

const secret = "secretul-captchei";
const provider = await startCaptchaProvider({ siteKey: "cheia-paginii", secret });
const { site, season } = await openAttackedSite({
  ...{ CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "cheia-paginii", CAPTCHA_SECRET: secret },
  CAPTCHA_API_BASE: provider.origin,
});
afterAll(() => provider.close());

type Person = { token: string };

async function offer() {
  const night = await season.night();
  return { night, type: await season.ticketType({ events: [night] }) };
}

async function call(
  { token }: Person,
  { night, type }: { night: Uuid; type: Uuid },
  more: Record<string, unknown> = {},
) {
  const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      ...{ price_id: `price_${type}`, mode: "payment", quantity: 10 },
      success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site.origin}/events/${night}`,
      ...more,
    }),
  });
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get("retry-after")),
    body: (await answer.json()) as Record<string, unknown>,
  };
}

async function submit({ token }: Person, path: string, fields: Record<string, string>) {
  const answer = await fetch(`${site.origin}${path}`, {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
    headers: { origin: site.origin, cookie: `session=${token}` },
  });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

describe("the call checkout-session", () => {
  it("nobody gets a second unpaid hold of the day without a captcha (decision 29)", async () => {
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

  it("nobody holds sixty places in six requests, and the refusal states for how long", async () => {
    const ion = await season.person();
    const answers: Awaited<ReturnType<typeof call>>[] = [];
    for (let n = 0; n < 6; n += 1)
      answers.push(await call(ion, await offer(), { captcha_token: provider.give() }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = answers[2];
    expect(refused?.body.error).toMatch(/^Ții deja prea multe locuri .* peste 3\d de minute\.$/);
    expect(refused?.retryAfter).toBeGreaterThan(29 * 60);
    expect(refused?.retryAfter).toBeLessThanOrEqual(34 * 60);
  });
});

describe("the forms", () => {
  it.each([
    ["of a night", null],
    ["of /tickets", "/tickets"],
    ["of /season-pass", "/season-pass"],
  ])(
    "the %s without a script explains the refusal, and with a script shows the captcha",
    async (_where, page) => {
      const eva = await season.person();
      const wish = await offer();
      const path = page ?? `/events/${wish.night}`;
      const shown = await (await fetch(`${site.origin}${path}`)).text();
      const type = /name="ticket_id"[^>]* value="([^"]+)"/.exec(shown)?.[1] ?? "";
      const fields = { ticket_id: type, quantity: "1", intent: "buy" };
      expect((await call(eva, await offer())).status).toBe(200);
      const refused = await submit(eva, path, fields);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain(refusalTexts.secondHold);
      expect(refused.text).toContain(captchaTexts.noScript);
      expect(refused.text).toContain('name="captcha_token"');
      const taken = await submit(eva, path, { ...fields, captcha_token: provider.give() });
      expect([taken.status, taken.location]).toEqual([303, expect.stringContaining("/_demo/pay/")]);
    },
  );
});
