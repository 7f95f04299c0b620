import { counted } from "#kernel/romanian.ts";
import { type Day, formatShortDate } from "#kernel/time.ts";
import { inSeries } from "./price-texts.ts";

type Night = { readonly title: string; readonly date: Day };

/** The nights of one ticket: those it is valid for, and its cancelled ones. */
export type NightsOfTicket = { readonly nights: readonly Night[]; readonly cancelled: readonly Night[] };

/** Up to this many nights are named one by one. */
const namedAtMost = 4;
const nameWithDate = ({ title, date }: Night) => `${title} (${formatShortDate(date)})`;

/** Returns the sentences about a ticket's nights before the payment; none for a ticket that always had one night. */
export function nightsInWords({ nights, cancelled }: NightsOfTicket): string[] {
  if (nights.length + cancelled.length < 2) return [];
  const count = `Pentru ${counted(nights.length, "night")}`;
  const whole =
    nights.length <= namedAtMost ? `${count}: ${inSeries(nights.map(nameWithDate))}.` : `${count}.`;
  return [whole, ...cancelledInWords(cancelled)];
}

export function cancelledInWords(cancelled: NightsOfTicket["cancelled"]): string[] {
  if (cancelled.length === 0) return [];
  return [
    `${inSeries(cancelled.map(nameWithDate))} ${cancelled.length === 1 ? "s-a" : "s-au"} anulat și nu se numără.`,
  ];
}
