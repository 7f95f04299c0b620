import { findHostedSession, keepHostedSession, presentSession } from "./hosted-sessions.server.ts";
import { bookOnBalance } from "./provider-balance.server.ts";
import type { HostedSession } from "./provider-objects.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";
import { cardBrand, cardVerdict, type PaymentOutcome } from "./test-cards.ts";

type PaymentTry = { number: string; name: string; email: string };

/** One try with one card on an open session, in the caller's transaction. */
export function tryPayment(
  context: ProviderContext,
  session: HostedSession,
  card: PaymentTry,
): PaymentOutcome {
  const intent = intentOf(context, session);
  const verdict = cardVerdict(card.number);
  switch (verdict) {
    case "pays":
    case "refund_fails":
    case "refund_waits":
      takePayment(context, session, intent, card);
      emitCompleted(context, session);
      return "paid";
    case "asks_bank":
      session.kept.challenged = card;
      intent.status = "requires_action";
      break;
    case "declined":
    case "insufficient_funds":
    case "expired_card":
    case "not_a_test_card":
      noteFailure(
        intent,
        verdict === "declined" || verdict === "not_a_test_card" ? "generic_decline" : verdict,
      );
  }
  context.store.keep(intent);
  keepHostedSession(context, session);
  return verdict;
}

/** The card owner's answer to the bank; `nobody_asked` when the bank has no open question about this session. */
export function answerChallenge(
  context: ProviderContext,
  session: HostedSession,
  answer: "authorize" | "reject",
): "paid" | "declined" | "nobody_asked" {
  const card = session.kept.challenged;
  if (card === null) return "nobody_asked";
  const intent = intentOf(context, session);
  session.kept.challenged = null;
  if (answer === "authorize") {
    takePayment(context, session, intent, card);
    emitCompleted(context, session);
    return "paid";
  }
  noteFailure(intent, null);
  context.store.keep(intent);
  keepHostedSession(context, session);
  return "declined";
}

export function intentOf(context: ProviderContext, session: HostedSession): PaymentIntent {
  const { shown, kept } = session;
  const existingIntent =
    shown.payment_intent && context.store.find<PaymentIntent>("payment_intent", shown.payment_intent);
  if (existingIntent) return existingIntent;
  const intent = newIntent({
    id: newProviderId("pi"),
    amount: shown.amount_total,
    created: context.nowSeconds(),
    metadata: kept.paymentMetadata,
  });
  shown.payment_intent = intent.id;
  return intent;
}

type PaymentError = { code: string; decline_code?: string; message: string; type: "card_error" };

export const newIntent = (own: {
  id: string;
  amount: number;
  created: number;
  metadata: Record<string, string>;
}) => ({
  ...own,
  object: "payment_intent",
  amount_received: 0,
  client_secret: null,
  currency: "ron",
  last_payment_error: null as PaymentError | null,
  latest_charge: null as string | null,
  livemode: false,
  payment_method_types: ["card"],
  status: "requires_payment_method",
});
export type PaymentIntent = ReturnType<typeof newIntent>;

export type Charge = ReturnType<typeof chargeIntent>;

/** Marks the intent as succeeded and returns its charge. */
export function chargeIntent(intent: PaymentIntent, created: number, card: string) {
  const charge = {
    id: newProviderId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    balance_transaction: null as string | null,
    captured: true,
    created,
    currency: intent.currency,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: {
      type: "card",
      card: { brand: cardBrand(card), last4: card.slice(-4) },
    },
    refunded: false,
    status: "succeeded",
  };
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  return charge;
}

export function noteFailure(intent: PaymentIntent, declineCode: string | null): void {
  intent.status = "requires_payment_method";
  intent.last_payment_error =
    declineCode === null
      ? {
          type: "card_error",
          code: "payment_intent_authentication_failure",
          message: "We are unable to authenticate your payment method.",
        }
      : {
          type: "card_error",
          code: "card_declined",
          decline_code: declineCode,
          message: "Your card was declined.",
        };
}

/** Stores the successful payment; the caller queues the notice of it. */
function takePayment(
  context: ProviderContext,
  session: HostedSession,
  intent: PaymentIntent,
  card: PaymentTry,
): void {
  const { shown } = session;
  const charge = chargeIntent(intent, context.nowSeconds(), card.number);
  charge.balance_transaction = bookOnBalance(context, "charge", charge);
  shown.status = "complete";
  shown.payment_status = "paid";
  shown.customer_details = { email: card.email, name: card.name, phone: null, address: null };
  context.store.keep(intent);
  context.store.keep(charge);
  keepHostedSession(context, session);
}

function emitCompleted(context: ProviderContext, session: HostedSession): void {
  context.emitEvent("checkout.session.completed", presentSession(context, session));
}

/** What becomes of a payment that is confirmed days later, such as a bank transfer. */
export type DelayedPaymentStep = "begins" | "succeeds" | "fails";

/**
 * A customer chooses a method that is confirmed days later, or its bank has decided (tests only: our sessions allow
 * cards alone). The session is complete and unpaid from the beginning on, and stays so when the payment fails.
 * https://docs.stripe.com/payments/checkout/fulfillment#delayed-notification
 */
export function stepDelayedPayment(
  context: ProviderContext,
  sessionId: string,
  step: DelayedPaymentStep,
): HostedSession | null {
  const session = findHostedSession(context, sessionId);
  if (session === null || session.shown.status !== (step === "begins" ? "open" : "complete")) return null;
  const intent = intentOf(context, session);
  switch (step) {
    case "begins":
      intent.status = "processing";
      session.shown.status = "complete";
      break;
    case "succeeds":
      takePayment(context, session, intent, {
        number: "4242424242424242",
        name: "Ana",
        email: "ana@exemplu.ro",
      });
      break;
    case "fails":
      noteFailure(intent, null);
  }
  context.store.keep(intent);
  keepHostedSession(context, session);
  context.emitEvent(notices[step], presentSession(context, session));
  return session;
}

const notices = {
  begins: "checkout.session.completed",
  succeeds: "checkout.session.async_payment_succeeded",
  fails: "checkout.session.async_payment_failed",
} as const satisfies Record<DelayedPaymentStep, string>;
