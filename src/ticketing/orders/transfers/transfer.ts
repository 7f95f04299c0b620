import { type LetIn, letInAt } from "#ticketing/events/enter-until.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";

/** One night of a seat, as the rules of sending read it. */
export type NightToSend = LetIn & {
  readonly isCancelled: boolean;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly suspended: "refund" | "dispute" | null;
  /** None of an add-on. */
  readonly places: number;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
};

export type WhyNotSent =
  /** Refunded, cancelled, or its money is being returned or disputed. */
  | "not_valid"
  /** Somebody entered on it, on any of its nights. */
  | "used"
  /** It is for several people, and must be split first. */
  | "several"
  /** What was bought beside a ticket belongs to everybody of the order. */
  | "add_on"
  /** People are let in already, or the night is cancelled. */
  | "over"
  /** It changed hands `limits.transfersPerSeat` times. */
  | "too_often";

/** Until when a seat can be sent and accepted: people are let in to its last night. Null when all are cancelled. */
export function sendableUntil(nights: readonly (LetIn & { readonly isCancelled: boolean })[]): Date | null {
  const moments = nights.filter(({ isCancelled }) => !isCancelled).map(letInAt);
  return moments.length === 0 ? null : new Date(Math.max(...moments) * 1000);
}

/**
 * Why a seat, on all its nights, cannot be sent now; undefined when it can. `sent` is how often it changed hands. A pass
 * goes whole, while nobody used any of its nights.
 */
export function whyNotSent(
  nights: readonly NightToSend[],
  { sent, now }: { readonly sent: number; readonly now: Date },
): WhyNotSent | undefined {
  if (nights.length === 0 || nights.some(({ status, suspended }) => status !== "paid" || suspended !== null))
    return "not_valid";
  if (nights.some(({ places }) => places === 0)) return "add_on";
  if (nights.some(({ entriesRemaining, entriesTotal }) => entriesRemaining !== entriesTotal)) return "used";
  if (nights.some(({ entriesTotal }) => entriesTotal > 1)) return "several";
  const until = sendableUntil(nights);
  if (until === null || now >= until) return "over";
  return sent >= limits.transfersPerSeat ? "too_often" : undefined;
}

/** What goes when one code is sent: with it all nights of a pass, or of a ticket for several nights; null: the code alone. */
export type SentWhole = "pass" | "nights" | null;

export function sentWhole(family: Family, nights: number): SentWhole {
  if (family === "season_pass") return "pass";
  return nights > 1 ? "nights" : null;
}

type NightOfSeat = {
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  readonly isShareReturned: boolean;
};

/** The nights that a seat is still good for. */
export function nightsToCome<Night extends NightOfSeat>(nights: readonly Night[]): Night[] {
  return nights.filter(
    ({ isOver, isCancelled, isShareReturned }) => !isOver && !isCancelled && !isShareReturned,
  );
}
