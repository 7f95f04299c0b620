import type { SeatOfNight } from "#ticketing/orders/refunds/night-return.ts";

/** What happens to a cancelled night's tickets that somebody came in with: refunded like the others, or kept. */
export const usedTicketChoices = ["refunded", "kept"] as const;
export type UsedTickets = (typeof usedTicketChoices)[number];

/** The bani that go back for these tickets. */
export const amountOf = (
  { types }: { readonly types: readonly Record<UsedTickets, number>[] },
  used: UsedTickets,
) => types.reduce((sum, { [used]: amount }) => sum + amount, 0);

/** Whether a seat of a cancelled night stays valid. A used add-on was handed out, so it always stays. */
export const staysValid =
  (usedTickets: UsedTickets) =>
  ({ usedThatNight, places }: SeatOfNight): boolean =>
    usedThatNight > 0 && (usedTickets === "kept" || places === 0);
