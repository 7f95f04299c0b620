/** A row's tickets; a dash at the second seat of a unit, which is part of the ticket that the first one counts. */
export const shownQuantity = (quantity: number) => (quantity === 0 ? "–" : String(quantity));
