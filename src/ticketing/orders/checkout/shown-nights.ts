import type { Day, WallTime } from "#kernel/time.ts";

/** When a night begins, as a page shows it. */
export type ShownNight = { readonly date: Day; readonly time: WallTime | null };

const inForm = ({ date, time }: ShownNight) => `${date}T${time ?? ""}`;

/** The name of the form's field and of the call's. */
export const shownNightsField = "nights";

/** Returns the dates and hours that a page shows, as its form sends them beside the price. */
export const shownNights = (nights: readonly ShownNight[]): string => nights.map(inForm).join(" ");

/** Reads what `shownNights` wrote; null when nothing was sent, as by older pages: what is there now counts. */
export function readShownNights(sent: Pick<FormData, "get">): string | null {
  const shown = sent.get(shownNightsField);
  return typeof shown === "string" ? shown : null;
}

/** Returns the first night that the page did not show at this date and hour. A night that is no more is none. */
export function movedSince<Night extends ShownNight>(
  nights: readonly Night[],
  shown: string | null,
): Night | undefined {
  const seen = shown?.split(" ");
  return seen && nights.find((night) => !seen.includes(inForm(night)));
}
