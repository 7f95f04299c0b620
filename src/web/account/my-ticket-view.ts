import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { type SentWhole, sentWhole } from "#ticketing/orders/transfers/transfer.ts";
import type { SentSeat } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** One code, which admits `entries` people. */
export type MyTicketView = {
  purchaseId: string;
  /** "FSC-4821-093175" */
  code: string;
  /**
   * Its night was cancelled or given back, its money is on the way back, or the bank disputes it: then there is nothing to
   * show at the gate, or to save.
   */
  suspended: "cancelled" | "given_back" | "refund" | "dispute" | null;
  /** The check group that is typed at the gate, "K7QX9M2P"; null while it is suspended. */
  group: string | null;
  /** "Cod nou, nr. 2"; empty for the first code of this label. */
  codeNote: string;
  qrUrl: string;
  type: string;
  /** "23:00": it admits until this hour of its night. */
  enterUntil: string | null;
  holder: string;
  /** It lets nobody in: what was bought beside a ticket. */
  isAddOn: boolean;
  /** "Biletul 2 din 3" of its order, or "Supliment"; empty where it is the only one. */
  position: string;
  /** Whole bani; null for a person who received it. */
  price: number | null;
  entries: number;
  entriesLeft: number;
  /** "2 folosite: 22:47 și 22:51"; null when none is. */
  usedNote: string | null;
  pdfUrl: string;
  /** Its night for the holder's calendar. */
  calendarUrl: string;
  /** Nobody used it yet, and it can become a code for each of its people. */
  canSplit: boolean;
  /** Whom it is for can be written on it. */
  canName: boolean;
  /** Nobody used it yet, and it can go to a friend. */
  canSend: boolean;
  /** What goes to a friend with it. */
  sentWhole: SentWhole;
  /** It was sent, and waits: whom the sender named. */
  waiting: { to: string | null } | null;
};

/** The content of a row of the list: the tickets of one night, or one pass with its nights. */
export type MyNightView = {
  id: string;
  title: string;
  /** 'YYYY-MM-DD'; of a pass, its next night, or its last when all are over. */
  date: string;
  /** 'HH:MM' */
  time: string | null;
  /** 'HH:MM'; of a pass, of the night that is shown. */
  doors: string | null;
  location: string;
  /** It was moved to this date and time. */
  isMoved: boolean;
  picture: PictureView | null;
  isPast: boolean;
  /** It is for tonight: its codes come first. */
  isToday: boolean;
  tickets: MyTicketView[];
  /** How many tickets its orders have for it, with friends or ended too. */
  inAll: number;
  /** A file with all tickets of each order that has several here. */
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
  /** Its codes that admit, one for each person. */
  codes: { code: string; group: string; qrUrl: string; position: string }[];
  state: "used" | "missed" | "next" | "ahead" | "cancelled" | "given_back";
};

/** A pass counts with its nights to come, one that is over with all of them, and a night once. */
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

/** "1 trecută, 1 anulată, 6 rămase": a night to come that was cancelled or given back is not over. */
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

/** What a friend has now: what it is, its next day, and to whom it went. */
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
