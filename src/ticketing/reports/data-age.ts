import { spanInWords } from "#kernel/romanian.ts";

/** How old the data are that come from the standby, in words: "Date vechi de cel mult 3 secunde". Less than one counts as one. */
export function dataAge(secondsOld: number): string {
  return `Date vechi de cel mult ${spanInWords(Math.max(1, Math.ceil(secondsOld)))}`;
}

/** The moment of which data are that are so old; now for those from the primary. */
export function momentOfData(now: Date, secondsOld: number | null): Date {
  return new Date(now.getTime() - (secondsOld ?? 0) * 1000);
}
