/** Returns a row's number of tickets; "parte" for 0, a further seat of a ticket that the first seat counts. */
export const shownQuantity = (quantity: number) => (quantity === 0 ? "parte" : String(quantity));
