import { keepSession, presentSession } from "./hosted-sessions.server.ts";
import { newId } from "./provider-id.server.ts";
import type { Charge, HostedSession, PaymentIntent } from "./provider-objects.ts";
import type { Workings } from "./provider-workings.server.ts";
import { cardBrand, cardVerdict, type PaymentOutcome } from "./test-cards.ts";

export type PaymentTry = { number: string; name: string; email: string };

/** One try with one card on an open session, in the caller's transaction. */
export function tryPayment(workings: Workings, session: HostedSession, card: PaymentTry): PaymentOutcome {
  const intent = intentOf(workings, session);
  const verdict = cardVerdict(card.number);
  switch (verdict) {
    case "pays":
    case "refund_fails":
    case "refund_waits":
      takePayment(workings, session, intent, card);
      tellCompleted(workings, session);
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
  keepIntent(workings, intent);
  keepSession(workings, session);
  return verdict;
}

/** The owner's word to the bank: `paid`, `declined`, or nothing when nobody had asked. */
export function answerChallenge(
  workings: Workings,
  session: HostedSession,
  word: "authorize" | "reject",
): "paid" | "declined" | "nobody_asked" {
  const card = session.kept.challenged;
  if (card === null) return "nobody_asked";
  const intent = intentOf(workings, session);
  session.kept.challenged = null;
  if (word === "authorize") {
    takePayment(workings, session, intent, card);
    tellCompleted(workings, session);
    return "paid";
  }
  noteFailure(intent, null);
  keepIntent(workings, intent);
  keepSession(workings, session);
  return "declined";
}

export function intentOf(workings: Workings, session: HostedSession): PaymentIntent {
  const { shown, kept } = session;
  const known =
    shown.payment_intent && workings.store.find<PaymentIntent>("payment_intent", shown.payment_intent);
  if (known) return known.body;
  const intent: PaymentIntent = {
    id: newId("pi"),
    object: "payment_intent",
    amount: shown.amount_total,
    amount_received: 0,
    client_secret: null,
    created: workings.nowSeconds(),
    currency: shown.currency,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: kept.paymentMetadata,
    payment_method_types: ["card"],
    status: "requires_payment_method",
  };
  shown.payment_intent = intent.id;
  return intent;
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

/** The money is there; the caller says which notice tells of it. */
export function takePayment(
  workings: Workings,
  session: HostedSession,
  intent: PaymentIntent,
  card: PaymentTry,
): void {
  const { shown } = session;
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    created: workings.nowSeconds(),
    currency: intent.currency,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: {
      type: "card",
      card: { brand: cardBrand(card.number), last4: card.number.slice(-4) },
    },
    refunded: false,
    status: "succeeded",
  };
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  shown.status = "complete";
  shown.payment_status = "paid";
  shown.customer_details = { email: card.email, name: card.name, phone: null, address: null };
  keepIntent(workings, intent);
  keepCharge(workings, charge);
  keepSession(workings, session);
}

function tellCompleted(workings: Workings, session: HostedSession): void {
  workings.tell("checkout.session.completed", presentSession(workings, session));
}

export function keepIntent({ store }: Workings, intent: PaymentIntent): void {
  const { id, created } = intent;
  store.put({ kind: "payment_intent", id, created, paymentIntent: id, dueAt: null, body: intent });
}

export function keepCharge({ store }: Workings, charge: Charge): void {
  const { id, created, payment_intent } = charge;
  store.put({ kind: "charge", id, created, paymentIntent: payment_intent, dueAt: null, body: charge });
}
