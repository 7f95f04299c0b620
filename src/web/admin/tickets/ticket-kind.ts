import { isUuid } from "#kernel/id.ts";
import { ticketTexts } from "./ticket-texts.ts";

/**
 * Two screens show the same types: `every` shows all (Bilete), `special` shows passes and offers (Bilete Speciale).
 */
export type TicketKind = "every" | "special";

export function ticketKindOf(pathname: string): TicketKind {
  return pathname.startsWith("/admin/abonamente") ? "special" : "every";
}

export const baseOf: Record<TicketKind, string> = { every: "/admin/tickets", special: "/admin/abonamente" };

/** Returns where a form leads back to: the night that it was opened from (`?event=`), else its list. */
export function backFrom(search: string, kind: TicketKind): string {
  const night = nightInQuery(search);
  return night === null ? baseOf[kind] : `/admin/events/${night}`;
}

export function nightInQuery(search: string): string | null {
  const night = new URLSearchParams(search).get("event");
  return isUuid(night) ? night : null;
}

export const textsOf = (kind: TicketKind) => ticketTexts.kind[kind];
