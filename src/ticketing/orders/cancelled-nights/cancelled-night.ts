import type { SeatOfNight } from "#ticketing/orders/refunds/night-return.ts";

/** What happens to a cancelled night's tickets that somebody came in with: refunded like the others, or kept. */
export const usedTicketChoices = ["refunded", "kept"] as const;
export type UsedTickets = (typeof usedTicketChoices)[number];

/** Whether a seat of a cancelled night stays valid. A used add-on was handed out, so it always stays. */
export const staysValid =
  (usedTickets: UsedTickets) =>
  ({ usedThatNight, places }: SeatOfNight): boolean =>
    usedThatNight > 0 && (usedTickets === "kept" || places === 0);
