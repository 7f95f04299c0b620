/** An order's name for people, "comanda 595", the same on every screen, email and ticket. Ids are for machines. */
export const orderName = (number: number, first: "Comanda" | "comanda" = "Comanda") => `${first} ${number}`;

/** The order number in a typed text: "595", "#595" or "comanda 595"; null for any other text. */
export function typedOrderNumber(text: string): number | null {
  const typed = /^(?:comanda\s*)?(?:nr\.?\s*)?#?\s*(\d{1,9})$/i.exec(text.trim())?.[1];
  return typed === undefined ? null : Number(typed);
}
