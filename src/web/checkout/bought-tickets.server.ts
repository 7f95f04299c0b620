import { maskedEmail } from "#kernel/email-address.ts";
import { firstName } from "#kernel/person-name.ts";
import { formatLongDate } from "#kernel/time.ts";
import { isNightToCome, seatKey, whyNoEntry } from "#ticketing/delivery/ticket-facts.ts";
import { mayName, maySplit, whyNotOffered } from "#ticketing/delivery/ticket-offers.ts";
import { listTicketsOfOrder, type SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { codeInWords, nightsOfSeat, positionInWords, priceOf } from "#ticketing/delivery/ticket-wording.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { listOpenChoices } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { type PaymentState, paymentStateOf } from "#ticketing/orders/order-payment.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import type { MoneyOfOrder } from "#ticketing/orders/order-sums.ts";
import { findOwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { usesOf } from "#ticketing/orders/seats.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import {
  listAcceptedTransfers,
  listWaitingTransfers,
} from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { type MoneyBackView, moneyBackView } from "#web/request/money-back-view.ts";
import { choiceView } from "#web/request/open-choice-view.ts";
import type { OpenChoiceView } from "#web/request/open-choices.tsx";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { TicketViewer } from "#web/request/ticket-viewer.server.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import type { GuestPanelsView } from "./guest-panels.tsx";

/** A ticket that a friend accepted: its position, the friend's name or address, and the ISO instant. */
export type SentSeatView = { number: number; of: number; to: string | null; at: string };

/** Its sums are in minor units of the currency; until the payment is confirmed, `paid` is the price. */
export type ReceiptView = MoneyOfOrder & {
  orderId: string;
  currency: string;
  status: PaymentState | "confirming";
  /** ISO instant. */
  date: string;
};

type IssuedView = ReturnType<typeof ticketView>;

/** A ticket with its code or, until the payment is confirmed, what was ordered. */
export type BoughtTicketView = Omit<IssuedView, "event" | "issued"> & {
  event: ReturnType<typeof eventView> & { isMoved?: boolean };
  /** Null until the payment is confirmed. */
  issued: IssuedView["issued"] | null;
  /** Set while the ticket waits for a friend to accept it; `to` is the friend's name or address. */
  waiting: { to: string | null } | null;
};

export type SuccessPageView =
  | {
      kind: "paid" | "pending";
      email: string;
      tickets: BoughtTicketView[];
      /** The tickets that friends have accepted. */
      sent: SentSeatView[];
      receipt: ReceiptView;
      /** Null until the payment is confirmed. */
      back: MoneyBackView | null;
      /** Null for a person with an account. */
      guest: GuestPanelsView | null;
      /** Moved nights of the order whose tickets can be given back. */
      choices: readonly OpenChoiceView[];
    }
  /** No ticket of the order lets in any more. */
  | {
      kind: "ended";
      hasAccount: boolean;
      /** How many tickets the order had. */
      count: number;
      /** How many nights it was for, when all of them were cancelled; else 0. */
      cancelledNights: number;
      receipt: ReceiptView;
      back: MoneyBackView | null;
    }
  /** The buyer holds no ticket of the order any more, and friends have some. */
  | {
      kind: "sent";
      hasAccount: boolean;
      /** Whether passes were sent, not tickets. */
      isPass: boolean;
      /** The title and day of the order's night, or the title of its pass. */
      what: string;
      sent: SentSeatView[];
      receipt: ReceiptView;
      back: MoneyBackView | null;
      choices: readonly OpenChoiceView[];
    }
  /** A guest received these tickets from the buyer. */
  | { kind: "received"; tickets: BoughtTicketView[]; guest: GuestPanelsView }
  /** Without an order that this visitor may see. `isAfterPaying`: the address comes from a payment. */
  | { kind: "generic"; isAfterPaying: boolean };

/** The forms of a buyer without an account, before anything was typed. */
export const untouchedPanels = { typed: {}, errors: {}, problem: null, asksPassword: false };

/** Addresses around a ticket: `files` is the query for its files; the others are pages and forms. */
type TicketAddresses = {
  readonly files: string;
  /** The path for sending a ticket to a friend; null when the page may not send it. */
  readonly sendPath: string | null;
  /** The target of the form that makes a code for each person; null when the page does not offer it. */
  readonly splitPath: string | null;
  /** Whether the page accepts the form with a holder's name. */
  readonly takesNames: boolean;
};

/** Returns the owner's tickets of an order, one for each code; before the payment, for each line and night. */
export async function boughtTickets(
  site: SiteServices,
  visitor: Omit<TicketViewer, "onlyOrder">,
  order: OrderView,
  addresses: TicketAddresses,
): Promise<BoughtTicketView[]> {
  return order.paidAt ? heldTickets(site, visitor, order.id, addresses) : ticketsToCome(order, visitor);
}

/** Returns the tickets of an order that this person holds, bought or received. */
export async function heldTickets(
  site: SiteServices,
  visitor: Omit<TicketViewer, "onlyOrder">,
  orderId: string,
  addresses: TicketAddresses,
): Promise<BoughtTicketView[]> {
  const tickets = await listTicketsOfOrder(site, visitor, orderId);
  const sent = await site.database.readAs(visitor, listWaitingTransfers);
  const waiting = new Map(sent.map((one) => [seatKey(one), one]));
  return tickets.map((ticket) => {
    const transfer = waiting.get(seatKey(ticket));
    return {
      ...ticketView(ticket, tickets, { ...addresses, now: site.now() }),
      waiting: transfer ? { to: transfer.name ?? transfer.recipient } : null,
    };
  });
}

function ticketsToCome(order: OrderView, visitor: Omit<TicketViewer, "onlyOrder">): BoughtTicketView[] {
  return order.events.flatMap((event) =>
    order.lines.map((line) => ({
      event: eventView(event),
      type: line.quantity > 1 && line.codePer === "person" ? checkoutTexts.lineOf(line) : line.title,
      family: order.family,
      seat: `${line.no}`,
      enterUntil: null,
      isAddOn: line.entries === 0,
      tickets: line.codePer === "person" ? line.quantity : 1,
      isOne: line.quantity === 1,
      holder: visitor.fullName ?? "",
      position: "",
      of: 1,
      price: line.total,
      entries: line.quantity * usesOf(line.entries),
      isToday: false,
      isNightToCome: true,
      waiting: null,
      issued: null,
    })),
  );
}

function ticketView(
  ticket: SeenTicket,
  tickets: readonly SeenTicket[],
  { files, sendPath, splitPath, takesNames, now }: TicketAddresses & { readonly now: Date },
) {
  const ofSeat = nightsOfSeat(ticket, tickets);
  const canSplit = splitPath !== null && maySplit(ticket, ofSeat);
  const whyNot = sendPath === null ? "not_valid" : whyNotOffered(ofSeat, now);
  const price: number | null = priceOf(ofSeat);
  const file = (name: string) => `/tickets/${ticket.purchaseId}/${name}${files}`;
  return {
    event: {
      ...eventView({
        id: ticket.eventId,
        isCancelled: ticket.isCancelled,
        title: ticket.eventTitle,
        date: ticket.eventDate,
        doors: ticket.eventDoors,
        location: ticket.location,
        time: ticket.eventTime?.slice(0, 5) ?? null,
        picture: ticket.picture,
        light: ticket.light,
      }),
      isMoved: ticket.moved !== null && !ticket.isCancelled,
    },
    type: ticket.typeName,
    family: ticket.family,
    seat: seatKey(ticket),
    /** The hour of the night until which the ticket admits; null for no limit. */
    enterUntil: ticket.enterUntil,
    holder: ticket.holderName ?? "",
    isAddOn: ticket.isAddOn,
    /** How many tickets this entry stands for; more than one only before tickets are issued. */
    tickets: 1,
    /** Whether its code stands for one ticket that was bought, which may be for several people. */
    isOne: ticket.quantity <= 1,
    position: positionInWords(ticket),
    /** How many tickets the order has for this night, also those that friends have or that ended. */
    of: ticket.position?.of ?? 1,
    /** Null for a person who received the ticket. */
    price,
    entries: ticket.entriesTotal,
    isNightToCome: isNightToCome(ticket),
    isToday: ticket.isTonight && whyNoEntry(ticket) === null,
    issued: {
      code: ticket.label,
      suspended: whyNoEntry(ticket),
      codeNote: codeInWords(ticket),
      group: ticket.isCancelled ? null : (ticket.code?.group ?? null),
      qrUrl: file("qr.svg"),
      pdfUrl: file("ticket.pdf"),
      calendarUrl: ticket.isOver ? null : file("ticket.ics"),
      sendUrl: whyNot === undefined ? `${sendPath}/${ticket.purchaseId}` : null,
      splitUrl: canSplit ? splitPath : null,
      isSentOnceSplit: canSplit && whyNot === "several",
      canName: takesNames && mayName(ticket),
      purchaseId: ticket.purchaseId,
      entriesLeft: ticket.entriesRemaining,
    },
  };
}

function eventView(event: OrderView["events"][number]) {
  const { id, title, date, time, location } = event;
  return { id, title, date, time, doors: hourOfDoors(event), location, picture: shownPicture(event.picture) };
}

/** Returns the buyer's page of an order for which `isOrderShown` is true. */
export async function boughtOrder(
  site: SiteServices,
  order: OrderView,
  {
    viewer,
    email,
    guest,
    linkQuery,
    ...addresses
  }: TicketAddresses & {
    viewer: TicketViewer;
    email: string;
    guest: GuestPanelsView | null;
    /** The query of an email's link, which the pages under the order's address need too; else empty. */
    linkQuery: string;
  },
): Promise<SuccessPageView> {
  const hasMoney = order.paidAt !== null || order.returned > 0;
  const tickets = hasMoney && !order.paidAt ? [] : await boughtTickets(site, viewer, order, addresses);
  const own = order.paidAt ? await findOwnOrder(site, viewer, order.id) : undefined;
  const back = own ? moneyBackView(own) : null;
  const receipt = {
    orderId: String(order.number),
    paid: order.paid || order.total,
    returned: order.returned,
    taken: order.taken,
    currency: order.currency,
    status: hasMoney ? paymentStateOf(order) : ("confirming" as const),
    date: (order.paidAt ?? order.createdAt).toISOString(),
  };
  const hasAccount = guest === null;
  const accepted = order.isSent
    ? await site.database.readAs(viewer, (sql) => listAcceptedTransfers(sql, order.id))
    : [];
  const sent = accepted.map(({ name, recipient, number, of, at }) => ({
    number,
    of,
    at: at.toISOString(),
    to: firstName(name) || (recipient ? maskedEmail(recipient) : null),
  }));
  const isOver = order.state === "refunded" || order.state === "charged_back";
  const choices = (await listOpenChoices(site, order.id)).map((choice) => choiceView(choice, linkQuery));
  const [night] = order.events;
  const isOrdinary = order.family === "ordinary" && night !== undefined;
  if (hasMoney && tickets.length === 0)
    return order.isSent && !isOver
      ? {
          kind: "sent",
          hasAccount,
          isPass: order.family === "season_pass",
          what: isOrdinary ? `${night.title}, ${formatLongDate(night.date)}` : order.title,
          sent,
          receipt,
          back,
          choices,
        }
      : {
          kind: "ended",
          hasAccount,
          count: countTickets(
            order.lines,
            ({ entries }) => entries === 0,
            ({ quantity }) => quantity,
          ).tickets,
          cancelledNights: order.events.every(({ isCancelled }) => isCancelled) ? order.events.length : 0,
          receipt,
          back,
        };
  return { kind: hasMoney ? "paid" : "pending", email, tickets, sent, receipt, back, guest, choices };
}
