import Stripe from "stripe";
import type { NoticeRefusal, ReadNotice } from "./card-answers.ts";

const toleranceSeconds = 300;

/**
 * Reads a notice of the provider, or refuses it. Nothing of the body is looked at before its signature over the very
 * bytes that came in has been verified, no older than 300 seconds; a time more than 300 seconds ahead is refused too,
 * which the SDK does not do.
 * @see https://docs.stripe.com/webhooks/signature
 */
export function readSignedNotice(
  stripe: Stripe,
  webhookSecret: string,
  notice: { body: Buffer; signatureHeader: string | null | undefined; now: Date },
): ReadNotice {
  if (!notice.signatureHeader) return refused("unsigned");
  const signedAt = signingTime(notice.signatureHeader);
  if (signedAt === null) return refused("bad_signature");

  // The SDK would decode leniently: bytes that are no UTF-8, or a byte order mark, would verify as other text.
  const text = notice.body.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(notice.body)) return refused("bad_signature");

  const nowSeconds = Math.floor(notice.now.getTime() / 1000);
  let event: unknown;
  try {
    event = stripe.webhooks.constructEvent(
      text,
      notice.signatureHeader,
      webhookSecret,
      toleranceSeconds,
      undefined,
      notice.now.getTime(),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return refused("malformed");
    return refused(nowSeconds - signedAt > toleranceSeconds ? "too_old" : "bad_signature");
  }
  if (signedAt - nowSeconds > toleranceSeconds) return refused("in_the_future");
  return noticeOf(event) ?? refused("malformed");
}

function refused(reason: NoticeRefusal): ReadNotice {
  return { kind: "refused", reason };
}

/** The SDK takes the last of several times and forgives what follows the digits; we know exactly one whole number. */
function signingTime(header: string): number | null {
  const times = header.split(",").filter((part) => part.startsWith("t="));
  const [only, ...more] = times;
  return only !== undefined && more.length === 0 && /^t=\d{1,12}$/.test(only) ? Number(only.slice(2)) : null;
}

function noticeOf(event: unknown): ReadNotice | null {
  const { id, type, created, livemode, data } = fields(event);
  const object = fields(fields(data).object);
  if (typeof id !== "string" || typeof type !== "string" || typeof created !== "number") return null;
  if (typeof livemode !== "boolean" || typeof object.id !== "string" || typeof object.object !== "string")
    return null;
  const isSession = object.object === "checkout.session";
  const isPayment = object.object === "payment_intent";
  return {
    kind: "notice",
    id,
    type,
    createdAt: new Date(created * 1000),
    livemode,
    objectId: object.id,
    objectType: object.object,
    sessionId: isSession ? object.id : null,
    paymentIntentId: isPayment ? object.id : idOf(object.payment_intent),
    clientReferenceId: isSession ? idOf(object.client_reference_id) : null,
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function idOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
