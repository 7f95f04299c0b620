import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import type { OpenChoice } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import type { OpenChoiceView } from "./open-choices.tsx";

/** A choice as pages show it. `query` is that of an email's link. */
export function choiceView(
  { orderId, number, moveId, choiceUntil, title }: OpenChoice,
  query = "",
): OpenChoiceView {
  const path = `/orders/${orderId}/moved/${moveId}${query}`;
  return { path, number, title, until: dayAndHour(new Date(choiceUntil)) };
}
