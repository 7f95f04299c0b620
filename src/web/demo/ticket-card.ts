import { formatLei } from "#kernel/money.ts";
import type { TicketTypeView } from "#web/public/event-views.ts";
import { publicTexts } from "#web/public/public-texts.ts";
import { ticketNote } from "#web/public/ticket-row.tsx";
import type { RadioCard } from "#web/ui/radio-cards.tsx";

export function ticketCard(type: TicketTypeView): RadioCard {
  const { text, isScarce } = ticketNote(type);
  return {
    value: type.id,
    title: type.name,
    note: text,
    tone: isScarce ? "scarce" : "plain",
    end: publicTexts.price(formatLei(type.price)),
  };
}
