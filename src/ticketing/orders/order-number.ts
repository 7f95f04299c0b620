/** An order as people say and write it, "comanda 595", in the words of every screen, letter and ticket; ids are for machines. */
export const orderName = (number: number, first: "Comanda" | "comanda" = "Comanda") => `${first} ${number}`;

/** The number that somebody typed, "595", "#595" or "comanda 595"; null for every other text. */
export function typedOrderNumber(text: string): number | null {
  const typed = /^(?:comanda\s*)?(?:nr\.?\s*)?#?\s*(\d{1,9})$/i.exec(text.trim())?.[1];
  return typed === undefined ? null : Number(typed);
}
