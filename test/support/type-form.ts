import { bani } from "#kernel/money.ts";
import type { TicketTypeForm } from "#ticketing/events/ticket-type-form.ts";

/** The form of an ordinary type of one price, and what a test says of it. */
export const sampleTypeForm = (about: Partial<TicketTypeForm> = {}): TicketTypeForm => ({
  type: "Intrare generală",
  price: bani(3000),
  entries: 1,
  description: null,
  events: [],
  isSeasonPass: false,
  codePer: "order",
  priceId: null,
  saleStartsAt: null,
  saleEndsAt: null,
  offerRank: null,
  requiresCode: false,
  admits: true,
  enterUntil: null,
  pool: { kind: "none" },
  phases: [],
  left: 100,
  ...about,
});
