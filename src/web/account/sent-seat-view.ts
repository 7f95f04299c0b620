import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { sentWhole } from "#ticketing/orders/transfers/transfer.ts";
import type { SentSeat } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** What a friend has now: what it is, its next day, and to whom it went. */
export type SentSeatRow = { title: string; when: string; note: string };

export function sentSeatView({ name, recipient, at, family, typeName, nights }: SentSeat): SentSeatRow {
  const [first] = nights;
  const day = first ? formatShortDate(first.date) : "";
  const whole = sentWhole(family, nights.length);
  return {
    title: whole
      ? texts.sentNights(typeName, counted(nights.length, texts.nights))
      : `${first?.title ?? ""}, ${typeName}`,
    when: first?.time ? `${day}, ${first.time}` : day,
    note: texts.sentTo(name ?? recipient, formatInstant(at)),
  };
}
