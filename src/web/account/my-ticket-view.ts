import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import type { SentSeat } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { MyNightView, PassNightState, PassNightView } from "./my-night-views.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** Counts the nights of all rows, each once. A current pass counts with its coming nights, an ended one with all. */
export function nightsOf(rows: readonly MyNightView[]): number {
  const counts = ({ isPast }: MyNightView, night: PassNightView) => isPast || isToCome(night);
  return new Set(
    rows.flatMap(
      (row) =>
        row.passNights?.filter((night) => counts(row, night)).map(({ eventId }) => eventId) ?? [row.id],
    ),
  ).size;
}

const statesToCome: readonly PassNightState[] = ["tonight", "next", "ahead"];
export const isToCome = ({ state }: { state: PassNightState }) => statesToCome.includes(state);

/** Returns "1 folosită, 1 anulată, 6 rămase". Cancelled and refunded nights are counted apart from past ones. */
export function countedNights(nights: readonly { state: PassNightState }[]): string {
  const count = (one: PassNightState) => nights.filter(({ state }) => state === one).length;
  const counts = [
    [count("used"), "usedNight"],
    [count("missed"), "pastNight"],
    [count("cancelled"), "cancelledNight"],
    [count("given_back"), "refundedNight"],
    [nights.filter(isToCome).length, "nightLeft"],
  ] as const;
  return counts.flatMap(([n, word]) => (n > 0 ? [counted(n, word)] : [])).join(", ");
}

/** A ticket that a friend has now: its name, its next day, and who got it. */
export function sentSeatView({ name, recipient, at, family, typeName, nights }: SentSeat) {
  const [first] = nights;
  const day = first ? formatShortDate(first.date) : "";
  const whole = sentTogether(family, nights.length);
  return {
    title: whole
      ? texts.sentNights(typeName, counted(nights.length, "night"))
      : `${first?.title ?? ""}, ${typeName}`,
    when: first?.time ? `${day}, ${first.time}` : day,
    note: texts.sentTo(name ?? recipient, formatInstant(at)),
  };
}

export type SentSeatRow = ReturnType<typeof sentSeatView>;
