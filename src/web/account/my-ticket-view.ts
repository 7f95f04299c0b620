import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { type SentWhole, sentWhole } from "#ticketing/orders/transfers/transfer.ts";
import type { SentSeat } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** One code, which lets in `entries` people. */
export type MyTicketView = {
  purchaseId: string;
  /** "FSC-4821-093175" */
  code: string;
  /**
   * Why the ticket lets nobody in now: its night was cancelled or given back, its money is on the way back, or the
   * bank disputes the payment. Null when it lets in.
   */
  suspended: "cancelled" | "given_back" | "refund" | "dispute" | null;
  /** The check group that is typed at the gate, such as "K7QX9M2P"; null while the ticket is suspended. */
  group: string | null;
  /** "Cod nou, nr. 2"; empty for the label's first code. */
  codeNote: string;
  qrUrl: string;
  type: string;
  /** "23:00": the ticket lets in until this hour. */
  enterUntil: string | null;
  holder: string;
  /** An add-on lets nobody in. */
  isAddOn: boolean;
  /** "Biletul 2 din 3" of its order, or "Supliment"; empty for the only ticket. */
  position: string;
  /** In bani; null for a received ticket. */
  price: number | null;
  entries: number;
  entriesLeft: number;
  /** "2 folosite: 22:47 și 22:51"; null when no entry is used. */
  usedNote: string | null;
  pdfUrl: string;
  /** The night as a calendar file. */
  calendarUrl: string;
  /** Whether the unused code can become a code for each person. */
  canSplit: boolean;
  /** Whether the holder's name can be changed. */
  canName: boolean;
  /** Whether the unused ticket can be sent to a friend. */
  canSend: boolean;
  /** Says what else is sent together with this ticket. */
  sentWhole: SentWhole;
  /** Set while the ticket waits for a friend to accept it; `to` is the friend's name or address. */
  waiting: { to: string | null } | null;
};

/** A row of the list: the tickets of one night, or one pass with its nights. */
export type MyNightView = {
  id: string;
  title: string;
  /** 'YYYY-MM-DD'; for a pass the next night, or the last one when all are over. */
  date: string;
  /** 'HH:MM' */
  time: string | null;
  /** 'HH:MM'; for a pass the night that is shown. */
  doors: string | null;
  location: string;
  /** The night was moved to this date and time. */
  isMoved: boolean;
  picture: PictureView | null;
  isPast: boolean;
  /** The night is tonight, so its codes come first. */
  isToday: boolean;
  tickets: MyTicketView[];
  /** How many tickets the orders have for this night, including ended and sent ones. */
  inAll: number;
  /** One file for each order that has several tickets here. */
  orderPdfs: { url: string; order: number | null }[];
  /** The nights of a pass or an early bird; null for tickets of one night. */
  passNights: PassNightView[] | null;
};

export type PassNightView = {
  id: string;
  eventId: string;
  title: string;
  date: string;
  time: string | null;
  picture: PictureView | null;
  light: string | null;
  /** The codes that let in, one for each person. */
  codes: { code: string; group: string; qrUrl: string; position: string }[];
  state: "used" | "missed" | "next" | "ahead" | "cancelled" | "given_back";
};

/**
 * Counts the nights of all rows, each once. A current pass counts with its coming nights, an ended one with all
 * nights.
 */
export function nightsOf(rows: readonly MyNightView[]): number {
  const counts = ({ isPast }: MyNightView, night: PassNightView) => isPast || isToCome(night);
  return new Set(
    rows.flatMap(
      (row) =>
        row.passNights?.filter((night) => counts(row, night)).map(({ eventId }) => eventId) ?? [row.id],
    ),
  ).size;
}

export const isToCome = ({ state }: Pick<PassNightView, "state">) => state === "next" || state === "ahead";

/** Returns "1 trecută, 1 anulată, 6 rămase". Cancelled and refunded nights are counted apart from past ones. */
export function countedNights(nights: readonly Pick<PassNightView, "state">[]): string {
  const count = (...states: PassNightView["state"][]) =>
    nights.filter(({ state }) => states.includes(state)).length;
  const counts = [
    [count("used", "missed"), "pastNight"],
    [count("cancelled"), "cancelledNight"],
    [count("given_back"), "refundedNight"],
    [count("next", "ahead"), "nightLeft"],
  ] as const;
  return counts.flatMap(([n, word]) => (n > 0 ? [counted(n, word)] : [])).join(", ");
}

/** A ticket that a friend has now: its name, its next day, and who got it. */
export type SentSeatRow = { title: string; when: string; note: string };

export function sentSeatView({ name, recipient, at, family, typeName, nights }: SentSeat): SentSeatRow {
  const [first] = nights;
  const day = first ? formatShortDate(first.date) : "";
  const whole = sentWhole(family, nights.length);
  return {
    title: whole
      ? texts.sentNights(typeName, counted(nights.length, "night"))
      : `${first?.title ?? ""}, ${typeName}`,
    when: first?.time ? `${day}, ${first.time}` : day,
    note: texts.sentTo(name ?? recipient, formatInstant(at)),
  };
}
