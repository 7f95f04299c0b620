import type { WallTime } from "#kernel/time.ts";

/** When people are let in: the doors, else the begin, else midnight. */
export type LetIn = { readonly doors: WallTime | null; readonly time: WallTime | null };

/**
 * Whether the last hour of entry is earlier than the one that sold tickets show, none being the latest. An hour before the
 * night lets people in means the next day.
 */
export function isEarlierEntry(is: WallTime | null, was: WallTime | null, night: LetIn): boolean {
  if (is === null) return false;
  const from = minutesOf(night.doors ?? night.time ?? "00:00");
  const after = (hour: WallTime) => (minutesOf(hour) - from + day) % day;
  return was === null || after(is) < after(was);
}

const day = 24 * 60;

function minutesOf(hour: WallTime): number {
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  return hours * 60 + minutes;
}
