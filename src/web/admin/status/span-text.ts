import { counted } from "#kernel/romanian.ts";
import { statusTexts as texts } from "./status-texts.ts";

/** Returns a span of time in its largest unit: "12 s", "4 min", "3 h", "6 zile". */
export function spanText(seconds: number): string {
  if (seconds < 100) return texts.seconds(Math.max(0, Math.round(seconds)));
  if (seconds < 6000) return texts.minutes(Math.round(seconds / 60));
  if (seconds < 48 * 3600) return texts.hours(Math.round(seconds / 3600));
  return counted(Math.round(seconds / 86_400), "day");
}
