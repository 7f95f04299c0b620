import { groupBy } from "#kernel/group-by.ts";
import { isNightToCome, seatKey, whyNoEntry } from "#ticketing/delivery/ticket-facts.ts";
import { mayName, maySplit, whyNotOffered } from "#ticketing/delivery/ticket-offers.ts";
import type { SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { codeInWords, doorsInWords, positionInWords, priceOf } from "#ticketing/delivery/ticket-wording.ts";
import { isCollapsing, sharedStem } from "#ticketing/orders/ticket-label.ts";
import { nightsToCome, sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import type { WaitingTransfer } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import { accountTexts } from "./account-texts.ts";

/** One code, which lets in `entries` people. */
export type MyTicketView = ReturnType<typeof ticketView>;
export type PassNightView = ReturnType<typeof passNight>;
export type PassNightState = "used" | "missed" | "tonight" | "next" | "ahead" | "cancelled" | "given_back";

/** A row of the list: the tickets of one night, or one pass with its nights. */
export type MyNightView = Omit<ReturnType<typeof nightView>, "passNights"> & {
  passNights: PassNightView[] | null;
};

/**
 * Returns the rows of "Bilete": one for each night with its tickets. Passes or early birds of one order line make one
 * row, under their next night. The order of the tickets is kept. `waiting`: sent tickets that nobody has accepted
 * yet.
 */
export function nightViews(
  tickets: readonly SeenTicket[],
  waiting: readonly WaitingTransfer[],
  now: Date,
): MyNightView[] {
  const facts = { now, waiting: new Map(waiting.map((one) => [seatKey(one), one])) };
  const groups = new Map<string, SeenTicket[]>();
  for (const ticket of tickets) {
    const key = isCollapsing(ticket.label) ? `${ticket.orderId} ${ticket.lineNo}` : ticket.eventId;
    groups.set(key, [...(groups.get(key) ?? []), ticket]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [isCollapsing(first.label) ? passView(first, group, facts) : nightView(first, group, facts)];
  });
}

/** Whether the ticket can be shown at the door this evening. */
const admitsTonight = (ticket: SeenTicket) => ticket.isTonight && whyNoEntry(ticket) === null;

type ViewFacts = { now: Date; waiting: ReadonlyMap<string, WaitingTransfer> };

function nightView(first: SeenTicket, group: readonly SeenTicket[], facts: ViewFacts) {
  return {
    ...nightFields(first),
    id: first.eventId,
    /** True when a ticket admits tonight; then the page shows this night's codes first. */
    isToday: group.some(admitsTonight),
    tickets: group.map((ticket) => ({
      ...ticketView(ticket, [ticket], facts),
      position: positionInNight(ticket, group),
    })),
    /** The number of tickets, also of those that friends have or that ended. */
    inAll: ticketsInAll(group),
    orderPdfs: orderPdfs(group),
    passNights: null,
  };
}

function passView(first: SeenTicket, group: readonly SeenTicket[], facts: ViewFacts): MyNightView {
  // the caller has sorted the tickets by the beginning of their nights
  const nights = group;
  const next = nights.find(isNightToCome);
  // the night that runs stays in front until it ends, also once it is used
  const shown = nightsToCome(nights)[0] ?? nights.at(-1) ?? first;
  const seats = [...groupBy(nights, seatKey).values()];
  const seatTickets = seats.flatMap((ofSeat) => {
    const ticket = ofSeat.find(({ eventId }) => eventId === shown.eventId) ?? ofSeat.at(-1);
    return ticket ? [ticketView(ticket, ofSeat, facts)] : [];
  });
  return {
    ...nightFields(shown),
    id: sharedStem(first.label),
    title: shown.typeName,
    isToday: admitsTonight(shown),
    tickets: seatTickets,
    inAll: seatTickets.length,
    orderPdfs: seats.length > 1 ? orderPdfs(group) : [],
    passNights: [...groupBy(nights, ({ eventId }) => eventId).values()].flatMap((ofNight) => {
      const [ticket] = ofNight;
      return ticket ? [passNight(ticket, { ofNight, next })] : [];
    }),
  };
}

type NightOfPass = { ofNight: readonly SeenTicket[]; next: SeenTicket | undefined };

function passNight(ticket: SeenTicket, { ofNight, next }: NightOfPass) {
  return {
    id: ticket.purchaseId,
    eventId: ticket.eventId,
    title: ticket.eventTitle,
    date: ticket.eventDate,
    time: ticket.eventTime?.slice(0, 5) ?? null,
    picture: shownPicture(ticket.picture),
    light: ticket.light,
    isMoved: isMoved(ticket),
    codes: ticket.isOver ? [] : ofNight.flatMap(codeOfNight),
    state: stateOfNight(ticket, { ofNight, next }),
  };
}

function codeOfNight(ticket: SeenTicket) {
  const { code, label, purchaseId } = ticket;
  if (!code || ticket.isCancelled) return [];
  const qrUrl = `/tickets/${purchaseId}/qr.svg`;
  return [{ code: label, group: code.group, qrUrl, position: positionInWords(ticket) }];
}

function stateOfNight(ticket: SeenTicket, { ofNight, next }: NightOfPass): PassNightState {
  if (ticket.isCancelled) return "cancelled";
  if (ofNight.every(({ isShareReturned }) => isShareReturned)) return "given_back";
  if (ofNight.some(isNightToCome)) {
    if (ticket.isTonight) return "tonight";
    return ticket.eventId === next?.eventId ? "next" : "ahead";
  }
  const wasUsed = ofNight.some(({ entriesRemaining, entriesTotal }) => entriesRemaining < entriesTotal);
  return wasUsed ? "used" : "missed";
}

const isMoved = ({ moved, isCancelled, isOver }: SeenTicket) => moved !== null && !isCancelled && !isOver;

function nightFields(ticket: SeenTicket) {
  return {
    title: ticket.eventTitle,
    date: ticket.eventDate,
    time: ticket.eventTime?.slice(0, 5) ?? null,
    doors: doorsInWords(ticket),
    location: ticket.location,
    picture: shownPicture(ticket.picture),
    isPast: ticket.isOver,
    isMoved: isMoved(ticket),
  };
}

/** A position counts the tickets of one order, so it names its order where the night has tickets of others too. */
function positionInNight(ticket: SeenTicket, group: readonly SeenTicket[]): string {
  const position = positionInWords(ticket);
  const isAlone = group.every(({ orderId }) => orderId === ticket.orderId);
  return isAlone || !position || ticket.orderNumber === null
    ? position
    : position + accountTexts.ofOrder(ticket.orderNumber);
}

/** Adds up the tickets of the orders in a group. A received ticket does not know how many its order has. */
function ticketsInAll(group: readonly SeenTicket[]): number {
  const admitting = group.filter(({ isAddOn }) => !isAddOn);
  return [...groupBy(admitting, ({ orderId }) => orderId).values()].reduce(
    (n, ofOrder) => n + (ofOrder[0]?.position?.of ?? ofOrder.length),
    0,
  );
}

/** Returns a link to one PDF for each order that has several valid tickets in this group. */
function orderPdfs(group: readonly SeenTicket[]) {
  const admitting = group.filter((ticket) => whyNoEntry(ticket) === null);
  return [...groupBy(admitting, ({ orderId }) => orderId).values()].flatMap((ofOrder) => {
    const [first, second] = ofOrder;
    return first && second
      ? [{ url: `/tickets/${first.purchaseId}/order.pdf`, order: first.orderNumber }]
      : [];
  });
}

/** Returns a ticket for the page. `ofSeat`: the seat's codes for all its nights; one of them has the whole price. */
function ticketView(ticket: SeenTicket, ofSeat: readonly SeenTicket[], facts: ViewFacts) {
  const transfer = facts.waiting.get(seatKey(ticket));
  const price: number | null = priceOf(ofSeat);
  const canSplit = maySplit(ticket, ofSeat);
  const whyNot = whyNotOffered(ofSeat, facts.now);
  return {
    purchaseId: ticket.purchaseId,
    night: ticket.eventTitle,
    code: ticket.label,
    suspended: whyNoEntry(ticket),
    group: ticket.isCancelled ? null : (ticket.code?.group ?? null),
    codeNote: codeInWords(ticket),
    qrUrl: `/tickets/${ticket.purchaseId}/qr.svg`,
    type: ticket.typeName,
    enterUntil: ticket.enterUntil,
    holder: ticket.holderName ?? "",
    isAddOn: ticket.isAddOn,
    position: positionInWords(ticket),
    /** Null for a person who received the ticket. */
    price,
    entries: ticket.entriesTotal,
    entriesLeft: ticket.entriesRemaining,
    pdfUrl: `/tickets/${ticket.purchaseId}/ticket.pdf`,
    calendarUrl: `/tickets/${ticket.purchaseId}/ticket.ics`,
    canSplit,
    isSentOnceSplit: canSplit && whyNot === "several",
    canName: mayName(ticket) && !transfer,
    canSend: whyNot === undefined,
    sentTogether: sentTogether(ticket.family, ofSeat.length),
    waiting: transfer ? { to: transfer.name ?? transfer.recipient } : null,
  };
}
