import { neededRon, unitAmount } from "./price-catalogue.server.ts";
import { badParameter, refusal } from "./provider-error.ts";
import type { HostedSession, LineItem } from "./provider-objects.ts";
import {
  type FormFields,
  type FormValue,
  fieldsOf,
  isFields,
  mapOf,
  neededText,
  textParameter,
  wholeNumberOf,
} from "./provider-parameters.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";
import sessionRest from "./session-rest.json" with { type: "json" };

/** The smallest payment in RON, in bani. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const smallestTotal = 200;

export const sessionParameters = {
  allowed_payment_method_types: ["text"],
  cancel_url: "text",
  client_reference_id: "text 200",
  customer_email: "text",
  expires_at: "whole",
  line_items: [
    {
      quantity: "whole",
      price_data: {
        currency: "text",
        unit_amount: "whole",
        product_data: { name: "text 250", description: "text 500" },
      },
    },
  ],
  locale: "text",
  metadata: "map",
  mode: "text",
  payment_intent_data: { metadata: "map" },
  success_url: "text",
} as const;

export function openHostedSession(context: ProviderContext, parameters: FormFields): HostedSession {
  const now = context.nowSeconds();
  if (neededText(parameters, "mode") !== "payment")
    throw badParameter("Only `payment` is known here", "mode");
  const reference = textParameter(parameters, "client_reference_id");
  const email = textParameter(parameters, "customer_email");
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw badParameter(`Invalid email address: ${email}`, "customer_email", "email_invalid");

  const lines = lineItems(parameters);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  if (total < smallestTotal)
    throw refusal("The Checkout Session's total amount due must add up to at least 2.00 RON", {
      code: "amount_too_small",
    });
  const id = newProviderId("cs_test");
  const cancelUrl = textParameter(parameters, "cancel_url");
  const session: HostedSession = {
    shown: {
      id,
      allowed_payment_method_types: texts(parameters.allowed_payment_method_types),
      amount_subtotal: total,
      amount_total: total,
      cancel_url: cancelUrl === null ? null : address(cancelUrl, "cancel_url"),
      client_reference_id: reference,
      created: now,
      customer_details: email === null ? null : { email, name: null, phone: null, address: null },
      customer_email: email,
      expires_at: expiry(parameters, now),
      locale: textParameter(parameters, "locale"),
      metadata: mapOf(parameters, "metadata"),
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      success_url: address(neededText(parameters, "success_url"), "success_url"),
    },
    kept: {
      lines,
      paymentMetadata: mapOf(fieldsOf(parameters, "payment_intent_data"), "metadata"),
      challenged: null,
    },
  };
  keepHostedSession(context, session);
  return session;
}

function expiry(parameters: FormFields, now: number): number {
  const requestedExpiry = wholeNumberOf(parameters, "expires_at");
  if (requestedExpiry === null) return now + 24 * 3600;
  if (requestedExpiry < now + 30 * 60)
    throw badParameter(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      "expires_at",
    );
  if (requestedExpiry > now + 24 * 3600)
    throw badParameter(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return requestedExpiry;
}

function address(value: string, param: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw badParameter("Not a valid URL", param, "url_invalid");
  return value;
}

function lineItems(parameters: FormFields): LineItem[] {
  const items = Array.isArray(parameters.line_items) ? parameters.line_items : [];
  if (items.length === 0)
    throw badParameter("Missing required param: line_items.", "line_items", "parameter_missing");
  if (items.length > 100) throw badParameter("At most 100 line items are allowed", "line_items");
  return items.map((item, index) => lineItem(isFields(item) ? item : {}, `line_items[${index}]`));
}

function lineItem(parameters: FormFields, param: string): LineItem {
  const quantity = wholeNumberOf(parameters, "quantity");
  if (quantity === null)
    throw badParameter("Quantity is required. Add `quantity` to `line_items`", `${param}[quantity]`);
  if (quantity < 1) throw badParameter("Invalid integer: must be at least 1", `${param}[quantity]`);
  const data = fieldsOf(parameters, "price_data");
  const product = fieldsOf(data, "product_data");
  const unit = unitAmount(data, `${param}[price_data][unit_amount]`);
  neededRon(data, `${param}[price_data][currency]`);
  return {
    name: neededText(product, "name", `${param}[price_data][product_data]`),
    description: textParameter(product, "description"),
    unit,
    quantity,
    amount: unit * quantity,
  };
}

function texts(value: FormValue | undefined): string[] | null {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : null;
}

/** The session as it is at this moment: one whose time has passed is expired, at the first look. */
export function findHostedSession(context: ProviderContext, id: string): HostedSession | null {
  const session = context.store.find<HostedSession>("session", id);
  if (session === null) return null;
  if (session.shown.status === "open" && session.shown.expires_at * 1000 <= context.nowMs())
    endHostedSession(context, session);
  return session;
}

export function endHostedSession(context: ProviderContext, session: HostedSession): void {
  session.shown.status = "expired";
  session.kept.challenged = null;
  keepHostedSession(context, session);
  context.emitEvent("checkout.session.expired", presentSession(context, session));
}

export function keepHostedSession(context: ProviderContext, session: HostedSession): void {
  const { shown } = session;
  context.store.put({
    kind: "session",
    id: shown.id,
    created: shown.created,
    paymentIntent: shown.payment_intent,
    dueAt: shown.status === "open" ? shown.expires_at * 1000 : null,
    body: session,
  });
}

/** Addresses are made when read, so that a provider that comes back on another port keeps its sessions. */
export function presentSession(context: ProviderContext, { shown }: HostedSession) {
  return {
    ...sessionRest,
    ...shown,
    customer_details: shown.customer_details && {
      ...shown.customer_details,
      tax_exempt: "none",
      tax_ids: [],
    },
    url: shown.status === "open" ? `${context.pagesBase()}/c/${shown.id}` : null,
  };
}
