import { formatLeiExact } from "#kernel/money.ts";
import type { PriceRefusal } from "#ticketing/events/agree-price.server.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** The sentence for a price that the provider did not accept. */
export function priceSentence(refusal: PriceRefusal): string {
  if (refusal.reason !== "differs") return ticketTexts.priceProblems[refusal.reason];
  const { amount, currency } = refusal;
  const there =
    amount === null ? ticketTexts.noAmount : `${formatLeiExact(amount)} ${currency.toUpperCase()}`;
  return ticketTexts.priceProblems.differs(there);
}
