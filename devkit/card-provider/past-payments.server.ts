import { keepCharge, keepIntent } from "./card-payments.server.ts";
import { keepSession } from "./hosted-sessions.server.ts";
import { newId } from "./provider-id.server.ts";
import type { Charge, PaymentIntent, Refund, Session } from "./provider-objects.ts";
import type { Workings } from "./provider-workings.server.ts";

/** A payment that was made before anybody looked: of the sample season. Amounts in bani, moments in seconds. */
export type PastPayment = {
  readonly sessionId: string;
  readonly paymentIntentId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly at: number;
  readonly email: string | null;
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly at: number }[];
};

/** Writes a past payment into the provider's memory, without telling anybody about it. */
export function keepPastPayment(workings: Workings, past: PastPayment): void {
  const { amount, at, email, paymentIntentId } = past;
  const metadata = { order_id: past.orderId };
  const returned = past.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: returned,
    captured: true,
    created: at,
    currency: "ron",
    livemode: false,
    metadata,
    paid: true,
    payment_intent: paymentIntentId,
    payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
    refunded: returned === amount,
    status: "succeeded",
  };
  const intent: PaymentIntent = {
    id: paymentIntentId,
    object: "payment_intent",
    amount,
    amount_received: amount,
    client_secret: null,
    created: at,
    currency: "ron",
    last_payment_error: null,
    latest_charge: charge.id,
    livemode: false,
    metadata,
    payment_method_types: ["card"],
    status: "succeeded",
  };
  const shown: Session = {
    id: past.sessionId,
    object: "checkout.session",
    allowed_payment_method_types: ["card"],
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: null,
    client_reference_id: past.orderId,
    created: at,
    currency: "ron",
    customer: null,
    customer_details: { email, name: null, phone: null, address: null },
    customer_email: email,
    expires_at: at + 1800,
    livemode: false,
    locale: "ro",
    metadata,
    mode: "payment",
    payment_intent: paymentIntentId,
    payment_method_types: ["card"],
    payment_status: "paid",
    status: "complete",
    success_url: "https://example.com/",
    ui_mode: "hosted_page",
    url: null,
  };
  keepSession(workings, {
    shown,
    kept: { lines: [], paymentMetadata: metadata, paymentDescription: null, challenged: null },
  });
  keepIntent(workings, intent);
  keepCharge(workings, charge);
  for (const { id, amount: part, at: when } of past.refunds) {
    const refund: Refund = {
      id,
      object: "refund",
      amount: part,
      charge: charge.id,
      created: when,
      currency: "ron",
      metadata: {},
      payment_intent: paymentIntentId,
      reason: null,
      status: "succeeded",
    };
    workings.store.put({
      kind: "refund",
      id,
      created: when,
      paymentIntent: paymentIntentId,
      dueAt: null,
      body: refund,
    });
  }
}
