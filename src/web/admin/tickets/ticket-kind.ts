import { ticketTexts } from "./ticket-texts.ts";

/** Two screens show the same types: all of them under Bilete, passes and offers under Bilete Speciale. */
export type TicketKind = "every" | "special";

export function ticketKindOf(pathname: string): TicketKind {
  return pathname.startsWith("/admin/abonamente") ? "special" : "every";
}

export const baseOf: Record<TicketKind, string> = { every: "/admin/tickets", special: "/admin/abonamente" };

export const textsOf = (kind: TicketKind) => ticketTexts.kind[kind];
