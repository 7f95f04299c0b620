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
  const header = withoutBlanks(notice.signatureHeader);
  const signedAt = signingTime(header);
  if (signedAt === null) return refused("bad_signature");

  // The SDK would decode leniently: bytes that are no UTF-8, or a byte order mark, would verify as other text.
  const text = notice.body.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(notice.body)) return refused("bad_signature");

  const nowSeconds = Math.floor(notice.now.getTime() / 1000);
  const { signature } = stripe.webhooks;
  if (!signature) throw new Error("the SDK cannot verify signatures");
  try {
    const provider = undefined;
    signature.verifyHeader(text, header, webhookSecret, toleranceSeconds, provider, notice.now.getTime());
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return refused(nowSeconds - signedAt > toleranceSeconds ? "too_old" : "bad_signature");
  }
  if (signedAt - nowSeconds > toleranceSeconds) return refused("in_the_future");
  return noticeOf(text, signedAt) ?? refused("malformed");
}

function refused(reason: NoticeRefusal): ReadNotice {
  return { kind: "refused", reason };
}

/** Between the parts of the header there may be blanks, which the SDK does not expect. */
function withoutBlanks(header: string): string {
  return header
    .split(",")
    .map((part) => part.trim())
    .join(",");
}

/** The SDK takes the last of several times and forgives what follows the digits; we know exactly one whole number. */
function signingTime(header: string): number | null {
  const times = header.split(",").filter((part) => part.startsWith("t="));
  const [only, ...more] = times;
  return only !== undefined && more.length === 0 && /^t=\d{1,12}$/.test(only) ? Number(only.slice(2)) : null;
}

/**
 * What a signed text tells. Only what is no event at all is refused: no JSON, no id, no type. Everything else is
 * different from one version of their API to the next, and some objects have no id. What we use of it and do not find is
 * null, and the mode of an event that does not say it is nobody's.
 */
function noticeOf(text: string, signedAt: number): ReadNotice | null {
  const event = fields(parsed(text));
  const [id, type] = [idOf(event.id), idOf(event.type)];
  if (id === null || type === null) return null;
  const object = fields(fields(event.data).object);
  const objectId = idOf(object.id);
  const isSession = object.object === "checkout.session";
  const isPayment = object.object === "payment_intent";
  return {
    kind: "notice",
    id,
    type,
    createdAt: momentOf(event.created) ?? new Date(signedAt * 1000),
    livemode: typeof event.livemode === "boolean" ? event.livemode : null,
    sessionId: isSession ? objectId : null,
    // a thing may be expanded where an id is usual
    paymentIntentId: isPayment
      ? objectId
      : (idOf(object.payment_intent) ?? idOf(fields(object.payment_intent).id)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds since 1970, or a date as text in events of the newest kind. */
function momentOf(created: unknown): Date | null {
  const moment = new Date(typeof created === "number" ? created * 1000 : String(created));
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Ids and types of theirs are visible ASCII. */
function idOf(value: unknown): string | null {
  return typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null;
}
