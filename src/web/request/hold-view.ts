import type { GuestAddress } from "./guest-address.ts";
import type { PricedChoice, UsableCode } from "./priced-choice.ts";

/** A ticket type and how many tickets of it. */
export type ChosenLine = { readonly ticketTypeId: string; readonly quantity: number };

/** Whether both lists are the same tickets. Each list names a type once. */
export const areSameLines = (lines: readonly ChosenLine[], other: readonly ChosenLine[]) =>
  lines.length === other.length &&
  other.every(({ ticketTypeId, quantity }) =>
    lines.some((line) => line.ticketTypeId === ticketTypeId && line.quantity === quantity),
  );

/** A customer's own open order for this night. It is personal, so it is never in a cached page. */
export type HoldView = {
  /** Each ticket type once. */
  lines: readonly ChosenLine[];
  /** How much it takes of each counter, by the counter's id. */
  takes: Readonly<Record<string, number>>;
  /** The agreed prices, a part for each price, in bani. */
  parts: readonly { title: string; phase: string | null; quantity: number; price: number }[];
  /** `discount`: what codes take off, in bani. `uses`: the number of tickets for each code, by the voucher's id. */
  discount: number;
  uses: Readonly<Record<string, number>>;
  /** In bani. */
  total: number;
  /** 0 when the hold has expired. */
  secondsLeft: number;
  /** Whether its places are on sale again, which comes a moment after the end. */
  isReleased: boolean;
  secondsInAll: number;
  /** The order's own page; the same address with `/pay` leads to the card page. */
  checkoutUrl: string;
  /** The email address of a guest; null for a person with an account. */
  sentTo: GuestAddress | null;
};

/** Whether the choice equals the open order, and that order uses the code if the code helps the choice. */
export function isHeldChoice(
  { lines, priced }: { lines: readonly ChosenLine[]; priced: Pick<PricedChoice, "discount"> },
  hold: HoldView,
  code: CodeView | null,
): boolean {
  const isUsed = !priced.discount || code?.kind !== "usable" || code.voucher.id in hold.uses;
  return isUsed && areSameLines(lines, hold.lines);
}

/** The code that this browser carries. */
export type CodeView =
  /** The code does nothing here; `sentence` says why. */
  | { kind: "refused"; code: string; sentence: string }
  /** `effect` says what the code does; `limit` says for how many more tickets, when they are few. */
  | (UsableCode & { kind: "usable"; effect: string; limit: string | null });
