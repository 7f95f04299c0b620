import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startNoticeListener, startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { payWithCard } from "./pay-with-card.ts";

type Fields = Record<string, unknown>;

let provider: Awaited<ReturnType<typeof startProviderInTest>>;
let listener: Awaited<ReturnType<typeof startNoticeListener>>;
beforeEach(async () => {
  listener = await startNoticeListener();
  provider = await startProviderInTest({ notifyUrl: listener.url });
});
afterEach(async () => {
  await provider.close();
  await listener.close();
});

async function call(
  method: "GET" | "POST",
  path: string,
  fields: Record<string, string> = {},
): Promise<Fields> {
  const response = await fetch(`${provider.apiBase}/v1${path}`, {
    ...{ method, headers: { authorization: `Bearer ${testKeys.secretKey}` } },
    ...(method === "POST" ? { body: new URLSearchParams(fields) } : {}),
  });
  return { httpStatus: response.status, ...((await response.json()) as Fields) };
}
const open = (): Promise<Fields> =>
  call("POST", "/checkout/sessions", {
    ...{ mode: "payment", success_url: "https://club.example/s", customer_email: "ana@exemplu.ro" },
    ...{ "line_items[0][quantity]": "2", "line_items[0][price_data][currency]": "ron" },
    "line_items[0][price_data][unit_amount]": "5000",
    "line_items[0][price_data][product_data][name]": "Bilet",
  });
const dataOf = (list: Fields) => list.data as Fields[];

async function paid(): Promise<Fields> {
  const session = await open();
  await payWithCard(provider.pagesBase, String(session.id));
  return call("GET", `/checkout/sessions/${session.id}`);
}

describe("a list", () => {
  test("is never shorter than its limit while something that was asked for is left behind it", async () => {
    const old = [await open(), await open(), await open()];
    for (const { id } of old) await call("POST", `/checkout/sessions/${id}/expire`);
    for (let n = 0; n < 4; n += 1) await open();
    const first = await call("GET", "/checkout/sessions?status=expired&limit=2");
    expect(dataOf(first).map(({ status }) => status)).toEqual(["expired", "expired"]);
    expect(first.has_more).toBe(true);
    const rest = await call(
      "GET",
      `/checkout/sessions?status=expired&limit=2&starting_after=${dataOf(first)[1]?.id}`,
    );
    expect(dataOf(rest).map(({ id }) => id)).toEqual([old[0]?.id]);
    expect(rest.has_more).toBe(false);
  });

  test("of events is filtered before it is cut", async () => {
    const session = await paid();
    await call("POST", "/refunds", { payment_intent: String(session.payment_intent) });
    const completed = await call("GET", "/events?type=checkout.session.completed&limit=1");
    expect(dataOf(completed).map(({ type }) => type)).toEqual(["checkout.session.completed"]);
    expect(completed.has_more).toBe(false);
  });
});

describe("expand", () => {
  test("puts the things themselves where their ids stand, as deep as is asked", async () => {
    const { id, payment_intent } = await paid();
    const session = await call(
      "GET",
      `/checkout/sessions/${id}?expand[]=line_items&expand[]=payment_intent.latest_charge`,
    );
    expect(session).toMatchObject({
      line_items: { object: "list", data: [{ quantity: 2, amount_total: 10_000 }] },
      payment_intent: { object: "payment_intent", latest_charge: { object: "charge", payment_intent } },
    });
    const plain = await call("GET", `/checkout/sessions/${id}`);
    expect(plain.payment_intent).toBe(payment_intent);
    expect(plain).not.toHaveProperty("line_items");
  });

  test("works in lists and in the answers to what makes or ends something", async () => {
    const { payment_intent } = await paid();
    const list = await call("GET", "/checkout/sessions?expand[]=data.payment_intent");
    expect(dataOf(list)[0]?.payment_intent).toMatchObject({ id: payment_intent, status: "succeeded" });
    const refund = await call("POST", "/refunds", {
      payment_intent: String(payment_intent),
      "expand[]": "charge",
    });
    expect(refund.charge).toMatchObject({ object: "charge", refunded: true });
    const ended = await call("POST", `/checkout/sessions/${(await open()).id}/expire`, {
      "expand[]": "line_items",
    });
    expect(ended).toMatchObject({ status: "expired", line_items: { object: "list" } });
  });

  test.each(["amount_total", "nothing", "payment_intent.nothing", "data.payment_intent", ""])(
    "is refused for what cannot be expanded: %j",
    async (path) => {
      const { id } = await paid();
      const refused = await call("GET", `/checkout/sessions/${id}?expand[]=${path}`);
      expect(refused).toMatchObject({ httpStatus: 400, error: { type: "invalid_request_error" } });
    },
  );
});

test("a session carries what real ones carry", async () => {
  const session = await paid();
  expect(session).toMatchObject({
    automatic_tax: { enabled: false, liability: null, status: null },
    custom_fields: [],
    customer_creation: "if_required",
    customer_details: { email: expect.any(String), tax_exempt: "none", tax_ids: [] },
    discounts: [],
    invoice: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    phone_number_collection: { enabled: false },
    shipping_options: [],
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  });
});

test("a notice comes in the real envelope, and says of a change what was before", async () => {
  const session = await paid();
  await call("POST", "/refunds", { payment_intent: String(session.payment_intent), amount: "2500" });
  await listener.until(3);
  const events = listener.received.map(({ event }) => event as unknown as Fields);
  for (const event of events)
    expect(event).toMatchObject({
      ...{ object: "event", api_version: expect.any(String), created: expect.any(Number), livemode: false },
      ...{ pending_webhooks: 1, data: { object: expect.any(Object) } },
      request: { id: null, idempotency_key: null },
    });
  expect(events.find(({ type }) => type === "charge.refunded")).toMatchObject({
    data: { object: { amount_refunded: 2500 }, previous_attributes: { amount_refunded: 0 } },
  });
  expect(events.find(({ type }) => type === "checkout.session.completed")).toMatchObject({
    data: { object: { id: session.id, total_details: { amount_tax: 0 } } },
  });
});
