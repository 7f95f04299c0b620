/**
 * Returns a row's number of tickets. A further seat of the same ticket has 0 and shows a dash, because the first seat
 * counts the ticket.
 */
export const shownQuantity = (quantity: number) => (quantity === 0 ? "–" : String(quantity));
