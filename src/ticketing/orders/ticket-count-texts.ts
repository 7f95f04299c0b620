import { counted } from "#kernel/romanian.ts";

/** How many tickets, and how many add-ons beside them: those let nobody in. */
export type TicketCount = { readonly tickets: number; readonly addOns: number };

/**
 * "2 bilete", "2 bilete și 1 supliment", "1 supliment": an order or a part of it in words. "2 bilete din 3" where there are
 * more tickets `inAll`.
 */
export function countedTickets({ tickets, addOns }: TicketCount, inAll = tickets): string {
  const own = counted(tickets, "ticket") + (inAll > tickets ? ` din ${inAll}` : "");
  if (addOns === 0) return own;
  const others = counted(addOns, "addOn");
  return tickets === 0 ? others : `${own} și ${others}`;
}

/** Counts lines, codes or seats; `many` of each, one where it does not say. */
export function countTickets<One>(
  of: readonly One[],
  isAddOn: (one: One) => boolean,
  many: (one: One) => number = () => 1,
): TicketCount {
  const sum = (all: readonly One[]) => all.reduce((n, one) => n + many(one), 0);
  return { tickets: sum(of.filter((one) => !isAddOn(one))), addOns: sum(of.filter(isAddOn)) };
}
