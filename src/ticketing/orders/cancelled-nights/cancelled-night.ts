import type { SeatOfNight } from "#ticketing/orders/refunds/night-return.ts";

/** What happens to tickets of a cancelled night with which somebody had come in: refunded like the others, or kept. */
export const usedTicketChoices = ["refunded", "kept"] as const;
export type UsedTickets = (typeof usedTicketChoices)[number];

/** Whether a seat of a cancelled night stays. What was given out, such as a used add-on, does not go back. */
export const staysOf =
  (usedTickets: UsedTickets) =>
  ({ usedThatNight, places }: SeatOfNight): boolean =>
    usedThatNight > 0 && (usedTickets === "kept" || places === 0);
