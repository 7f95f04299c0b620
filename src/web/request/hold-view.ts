import type { GuestAddress } from "./guest-address.ts";
import type { UsableCode } from "./priced-choice.ts";

/** So many tickets of one type. */
export type ChosenLine = { readonly ticketTypeId: string; readonly quantity: number };

/** Whether these are the same tickets, each type named once. */
export const areSameLines = (lines: readonly ChosenLine[], other: readonly ChosenLine[]) =>
  lines.length === other.length &&
  other.every(({ ticketTypeId, quantity }) =>
    lines.some((line) => line.ticketTypeId === ticketTypeId && line.quantity === quantity),
  );

/** A customer's own open order for this night. It is personal, so it is never in a cached page. */
export type HoldView = {
  /** Each type once. */
  lines: readonly ChosenLine[];
  /** What was agreed, a line for each price, in whole bani. */
  parts: readonly { title: string; phase: string | null; quantity: number; price: number }[];
  /** What a code takes off, and for how many tickets each code is used, by its id. */
  discount: number;
  uses: Readonly<Record<string, number>>;
  /** Whole bani. */
  total: number;
  /** 0 when the hold has expired and the places were released. */
  secondsLeft: number;
  secondsInAll: number;
  /** The order's own page; its `/pay` is the card page. */
  checkoutUrl: string;
  /** Of who buys without an account. */
  sentTo: GuestAddress | null;
};

/** The code that this browser carries. */
export type CodeView =
  /** It does nothing here: why. */
  | { kind: "refused"; code: string; sentence: string }
  /** What it does, and for how many tickets more where these are few. */
  | (UsableCode & { kind: "usable"; effect: string; limit: string | null });
