import type { Day, WallTime } from "#kernel/time.ts";
import { placeInWindow, ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { isEntryOver } from "#ticketing/events/enter-until.ts";

/** What the gate reads of a ticket, under its lock. */
export type TicketAtGate = {
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly eventId: string;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  readonly secretVersion: number;
  /** Its night does not take place. */
  readonly isCancelled: boolean;
  /** The night's share of a pass went back. */
  readonly isShareReturned: boolean;
  /** Its money is being returned, or a bank disputes the payment. */
  readonly suspended: "refund" | "dispute" | null;
};

export const verdicts = [
  "admitted",
  /** No entries left, or fewer than requested. */
  "used",
  /** Its night does not take place. */
  "cancelled",
  /** Refunded or cancelled. */
  "void",
  /** Of a pass: this night's share of its money went back. */
  "given_back",
  /** A QR from before the ticket was split: it has another one now. */
  "replaced",
  /** Its money is being returned or disputed: it admits nobody until that is decided. */
  "suspended",
  "elsewhere",
  /** Its type admits until an hour of the night, which has passed. */
  "past_hour",
  "early",
  "late",
  /** A strict gate answers for it, and the phone that decides there is away. */
  "other_gate",
  /** Not one of our codes. */
  "invalid",
] as const;
/** A new one does not compile until table, texts, late findings and the chief's overrides know it. */
export type Verdict = (typeof verdicts)[number];

export type Presented = {
  readonly eventId: string;
  /** Of a scanned QR; null for a typed code, which has none. */
  readonly secretVersion: number | null;
  readonly when: "early" | "past_hour" | "now" | "late";
  readonly entries: number;
};

/** The verdict on a genuine code: whether and how many people may enter. */
export function decideAdmission(ticket: TicketAtGate, presented: Presented): Verdict {
  if (ticket.isCancelled) return "cancelled";
  if (ticket.status !== "paid") return "void";
  if (ticket.isShareReturned) return "given_back";
  if (presented.secretVersion !== null && presented.secretVersion !== ticket.secretVersion) return "replaced";
  if (ticket.suspended !== null) return "suspended";
  if (ticket.eventId !== presented.eventId) return "elsewhere";
  if (presented.when !== "now") return presented.when;
  return ticket.entriesRemaining >= presented.entries ? "admitted" : "used";
}

/** Whether people are let in now: in the window of the night's tickets, and before the hour until which the type admits. */
export function entryTime(
  night: { readonly date: Day; readonly doors: WallTime | null; readonly time: WallTime | null },
  enterUntil: WallTime | null,
  now: Date,
): Presented["when"] {
  const when = placeInWindow(ticketWindow(night.date, night.time), now);
  return when === "now" && isEntryOver(night, enterUntil, now.getTime() / 1000) ? "past_hour" : when;
}
