import { formatWeekday } from "#kernel/time.ts";
import { dayOfHour, type LetIn } from "./enter-until.ts";

/** "23:30", or "marți la 23:30" when the doors open on another day than the night's date; null where nobody wrote it. */
export function hourOfDoors(night: LetIn): string | null {
  if (night.doors === null) return null;
  const day = dayOfHour(night, "doors", night.doors);
  return day === night.date ? night.doors : `${formatWeekday(day)} la ${night.doors}`;
}
