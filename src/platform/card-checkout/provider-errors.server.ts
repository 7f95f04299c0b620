import Stripe from "stripe";
import type { Refused, UnknownAnswer } from "./card-answers.ts";

type ProviderFailure =
  | Refused
  | { kind: "missing"; message: string }
  /** The provider refused with this code (`charge_already_refunded`...); its meaning depends on the question. */
  | { kind: "refused_by_code"; code: string; message: string }
  | UnknownAnswer;

/**
 * Classifies what the SDK throws. Only an answer with the provider's own error body is a refusal. After a dropped
 * connection, a timeout, a gateway's page, or a 409 (a call with our key is still running) the outcome is unknown.
 *
 * @see https://docs.stripe.com/error-low-level
 */
export function providerFailure(error: unknown): ProviderFailure {
  if (error instanceof AnswerNotUnderstood) return { kind: "unknown", message: error.message };
  // `rawType` is a string only when the answer had the provider's JSON error body; the SDK leaves it out otherwise.
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
  if (statusCode >= 400) return { kind: "refused_by_code", code, message };
  return { kind: "unknown", message };
}

/** For calls that only read: every failure is `unknown`. */
export function unanswered(error: unknown): UnknownAnswer {
  return { kind: "unknown", message: providerFailure(error).message };
}

/** For calls that change something: a missing object, or another refusal, means that the request was invalid. */
export function refusedOrUnknown(error: unknown): Refused | UnknownAnswer {
  const failure = providerFailure(error);
  return failure.kind === "missing" || failure.kind === "refused_by_code"
    ? { kind: "refused", reason: "invalid", message: failure.message }
    : failure;
}

/** Thrown when the provider's answer has an unknown shape: nothing may be decided on it. */
export class AnswerNotUnderstood extends Error {}

export function knownWord<Word extends string>(word: string | null, words: readonly Word[]): Word {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined)
    throw new AnswerNotUnderstood(`The card provider answered an unknown word: ${word}`);
  return found;
}

/** An amount of the provider, in the smallest unit of its currency. Throws when there is none. */
export function wholeAmount(amount: number | null): number {
  if (amount === null || !Number.isSafeInteger(amount))
    throw new AnswerNotUnderstood("The card provider answered without an amount");
  return amount;
}

export function dateOfSeconds(seconds: number): Date {
  return new Date(wholeAmount(seconds) * 1000);
}
