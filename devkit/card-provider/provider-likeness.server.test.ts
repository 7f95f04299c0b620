import { afterEach, beforeEach, expect, test } from "vitest";
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
    method,
    headers: { authorization: `Bearer ${testKeys.secretKey}` },
    ...(method === "POST" ? { body: new URLSearchParams(fields) } : {}),
  });
  return { httpStatus: response.status, ...((await response.json()) as Fields) };
}
const open = (): Promise<Fields> =>
  call("POST", "/checkout/sessions", {
    mode: "payment",
    success_url: "https://club.example/s",
    customer_email: "ana@exemplu.ro",
    "line_items[0][quantity]": "2",
    "line_items[0][price_data][currency]": "ron",
    "line_items[0][price_data][unit_amount]": "5000",
    "line_items[0][price_data][product_data][name]": "Bilet",
  });
async function paid(): Promise<Fields> {
  const session = await open();
  await payWithCard(provider.pagesBase, String(session.id));
  return call("GET", `/checkout/sessions/${session.id}`);
}

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
      object: "event",
      api_version: expect.any(String),
      created: expect.any(Number),
      livemode: false,
      pending_webhooks: 1,
      data: { object: expect.any(Object) },
      request: { id: null, idempotency_key: null },
    });
  expect(events.find(({ type }) => type === "charge.refunded")).toMatchObject({
    data: { object: { amount_refunded: 2500 }, previous_attributes: { amount_refunded: 0 } },
  });
  expect(events.find(({ type }) => type === "checkout.session.completed")).toMatchObject({
    data: { object: { id: session.id, total_details: { amount_tax: 0 } } },
  });
});
