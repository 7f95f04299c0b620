import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { canonicalForm, readForm } from "./provider-parameters.ts";

let provider: Awaited<ReturnType<typeof startProviderInTest>>;
let clock = 0;
beforeEach(async () => {
  clock = Date.parse("2027-06-01T12:00:00Z");
  provider = await startProviderInTest({ now: () => new Date(clock) });
});
afterEach(async () => {
  await provider.close();
});

type Answered = { status: number; headers: Headers; body: Record<string, unknown> };
async function call(
  method: string,
  path: string,
  fields: Record<string, string> = {},
  more: HeadersInit = {},
) {
  const response = await fetch(`${provider.apiBase}${path}`, {
    method,
    headers: { authorization: `Bearer ${testKeys.secretKey}`, ...more },
    ...(method === "POST" ? { body: new URLSearchParams(fields) } : {}),
  });
  const answered: Answered = {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  };
  return answered;
}

const product = "line_items[0][price_data][product_data]";
const session = {
  mode: "payment",
  success_url: "https://club.example/s",
  "line_items[0][quantity]": "1",
  "line_items[0][price_data][currency]": "ron",
  "line_items[0][price_data][unit_amount]": "5000",
  [`${product}[name]`]: "Bilet",
};
const open = (more: Record<string, string> = {}, key?: string) =>
  call("POST", "/v1/checkout/sessions", { ...session, ...more }, key ? { "idempotency-key": key } : {});

describe("the provider's API", () => {
  test("answers 401 to a missing or wrong key, and takes the key as name of basic access too", async () => {
    for (const authorization of ["", "Bearer sk_test_other", "Basic eA=="])
      expect((await call("GET", "/v1/refunds", {}, { authorization })).status).toBe(401);
    const basic = `Basic ${Buffer.from(`${testKeys.secretKey}:`).toString("base64")}`;
    expect((await call("GET", "/v1/refunds", {}, { authorization: basic })).status).toBe(200);
  });

  test.each([
    [{ surprise: "1" }, "parameter_unknown", "surprise"],
    [{ "line_items[0][surprise]": "1" }, "parameter_unknown", "line_items[0][surprise]"],
    [{ "metadata[__proto__]": "1", __proto__x: "1" }, "parameter_unknown", "__proto__x"],
    [{ client_reference_id: "" }, "parameter_invalid_empty", "client_reference_id"],
    [{ expires_at: "soon" }, "parameter_invalid_integer", "expires_at"],
    [{ "line_items[0][quantity]": "1.5" }, "parameter_invalid_integer", "line_items[0][quantity]"],
    [
      { "payment_method_types[0]": "card" },
      "payment_method_types_no_longer_supported",
      "payment_method_types",
    ],
    [{ success_url: "club" }, "url_invalid", "success_url"],
    [{ [`${product}[name]`]: "x".repeat(251) }, "parameter_invalid_string_long", `${product}[name]`],
    [
      { [`${product}[description]`]: "x".repeat(501) },
      "parameter_invalid_string_long",
      `${product}[description]`,
    ],
    [{ client_reference_id: "x".repeat(201) }, "parameter_invalid_string_long", "client_reference_id"],
    [{ "metadata[order]": "x".repeat(501) }, "parameter_invalid_string_long", "metadata[order]"],
    [{ [`metadata[${"x".repeat(41)}]`]: "1" }, "parameter_invalid_string_long", "metadata"],
    [{ "line_items[0][price_data][unit_amount]": "199" }, "amount_too_small", undefined],
  ])("refuses %j", async (more, code, param) => {
    const { status, body } = await open(more);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: "invalid_request_error", code, ...(param ? { param } : {}) });
  });

  test("keeps the whole session open until its last second", async () => {
    const now = clock / 1000;
    expect((await open({ expires_at: String(now + 1799) })).status).toBe(400);
    expect((await open({ expires_at: String(now + 86_401) })).status).toBe(400);
    const { body } = await open({ expires_at: String(now + 1800) });
    clock += 1_799_999;
    expect((await call("GET", `/v1/checkout/sessions/${body.id}`)).body.status).toBe("open");
    clock += 1;
    expect((await call("GET", `/v1/checkout/sessions/${body.id}`)).body).toMatchObject({
      status: "expired",
      url: null,
    });
    const words = async (id: unknown) => (await fetch(`${provider.pagesBase}/c/${String(id)}`)).text();
    expect(await words(body.id)).toContain("Timpul de plată s-a terminat");
    const { body: closed } = await open({ expires_at: String(clock / 1000 + 1800) });
    await call("POST", `/v1/checkout/sessions/${closed.id}/expire`);
    expect(await words(closed.id)).toMatch(
      /a închis-o\. De aici nu s-a încasat nimic\. Ce s-a întâmplat cu comanda vezi la /,
    );
    const expired = await call("POST", `/v1/checkout/sessions/${body.id}/expire`);
    expect(expired.status).toBe(400);
    expect(expired.body.error).toMatchObject({ message: expect.stringContaining("status of `expired`") });
  });
});

describe("an idempotency key at the provider", () => {
  test("repeats the first answer and says so, whatever the order of the fields", async () => {
    const first = await open({}, "k");
    const reversed = Object.fromEntries(Object.entries(session).reverse());
    const again = await call("POST", "/v1/checkout/sessions", reversed, { "idempotency-key": "k" });
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"));
  });

  test("is forgotten after 24 hours", async () => {
    const first = await open({}, "k");
    clock += 24 * 3600 * 1000 + 1;
    const later = await open({}, "k");
    expect(later.status).toBe(200);
    expect(later.body.id).not.toBe(first.body.id);
  });
});

describe("the fault switches", () => {
  test("are set over HTTP, concern only the calls named, and refuse what they do not know", async () => {
    const set = (change: unknown) =>
      fetch(`${provider.origin}/_test/faults`, { method: "POST", body: JSON.stringify(change) });
    expect((await set({ failShare: 1 })).status).toBe(400);
    expect((await set({ notices: { copies: "two" } })).status).toBe(400);
    expect((await set({ failureShare: 1, only: "POST /v1/refunds" })).status).toBe(200);
    expect((await open()).status).toBe(200);
    expect((await call("POST", "/v1/refunds", { payment_intent: "pi_x" })).status).toBe(500);
    await fetch(`${provider.origin}/_test/faults/reset`, { method: "POST" });
    expect((await call("POST", "/v1/refunds", { payment_intent: "pi_x" })).status).toBe(404);
  });

  test("are not reachable where the provider is mounted in another server", async () => {
    const request = new Request(`${provider.origin}/_test/faults`, { method: "POST", body: "{}" });
    expect((await provider.fetch(request)).status).toBe(404);
  });

  test("limit the calls of one endpoint in a second", async () => {
    provider.faults.set({ ratePerSecond: 3 });
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => open().then(({ status }) => status)));
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429]);
    expect((await call("GET", "/v1/refunds")).status).toBe(200);
    clock += 1000;
    expect((await open()).status).toBe(200);
  });
});

describe("a form", () => {
  test("is read as deep as its brackets", () => {
    expect(readForm("a[0][b][c]=1&a[1][b]=2&d=%C8%99&e[]=x&e[]=y&f[g]=h")).toEqual({
      a: [{ b: { c: "1" } }, { b: "2" }],
      d: "ș",
      e: ["x", "y"],
      f: { g: "h" },
    });
  });

  test("cannot reach a prototype", () => {
    const read = readForm(
      "__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1",
    );
    expect(Object.keys(read)).toContain("__proto__");
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test("is the same in another order and another with another value", () => {
    expect(canonicalForm("a=1&b=2")).toBe(canonicalForm("b=2&a=1"));
    expect(canonicalForm("a=1&b=2")).not.toBe(canonicalForm("a=1&b=3"));
    expect(canonicalForm("a=1%0Ab=2")).not.toBe(canonicalForm("a=1&b=2"));
  });
});
