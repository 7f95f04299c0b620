import type { Uuid } from "#kernel/id.ts";
export type OwnedTicket = {
  id: string;
  eventId: string;
  code: string;
  group: string;
  holderName: string | null;
  entriesRemaining: number;
};
export async function listTicketsOfOrder(_s: unknown, _a: unknown, _o: Uuid): Promise<OwnedTicket[]> {
  return [];
}
