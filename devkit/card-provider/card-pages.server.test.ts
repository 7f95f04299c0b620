import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { payWithCard } from "./pay-with-card.ts";
import { cardFaults, hasCheckDigit } from "./test-cards.ts";

let provider: Awaited<ReturnType<typeof startProviderInTest>>;
beforeEach(async () => {
  provider = await startProviderInTest();
});
afterEach(async () => {
  await provider.close();
});

async function openSession(more: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${provider.apiBase}/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${testKeys.secretKey}` },
    body: new URLSearchParams({
      mode: "payment",
      success_url:
        "https://club.example/success?session_id={CHECKOUT_SESSION_ID}&copie={CHECKOUT_SESSION_ID}",
      cancel_url: "https://club.example/events/1?a=1&b=2",
      "line_items[0][quantity]": "2",
      "line_items[0][price_data][currency]": "ron",
      "line_items[0][price_data][unit_amount]": "61725",
      "line_items[0][price_data][product_data][name]": `<script>alert("1")</script>`,
      "line_items[0][price_data][product_data][description]": "Țărmul & Ștrandul",
      ...more,
    }),
  });
  expect(response.status).toBe(200);
  const session: { id: string } = await response.json();
  return session.id;
}

const page = (id: string) => `${provider.pagesBase}/c/${id}`;
const good = {
  email: "ana@exemplu.ro",
  number: "4242424242424242",
  expiry: "12/49",
  cvc: "123",
  name: "Ana Pop",
};
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });

async function status(id: string): Promise<string> {
  const response = await fetch(`${provider.apiBase}/v1/checkout/sessions/${id}`, {
    headers: { authorization: `Bearer ${testKeys.secretKey}` },
  });
  const session: { status: string; payment_status: string } = await response.json();
  return `${session.status}, ${session.payment_status}`;
}

describe("the hosted card page", () => {
  test("shows merchant, lines, total in lei, test cards and the way back, and escapes what it was given", async () => {
    const response = await fetch(page(await openSession()));
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(body).toContain("Fosfor Summer Club");
    expect(body).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(body).not.toContain("<script");
    expect(body).toContain("Țărmul &amp; Ștrandul, 2 × 617,25 LEI");
    expect(body).toContain("1.234,50 LEI");
    expect(body).toContain('href="https://club.example/events/1?a=1&amp;b=2"');
    for (const card of ["4242 4242 4242 4242", "4000 0000 0000 3220", "4000 0000 0000 0002"])
      expect(body).toContain(card);
    expect(body).not.toMatch(/[\u015e\u015f\u0162\u0163]/);
  });

  test("allows no script, no frame and no target but itself and the shop", async () => {
    const response = await fetch(page(await openSession()));
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/club\.example; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("takes it once: a customer who comes back is sent to the shop again", async () => {
    const id = await openSession();
    await post(page(id), good);
    for (const again of [await fetch(page(id), { redirect: "manual" }), await post(page(id), good)]) {
      expect(again.status).toBe(303);
      expect(again.headers.get("location")).toContain(id);
    }
    const charges = await fetch(`${provider.apiBase}/v1/balance_transactions`, {
      headers: { authorization: `Bearer ${testKeys.secretKey}` },
    });
    expect(((await charges.json()) as { data: object[] }).data).toHaveLength(1);
  });

  test("asks the bank, which may authorise or reject", async () => {
    const id = await openSession();
    const asked = await post(page(id), { ...good, number: "4000000000003220" });
    expect(asked.headers.get("location")).toBe(`${page(id)}/3ds`);
    const question = await (await fetch(`${page(id)}/3ds`)).text();
    expect(question).toContain(">Autorizează</button>");
    expect(question).toContain(">Respinge</button>");
    expect(await status(id)).toBe("open, unpaid");

    expect(await payWithCard(provider.pagesBase, id, "4000000000003220", "reject")).toEqual({
      kind: "refused",
      status: 200,
      sentence: "Banca nu a confirmat plata. Nu s-a încasat nimic. Încearcă din nou sau cu alt card.",
    });
    expect(await status(id)).toBe("open, unpaid");
    expect(await payWithCard(provider.pagesBase, id, "4000000000003220", "authorize")).toEqual({
      kind: "paid",
      location: `https://club.example/success?session_id=${id}&copie=${id}`,
    });
    expect(await status(id)).toBe("complete, paid");
  });

  test("does not believe a bank that nobody asked", async () => {
    const id = await openSession();
    const answer = await post(`${page(id)}/3ds`, { answer: "authorize" });
    expect(answer.headers.get("location")).toBe(page(id));
    expect(await status(id)).toBe("open, unpaid");
  });

  test("names every field that is wrong, and takes nothing", async () => {
    const id = await openSession();
    const response = await post(page(id), {
      email: "ana@",
      number: "4242424242424241",
      expiry: "01/20",
      cvc: "1",
    });
    const body = await response.text();
    expect(response.status).toBe(422);
    for (const field of ["email", "number", "expiry", "cvc", "name"])
      expect(body, field).toMatch(
        new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-fault"`),
      );
    expect(body.match(/autofocus/g)).toHaveLength(1);
    expect(await status(id)).toBe("open, unpaid");
  });

  test("keeps the address that the shop gave", async () => {
    const id = await openSession({ customer_email: "ioana@exemplu.ro" });
    expect(await (await fetch(page(id))).text()).toMatch(/value="ioana@exemplu.ro" required[^>]* readonly/);
    await post(page(id), { ...good, email: "altul@exemplu.ro" });
    const response = await fetch(`${provider.apiBase}/v1/checkout/sessions/${id}`, {
      headers: { authorization: `Bearer ${testKeys.secretKey}` },
    });
    expect(await response.json()).toMatchObject({ customer_details: { email: "ioana@exemplu.ro" } });
  });

  test("knows nothing of sessions that are not there, nor of other addresses and methods", async () => {
    const answers = [
      [404, await fetch(page("cs_test_nobody"))],
      [404, await fetch(`${provider.pagesBase}/c/%3Cscript%3E`)],
      [404, await fetch(`${provider.pagesBase}/c/../../x`)],
      [404, await fetch(`${provider.origin}/`)],
      [405, await fetch(page(await openSession()), { method: "DELETE" })],
    ] as const;
    for (const [expected, answer] of answers) expect(answer.status).toBe(expected);
  });
});

describe("a card form", () => {
  const today = new Date("2027-06-15T12:00:00Z");
  test.each([
    ["06/27", undefined],
    ["6 / 2027", undefined],
    ["0627", undefined],
    ["05/27", "expiry_past"],
    ["13/30", "expiry_invalid"],
    ["06/99", "expiry_invalid"],
    ["", "expiry_invalid"],
  ])("with the expiry %s", (expiry, fault) => {
    expect(cardFaults({ ...good, expiry }, today).expiry).toBe(fault);
  });

  test("knows card numbers by their check digit", () => {
    expect(hasCheckDigit("4242424242424242")).toBe(true);
    expect(hasCheckDigit("5555555555554444")).toBe(true);
    for (let at = 0; at < 16; at += 1) {
      const digits = [..."4242424242424242"];
      digits[at] = String((Number(digits[at]) + 1) % 10);
      expect(hasCheckDigit(digits.join("")), digits.join("")).toBe(false);
    }
  });
});
