import { readTicketTypeForm, type TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { sentencesFor } from "../field-texts.ts";
import type { TicketFormAnswer } from "./ticket-form-view.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** The sentence beside each field that is wrong, by the rules of the server. */
export function ticketSentences(values: TicketTypeValues): TicketFormAnswer["errors"] {
  const read = readTicketTypeForm(values);
  if (read.ok) return {};
  return sentencesFor(read.refusal, ticketTexts.wrong);
}

export const singleFields = [
  "type",
  "price",
  "entries",
  "description",
  "quantity_available",
  "is_season_pass",
  "code_per",
  "stripe_price_id",
  "sale_starts_at",
  "sale_ends_at",
  "offer_rank",
] as const;

/** The values as typed, from any source of its fields. */
export function ticketValues(form: {
  text: (name: string) => string;
  all: (name: string) => string[];
}): TicketTypeValues {
  const values = Object.fromEntries(singleFields.map((name) => [name, form.text(name)]));
  return {
    ...(values as Omit<TicketTypeValues, "events">),
    // a choice between two versions sends the nights as one field with commas
    events: form
      .all("events")
      .flatMap((value) => value.split(","))
      .filter(Boolean),
  };
}

/** Each field as one line of text, for comparing versions. */
export function flatTicket({ events, ...values }: TicketTypeValues): Record<string, string> {
  return { ...values, events: [...events].sort().join(",") };
}
