/** The header in which the provider signs a webhook event. */
export const signatureHeader = "stripe-signature";

/** The path of this site to which the provider sends webhook events. */
export const webhookPath = "/webhooks/stripe";

/** The origin of the provider's hosted pages, for the content security policy. */
export const cardPageOrigin = "https://checkout.stripe.com";

/** The subject of a webhook event, derived from its type. */
type EventSubject = "payment" | "failed_payment" | "refund" | "dispute" | "other";

/** Unknown types are `other`, and we ignore them. */
export function subjectOfEvent(type: string): EventSubject {
  if (type === "checkout.session.async_payment_failed") return "failed_payment";
  if (type.startsWith("checkout.session.")) return "payment";
  if (/^(charge\.refund|refund\.)/.test(type)) return "refund";
  return type.startsWith("charge.dispute.") ? "dispute" : "other";
}
