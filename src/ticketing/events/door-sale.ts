/** How a ticket was paid at the door: in cash, on the club's own card terminal, or not at all (`protocol`). */
export const saleMeans = ["cash", "terminal", "protocol"] as const;
export type SaleMeans = (typeof saleMeans)[number];

/**
 * Tickets sold at a night's doors, by type and means of payment. The ledger lacks them: no card provider had the
 * money. Bani.
 */
export type DoorSaleSum = {
  readonly eventId: string;
  readonly typeName: string;
  readonly means: SaleMeans;
  readonly tickets: number;
  readonly people: number;
  readonly bani: number;
};
