import type { Given, GivenFields } from "./form-body.ts";
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import { newId } from "./provider-id.server.ts";
import {
  type HostedSession,
  type LineItem,
  listOf,
  type Price,
  type Product,
  type Session,
} from "./provider-objects.ts";
import { fieldsOf, isFields, map, neededText, text, whole } from "./provider-parameters.ts";
import type { StoredThing } from "./provider-store.server.ts";
import type { Workings } from "./provider-workings.server.ts";
import { sessionRest } from "./session-rest.ts";

/** The smallest payment in RON, in bani. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const smallestTotal = 200;

export const sessionParameters = {
  allowed_payment_method_types: ["text"],
  cancel_url: "text",
  client_reference_id: "text",
  customer: "text",
  customer_email: "text",
  expand: ["text"],
  expires_at: "whole",
  line_items: [
    {
      price: "text",
      quantity: "whole",
      price_data: {
        currency: "text",
        product: "text",
        unit_amount: "whole",
        product_data: { name: "text", description: "text", images: ["text"], metadata: "map" },
      },
    },
  ],
  locale: "text",
  metadata: "map",
  mode: "text",
  payment_intent_data: { description: "text", metadata: "map", receipt_email: "text" },
  submit_type: "text",
  success_url: "text",
  ui_mode: "text",
} as const;

export function openHostedSession(workings: Workings, given: GivenFields): HostedSession {
  const now = workings.nowSeconds();
  if (neededText(given, "mode") !== "payment") throw badParameter("Only `payment` is known here", "mode");
  const reference = text(given, "client_reference_id");
  if (reference !== null && reference.length > 200)
    throw badParameter("`client_reference_id` must be at most 200 characters", "client_reference_id");
  const email = text(given, "customer_email");
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw badParameter(`Invalid email address: ${email}`, "customer_email", "email_invalid");

  const lines = lineItems(workings, given);
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  if (total < smallestTotal)
    throw refusal("The Checkout Session's total amount due must add up to at least 2.00 RON", {
      code: "amount_too_small",
    });
  const id = newId("cs_test");
  const session: HostedSession = {
    shown: {
      id,
      object: "checkout.session",
      allowed_payment_method_types: texts(given.allowed_payment_method_types),
      amount_subtotal: total,
      amount_total: total,
      cancel_url: address(given, "cancel_url", "optional"),
      client_reference_id: reference,
      created: now,
      currency: "ron",
      customer: text(given, "customer"),
      customer_details: email === null ? null : { email, name: null, phone: null, address: null },
      customer_email: email,
      expires_at: expiry(given, now),
      livemode: false,
      locale: text(given, "locale"),
      metadata: map(given, "metadata"),
      mode: "payment",
      payment_intent: null,
      payment_method_types: ["card"],
      payment_status: "unpaid",
      status: "open",
      success_url: address(given, "success_url", "needed"),
      ui_mode: "hosted_page",
      url: null,
    },
    kept: {
      lines,
      paymentMetadata: map(fieldsOf(given, "payment_intent_data"), "metadata"),
      paymentDescription: text(fieldsOf(given, "payment_intent_data"), "description"),
      challenged: null,
    },
  };
  keepSession(workings, session);
  return session;
}

function expiry(given: GivenFields, now: number): number {
  const asked = whole(given, "expires_at");
  if (asked === null) return now + 24 * 3600;
  if (asked < now + 30 * 60)
    throw badParameter(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      "expires_at",
    );
  if (asked > now + 24 * 3600)
    throw badParameter(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return asked;
}

function address(given: GivenFields, name: string, need: "needed"): string;
function address(given: GivenFields, name: string, need: "optional"): string | null;
function address(given: GivenFields, name: string, need: "needed" | "optional"): string | null {
  const value = need === "needed" ? neededText(given, name) : text(given, name);
  if (value === null) return null;
  const url = URL.parse(value);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw badParameter("Not a valid URL", name, "url_invalid");
  return value;
}

function lineItems(workings: Workings, given: GivenFields): LineItem[] {
  const wanted = Array.isArray(given.line_items) ? given.line_items : [];
  if (wanted.length === 0)
    throw badParameter("Missing required param: line_items.", "line_items", "parameter_missing");
  if (wanted.length > 100) throw badParameter("At most 100 line items are allowed", "line_items");
  return wanted.map((item, index) => lineItem(workings, isFields(item) ? item : {}, `line_items[${index}]`));
}

function lineItem(workings: Workings, given: GivenFields, param: string): LineItem {
  const quantity = whole(given, "quantity");
  if (quantity === null)
    throw badParameter("Quantity is required. Add `quantity` to `line_items`", `${param}[quantity]`);
  if (quantity < 1) throw badParameter("Invalid integer: must be at least 1", `${param}[quantity]`);
  const priceId = text(given, "price");
  const { price, name } =
    priceId === null ? inlinePrice(workings, given, param) : storedPrice(workings, priceId, param);
  const amount = price.unit_amount * quantity;
  return {
    id: newId("li"),
    object: "item",
    amount_subtotal: amount,
    amount_total: amount,
    currency: "ron",
    description: name,
    price,
    quantity,
  };
}

function inlinePrice(workings: Workings, given: GivenFields, param: string): { price: Price; name: string } {
  const data = fieldsOf(given, "price_data");
  const product = fieldsOf(data, "product_data");
  const amount = whole(data, "unit_amount");
  const name = neededText(product, "name", `${param}[price_data][product_data]`);
  if (neededText(data, "currency", `${param}[price_data]`) !== "ron")
    throw badParameter("Only `ron` is known here", `${param}[price_data][currency]`);
  if (amount === null || amount < 0 || amount > 99_999_999)
    throw badParameter("Invalid integer", `${param}[price_data][unit_amount]`, "parameter_invalid_integer");
  const price: Price = {
    id: newId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: workings.nowSeconds(),
    currency: "ron",
    livemode: false,
    metadata: {},
    nickname: text(product, "description"),
    product: newId("prod"),
    recurring: null,
    type: "one_time",
    unit_amount: amount,
  };
  return { price, name };
}

function storedPrice(workings: Workings, id: string, param: string): { price: Price; name: string } {
  const price = workings.store.find<Price>("price", id)?.body;
  if (price === undefined) throw noSuch("price", id, `${param}[price]`);
  if (!price.active)
    throw refusal(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${param}[price]`,
    });
  const product = workings.store.find<Product>("product", price.product)?.body;
  return { price, name: product?.name ?? price.id };
}

function texts(value: Given | undefined): string[] | null {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : null;
}

/** The session as it is at this moment: one whose time has passed is expired, whoever looks first. */
export function findHostedSession(workings: Workings, id: string): HostedSession | null {
  const stored = workings.store.find<HostedSession>("session", id);
  if (stored === null) return null;
  const session = stored.body;
  if (session.shown.status === "open" && session.shown.expires_at * 1000 <= workings.nowMs())
    endHostedSession(workings, session);
  return session;
}

export function endHostedSession(workings: Workings, session: HostedSession): void {
  session.shown.status = "expired";
  session.kept.challenged = null;
  keepSession(workings, session);
  workings.tell("checkout.session.expired", presentSession(workings, session));
}

export function keepSession(workings: Workings, session: HostedSession): void {
  const { shown } = session;
  const thing: StoredThing<HostedSession> = {
    kind: "session",
    id: shown.id,
    created: shown.created,
    paymentIntent: shown.payment_intent,
    dueAt: shown.status === "open" ? shown.expires_at * 1000 : null,
    body: session,
  };
  workings.store.put(thing);
}

/** Addresses are made when read, so that a provider that comes back on another port keeps its sessions. */
export function presentSession(workings: Workings, { shown }: HostedSession): Session {
  return {
    ...sessionRest,
    ...shown,
    customer_details: shown.customer_details && {
      ...shown.customer_details,
      tax_exempt: "none",
      tax_ids: [],
    },
    url: shown.status === "open" ? `${workings.pagesBase()}/c/${shown.id}` : null,
  };
}

export function lineItemsOf({ shown, kept }: HostedSession): object {
  return listOf(`/v1/checkout/sessions/${shown.id}/line_items`, kept.lines, "last");
}
