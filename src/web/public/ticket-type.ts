import { counted } from "#kernel/romanian.ts";
import type { PricedType } from "#web/request/priced-choice.ts";
import { publicTexts } from "./public-texts.ts";

export type TicketTypeView = PricedType & {
  description: string | null;
  /** "Early Bird 80 LEI", and until when it is so; null where there is nothing to say. */
  phaseNote: { now: string; until: string } | null;
  /** "23:00": it admits until this hour of its night. */
  enterUntil: string | null;
  /** The largest quantity that may be chosen: at most 10, what is left, and the people that an order may have. */
  most: number;
  /** Shown only when few are left, and not where they are those of other types too. */
  left: number | null;
  /** False without a price id at the card provider: it is shown, but not for sale. */
  configured: boolean;
  /** An order with it has no other type. */
  alone: boolean;
  /** It is here for who has its code. */
  isUnlocked: boolean;
};

type Note = { text: string | null; isScarce: boolean };

/** The line under a type's name: how few are left, else what it is. */
export function ticketNote({ left, description, entries }: TicketTypeView): Note {
  if (left !== null) return { text: publicTexts.left(left, entries === 0), isScarce: true };
  const several = entries > 1 ? publicTexts.entriesOnOne(counted(entries, publicTexts.entries)) : null;
  return { text: description ?? several, isScarce: false };
}
