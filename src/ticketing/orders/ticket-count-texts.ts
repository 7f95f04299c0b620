import { groupBy } from "#kernel/group-by.ts";
import { counted } from "#kernel/romanian.ts";

/** A number of tickets, and a number of add-ons, which admit nobody. */
export type TicketCount = { readonly tickets: number; readonly addOns: number };

/** A count in words: "2 bilete", "2 bilete și 1 supliment", "1 supliment". "2 bilete din 3" when `inAll` is more. */
export function countedTickets({ tickets, addOns }: TicketCount, inAll = tickets): string {
  const ticketsText = counted(tickets, "ticket") + (inAll > tickets ? ` din ${inAll}` : "");
  if (addOns === 0) return ticketsText;
  const addOnsText = counted(addOns, "addOn");
  return tickets === 0 ? addOnsText : `${ticketsText} și ${addOnsText}`;
}

/** Stands after a number of tickets alone: "; pe lângă ele 2 suplimente", or nothing. */
export const addOnsBeside = (addOns: number) =>
  addOns === 0 ? "" : `; pe lângă ele ${counted(addOns, "addOn")}`;

/** Counts tickets and add-ons in a list; `countOf` says how many one entry stands for, 1 by default. */
export function countTickets<One>(
  entries: readonly One[],
  isAddOn: (one: One) => boolean,
  countOf: (one: One) => number = () => 1,
): TicketCount {
  const sum = (all: readonly One[]) => all.reduce((n, one) => n + countOf(one), 0);
  return { tickets: sum(entries.filter((one) => !isAddOn(one))), addOns: sum(entries.filter(isAddOn)) };
}

/** What an order has in words, each type once though it was sold at several prices: "3 × General, 1 × Parcare". */
export const typesInWords = (lines: readonly { readonly title: string; readonly quantity: number }[]) =>
  [...groupBy(lines, ({ title }) => title)]
    .map(([title, some]) => `${some.reduce((n, { quantity }) => n + quantity, 0)} × ${title}`)
    .join(", ");
