import { letInAt, type NightHours } from "#ticketing/events/enter-until.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";

/** One night of a seat, with what the rules of sending need to know. */
export type NightToSend = NightHours & {
  readonly isCancelled: boolean;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly suspended: "refund" | "dispute" | null;
  /** How many people it admits; 0 for an add-on. */
  readonly places: number;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
};

export type WhyNotSent =
  /** The seat is refunded, cancelled or suspended. */
  | "not_valid"
  /** Somebody has entered on it, on any of its nights. */
  | "used"
  /** The seat is an add-on, which belongs to the whole order. */
  | "add_on"
  /** The doors have opened, or all nights are cancelled. */
  | "over"
  /** The seat changed hands `limits.transfersPerSeat` times. */
  | "too_often"
  /** The seat is for several people. Nothing else keeps it, so it can be sent once it is split. */
  | "several";

/** The night whose doors end the sending of a seat. Undefined when all its nights are cancelled. */
export function lastToSend<Night extends NightHours & { readonly isCancelled: boolean }>(
  nights: readonly Night[],
): Night | undefined {
  return nights
    .filter(({ isCancelled }) => !isCancelled)
    .sort((one, other) => letInAt(one) - letInAt(other))
    .at(-1);
}

/**
 * Why a seat cannot be sent now; undefined when it can. `sent` is how often it changed hands. A pass can only be sent
 * whole, and only while none of its nights was used.
 */
export function whyNotSent(
  nights: readonly NightToSend[],
  { sent, now }: { readonly sent: number; readonly now: Date },
): WhyNotSent | undefined {
  if (nights.length === 0 || nights.some(({ status, suspended }) => status !== "paid" || suspended !== null))
    return "not_valid";
  if (nights.some(({ places }) => places === 0)) return "add_on";
  if (nights.some(({ entriesRemaining, entriesTotal }) => entriesRemaining !== entriesTotal)) return "used";
  const last = lastToSend(nights);
  if (!last || now.getTime() >= letInAt(last) * 1000) return "over";
  if (sent >= limits.transfersPerSeat) return "too_often";
  return nights.some(({ entriesTotal }) => entriesTotal > 1) ? "several" : undefined;
}

/** What is sent with one ticket: all nights of a pass, or of a ticket for several. Null: that ticket alone. */
export type SentWhole = "pass" | "nights" | null;

export function sentTogether(family: Family, nights: number): SentWhole {
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
