import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import type { RadioCard } from "#web/ui/radio-cards.tsx";
import { publicTexts } from "./public-texts.ts";

export type TicketTypeView = {
  id: string;
  name: string;
  description: string | null;
  /** Whole bani, for one ticket. */
  price: number;
  /** People one ticket admits. */
  entries: number;
  /** The largest quantity that may be chosen: min(10, available). */
  most: number;
  /** Shown only when few are left. */
  left: number | null;
  /** False without a price id at the card provider: it is shown, but not for sale. */
  configured: boolean;
};

export function ticketCard(type: TicketTypeView): RadioCard {
  const scarce = type.left === null ? null : counted(type.left, publicTexts.ticketsLeft);
  const entries =
    type.entries > 1 ? publicTexts.entriesOnOne(counted(type.entries, publicTexts.entries)) : null;
  return {
    value: type.id,
    title: type.name,
    note: scarce ?? type.description ?? entries,
    tone: scarce ? "scarce" : "plain",
    end: publicTexts.price(formatLei(type.price)),
    error: type.configured ? null : publicTexts.typeNotConfigured,
  };
}
