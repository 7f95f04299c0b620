import Stripe from "stripe";
import type { Refused, UnknownAnswer } from "./card-answers.ts";

type ProviderFailure =
  | Refused
  | { kind: "missing"; message: string }
  /** The provider's answer has a meaning only where it was asked, by its code (`charge_already_refunded`...). */
  | { kind: "no"; code: string; message: string }
  | UnknownAnswer;

/**
 * Sorts what the SDK throws. Only an answer with the provider's own error body is a refusal; a dropped connection,
 * a timeout, a gateway's page, or a call with our key still in progress (409) leave the outcome unknown.
 * @see https://docs.stripe.com/error-low-level
 */
export function providerFailure(error: unknown): ProviderFailure {
  if (error instanceof AnswerNotUnderstood) return { kind: "unknown", message: error.message };
  // A string says that there was a body to name the kind; the SDK leaves it out for answers that were not JSON.
  if (!(error instanceof Stripe.errors.StripeError) || typeof error.rawType !== "string") {
    return { kind: "unknown", message: error instanceof Error ? error.message : String(error) };
  }
  const { message, statusCode = 0, code = "" } = error;
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return { kind: "refused", reason: "key_reused", message };
  if (statusCode === 409) return { kind: "unknown", message };
  if (statusCode === 429) return { kind: "refused", reason: "rate_limited", message };
  if (statusCode === 404 || code === "resource_missing") return { kind: "missing", message };
  if (statusCode === 401 || statusCode === 403 || statusCode >= 500)
    return { kind: "refused", reason: "unavailable", message };
  if (statusCode >= 400) return { kind: "no", code, message };
  return { kind: "unknown", message };
}

/** For questions that change nothing: whatever is not an answer is unknown. */
export function unanswered(error: unknown): UnknownAnswer {
  return { kind: "unknown", message: providerFailure(error).message };
}

/** For calls that change something: missing things and other noes are the caller's invalid request. */
export function refusedOrUnknown(error: unknown): Refused | UnknownAnswer {
  const failure = providerFailure(error);
  return failure.kind === "missing" || failure.kind === "no"
    ? { kind: "refused", reason: "invalid", message: failure.message }
    : failure;
}

/** Thrown when the provider's answer is not of the shape we know; nothing may be decided on it. */
export class AnswerNotUnderstood extends Error {}

export function known<Word extends string>(word: string | null, words: readonly Word[]): Word {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined)
    throw new AnswerNotUnderstood(`The card provider answered an unknown word: ${word}`);
  return found;
}

/** An amount of the provider, in the smallest unit of its currency. */
export function wholeAmount(amount: number | null): number {
  if (amount === null || !Number.isSafeInteger(amount))
    throw new AnswerNotUnderstood("The card provider answered without an amount");
  return amount;
}

export function dateOfSeconds(seconds: number): Date {
  return new Date(wholeAmount(seconds) * 1000);
}
