import type { Day } from "#kernel/time.ts";
import type { SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { isCollapsing, sharedStem } from "#ticketing/orders/ticket-label.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import type { MyNightView, MyTicketView, PassNightView } from "./my-ticket-view.ts";

/**
 * The rows of "Bilete": one per night, with its tickets; a pass or early bird is one row, under its next night, with
 * the tickets of all its nights behind it. The order of the tickets is kept.
 */
export function nightViews(tickets: readonly SeenTicket[], today: Day): MyNightView[] {
  const groups = new Map<string, SeenTicket[]>();
  for (const ticket of tickets) {
    const key = isCollapsing(ticket.label) ? sharedStem(ticket.label) : ticket.eventId;
    groups.set(key, [...(groups.get(key) ?? []), ticket]);
  }
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    return [isCollapsing(first.label) ? passView(key, group, today) : nightView(first, group)];
  });
}

function nightView(first: SeenTicket, group: readonly SeenTicket[]): MyNightView {
  return { ...place(first), id: first.eventId, tickets: group.map(ticketView), passNights: null };
}

function passView(stem: string, group: readonly SeenTicket[], today: Day): MyNightView {
  const nights = [...group].sort((a, b) => (a.eventDate < b.eventDate ? -1 : 1));
  const next = nights.find((ticket) => ticket.eventDate >= today);
  const shown = next ?? nights.at(-1);
  if (!shown) throw new Error("a pass has nights");
  return {
    ...place(shown),
    id: stem,
    title: shown.typeName,
    // the first night's row has the price of all
    tickets: [{ ...ticketView(shown), price: group.reduce((sum, ticket) => sum + ticket.totalPrice, 0) }],
    passNights: nights.map((ticket) => passNight(ticket, next, today)),
  };
}

function passNight(ticket: SeenTicket, next: SeenTicket | undefined, today: Day): PassNightView {
  const isOver = ticket.eventDate < today;
  return {
    id: ticket.purchaseId,
    title: ticket.eventTitle,
    date: ticket.eventDate,
    time: ticket.eventTime?.slice(0, 5) ?? null,
    picture: pictureOf(ticket),
    light: ticket.light,
    state: isOver
      ? ticket.entriesRemaining < ticket.entriesTotal
        ? "used"
        : "missed"
      : ticket === next
        ? "next"
        : "ahead",
  };
}

function place(ticket: SeenTicket) {
  return {
    title: ticket.eventTitle,
    date: ticket.eventDate,
    time: ticket.eventTime?.slice(0, 5) ?? null,
    location: ticket.location,
    picture: pictureOf(ticket),
  };
}

function pictureOf({ picture }: SeenTicket): PictureView | null {
  return (
    picture && {
      sources: [...picture.sources],
      width: picture.width,
      height: picture.height,
      position: picture.wide ? null : "center",
    }
  );
}

function ticketView(ticket: SeenTicket): MyTicketView {
  return {
    purchaseId: ticket.purchaseId,
    code: ticket.label,
    group: ticket.code?.group ?? null,
    qrUrl: `/tickets/${ticket.purchaseId}/qr.svg`,
    type: ticket.typeName,
    holder: ticket.holderName ?? "",
    price: ticket.totalPrice,
    entries: ticket.entriesTotal,
    entriesLeft: ticket.entriesRemaining,
    usedNote: null,
    pdfUrl: `/tickets/${ticket.purchaseId}/ticket.pdf`,
    calendarUrl: `/tickets/${ticket.purchaseId}/ticket.ics`,
  };
}
