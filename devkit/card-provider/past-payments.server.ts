import { chargeIntent, newIntent } from "./card-payments.server.ts";
import { keepHostedSession } from "./hosted-sessions.server.ts";
import { bookOnBalance } from "./provider-balance.server.ts";
import type { Session } from "./provider-objects.ts";
import { newRefund } from "./provider-refunds.server.ts";
import type { ProviderContext } from "./provider-store.server.ts";

/** A payment of the sample season, older than the provider's own data. Amounts in bani, moments in seconds. */
export type PastPayment = {
  readonly sessionId: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly at: number;
  readonly email: string | null;
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly at: number }[];
};

/** Writes a past payment into the provider's store, without a notice. */
export function keepPastPayment(context: ProviderContext, past: PastPayment): void {
  const { amount, at, email, paymentId } = past;
  const metadata = { order_id: past.orderId };
  const intent = newIntent({ id: paymentId, amount, created: at, metadata });
  const charge = chargeIntent(intent, at, "4242424242424242");
  charge.amount_refunded = past.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  charge.refunded = charge.amount_refunded === amount;
  charge.balance_transaction = bookOnBalance(context, "charge", charge);
  const shown: Session = {
    id: past.sessionId,
    allowed_payment_method_types: ["card"],
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: null,
    client_reference_id: past.orderId,
    created: at,
    customer_details: { email, name: null, phone: null, address: null },
    customer_email: email,
    expires_at: at + 1800,
    locale: "ro",
    metadata,
    payment_intent: paymentId,
    payment_status: "paid",
    status: "complete",
    success_url: "https://example.com/",
  };
  keepHostedSession(context, {
    shown,
    kept: { lines: [], paymentMetadata: metadata, challenged: null },
  });
  context.store.keep(intent);
  context.store.keep(charge);
  for (const { id, amount: part, at: created } of past.refunds) {
    const refund = newRefund(charge, { id, amount: part, created });
    refund.balance_transaction = bookOnBalance(context, "refund", refund);
    context.store.keep(refund);
  }
}

/** An object as the API shows it; `object` is the API's name of its kind. */
export type ThingAsIs = {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly payment_intent?: string | null;
} & Readonly<Record<string, unknown>>;

export function keepAsIs(context: ProviderContext, thing: ThingAsIs): void {
  const isSession = thing.object === "checkout.session";
  context.store.put({
    kind: isSession ? "session" : thing.object,
    id: thing.id,
    created: thing.created,
    dueAt: null,
    paymentIntent: thing.payment_intent ?? null,
    body: isSession
      ? { shown: thing, kept: { lines: [], paymentMetadata: {}, challenged: null } }
      : { payment_intent: null, ...thing },
  });
}
