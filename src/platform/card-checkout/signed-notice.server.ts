import { createHmac, timingSafeEqual } from "node:crypto";
import type { NoticeRefusal, ReadNotice } from "./card-answers.ts";

const toleranceSeconds = 300;

/**
 * Reads a webhook event, or refuses it. The header and its time (at most 300 seconds from now) are cheap and checked
 * first. Then the signature is checked over the exact bytes received; nothing of the body is read before. The SDK is
 * not used: it turns the bytes into text first, and accepts times ahead of ours.
 *
 * @see https://docs.stripe.com/webhooks/signature
 */
export function readSignedNotice(
  webhookSecret: string,
  notice: { body: Buffer; signatureHeader: string | null | undefined; now: Date },
): ReadNotice {
  if (!notice.signatureHeader) return refused("unsigned");
  const header = readHeader(notice.signatureHeader);
  // with an empty secret anybody could sign
  if (!header || webhookSecret.trim() === "") return refused("bad_signature");
  const age = Math.floor(notice.now.getTime() / 1000) - header.signedAt;
  if (age > toleranceSeconds) return refused("too_old");
  if (age < -toleranceSeconds) return refused("in_the_future");
  const expectedSignature = createHmac("sha256", webhookSecret)
    .update(`${header.signedAt}.`)
    .update(notice.body)
    .digest();
  if (!header.signatures.some((signature) => timingSafeEqual(signature, expectedSignature)))
    return refused("bad_signature");
  return noticeOf(notice.body.toString("utf8"), header.signedAt) ?? refused("malformed");
}

function refused(reason: NoticeRefusal): ReadNotice {
  return { kind: "refused", reason };
}

/** Exactly one time and at least one `v1` signature, with or without blanks between the parts. */
function readHeader(text: string): { signedAt: number; signatures: Buffer[] } | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t="));
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part));
  const [time = ""] = times;
  if (times.length !== 1 || !/^t=(?:0|[1-9]\d{0,11})$/.test(time) || signatures.length === 0)
    return undefined;
  return {
    signedAt: Number(time.slice(2)),
    signatures: signatures.map((part) => Buffer.from(part.slice(3), "hex")),
  };
}

/**
 * The event in a signed text; null when it is no JSON or lacks an id or a type. All other fields differ between
 * versions of the provider's API, so a missing one is null. An event that does not say its mode has `livemode` null.
 */
function noticeOf(text: string, signedAt: number): ReadNotice | null {
  const event = asRecord(parseJson(text));
  const [id, type] = [idOf(event.id), idOf(event.type)];
  if (id === null || type === null) return null;
  const object = asRecord(asRecord(event.data).object);
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
    // an expanded object may stand where an id is usual
    paymentId: isPayment
      ? objectId
      : (idOf(object.payment_intent) ?? idOf(asRecord(object.payment_intent).id)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The number is seconds since 1970; events of the newest kind have a date as text. Null for a date before 1970. */
function momentOf(created: unknown): Date | null {
  const moment = new Date(typeof created === "number" ? created * 1000 : String(created));
  return moment.getTime() >= 0 ? moment : null;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The provider's ids and types are visible ASCII; anything else is null. */
function idOf(value: unknown): string | null {
  return typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null;
}
