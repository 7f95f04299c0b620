import { intentOf, noteFailure, takePayment } from "./card-payments.server.ts";
import { findHostedSession, keepHostedSession, presentSession } from "./hosted-sessions.server.ts";
import type { ProviderContext } from "./provider-context.server.ts";
import type { HostedSession } from "./provider-objects.ts";

/** What becomes of a payment that is confirmed days later, such as a bank transfer. */
export type DelayedPaymentStep = "begins" | "succeeds" | "fails";

/**
 * A customer chooses a method that is confirmed days later, or its bank has spoken (tests only: our sessions allow
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
  context.tell(notices[step], presentSession(context, session));
  return session;
}

const notices = {
  begins: "checkout.session.completed",
  succeeds: "checkout.session.async_payment_succeeded",
  fails: "checkout.session.async_payment_failed",
} as const satisfies Record<DelayedPaymentStep, string>;
