import { counted } from "#kernel/romanian.ts";
import { type Day, formatShortDate } from "#kernel/time.ts";
import { inSeries } from "./price-texts.ts";

type Night = { readonly title: string; readonly date: Day };

/** A ticket for several nights: those that it is for, and those of it that were cancelled. */
export type NightsOfTicket = { readonly nights: readonly Night[]; readonly cancelled: readonly Night[] };

/** So many nights are named one by one. */
const namedAtMost = 4;
const named = ({ title, date }: Night) => `${title} (${formatShortDate(date)})`;

/** What is said of it before it is paid: nothing of a ticket that is for one night and always was. */
export function nightsInWords({ nights, cancelled }: NightsOfTicket): string[] {
  if (nights.length + cancelled.length < 2) return [];
  const count = `Pentru ${counted(nights.length, "night")}`;
  const whole = nights.length <= namedAtMost ? `${count}: ${inSeries(nights.map(named))}.` : `${count}.`;
  return [whole, ...cancelledInWords(cancelled)];
}

export function cancelledInWords(cancelled: NightsOfTicket["cancelled"]): string[] {
  if (cancelled.length === 0) return [];
  return [
    `${inSeries(cancelled.map(named))} ${cancelled.length === 1 ? "s-a" : "s-au"} anulat și nu se numără.`,
  ];
}
