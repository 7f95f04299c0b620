import type { Day, WallTime } from "#kernel/time.ts";

/** When a night begins, as a page shows it. */
export type ShownMoment = { readonly date: Day; readonly time: WallTime | null };
export type ShownNight = ShownMoment & { readonly id: string };

const inForm = ({ id, date, time }: ShownNight) => `${id}@${date}T${time ?? ""}`;

/** The name of the form's field and of the call's. */
export const shownNightsField = "nights";

/** Returns the nights with the dates and hours that a page shows, as its form sends them beside the price. */
export const shownNights = (nights: readonly ShownNight[]): string => nights.map(inForm).join(" ");

/** Reads what `shownNights` wrote; null when nothing was sent, as by older pages: what is there now counts. */
export function readShownNights(sent: Pick<FormData, "get">): string | null {
  const shown = sent.get(shownNightsField);
  return typeof shown === "string" ? shown : null;
}

/** Returns the first night that the page showed at another date or hour. One that it did not show has not moved. */
export function movedSince<Night extends ShownNight>(
  nights: readonly Night[],
  shown: string | null,
): Night | undefined {
  const seen = shown?.split(" ") ?? [];
  const wasShown = ({ id }: ShownNight) => seen.some((one) => one.startsWith(`${id}@`));
  return nights.find((night) => wasShown(night) && !seen.includes(inForm(night)));
}
