import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { TicketFacts } from "#ticketing/delivery/ticket-facts.ts";

/** A ticket of an invented night, with every Romanian letter on it. */
export function sampleTicket(change: Partial<TicketFacts> = {}): TicketFacts {
  return {
    purchaseId: newId(),
    orderId: newId(),
    orderNumber: 10482,
    paidAt: new Date("2027-06-14T18:07:00Z"),
    userId: newId(),
    eventId: newId(),
    eventSlug: "noaptea-fosforului",
    eventTitle: "Noaptea Fosforului",
    eventDate: "2027-06-26",
    eventTime: "22:00:00",
    eventEnds: null,
    isOver: false,
    isTonight: false,
    ...{ eventDoors: null, minimumAge: null, address: null },
    location: "Plaja Licurici, intrarea de pe digul de nord",
    light: "#38F2C0",
    isCancelled: false,
    isShareReturned: false,
    moved: null,
    typeName: "Grup de 5",
    family: "ordinary",
    lineNo: 1,
    seatNo: 1,
    position: null,
    isAddOn: false,
    enterUntil: null,
    quantity: 1,
    entriesTotal: 5,
    isSplit: false,
    entriesRemaining: 5,
    totalPrice: bani(42_000),
    label: "FSC-7730-418206",
    secretVersion: 1,
    holderName: "Ștefania Țânțăreanu-Măzăroșu",
    status: "paid",
    suspended: null,
    isTest: false,
    picture: null,
    ...change,
  };
}
