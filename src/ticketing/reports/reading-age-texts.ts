import { spanInWords } from "#kernel/romanian.ts";

/** How old what came from the standby is: "Date vechi de cel mult 3 secunde". Less than one counts as one. */
export function readingAge(secondsOld: number): string {
  return `Date vechi de cel mult ${spanInWords(Math.max(1, Math.ceil(secondsOld)))}`;
}
