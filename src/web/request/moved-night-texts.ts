import { type Day, formatDayAndMonth, formatWeekday, type WallTime } from "#kernel/time.ts";

type Was = { readonly date: Day; readonly time: WallTime | null; readonly location: string };

/** "vineri, 20 august" */
export const dayInWords = (day: Day) => `${formatWeekday(day)}, ${formatDayAndMonth(day)}`;

/** What several screens say of a night that was moved. */
export const movedNightTexts = {
  badge: "Mutat",
  moved: "mutată",
  title: (is: Was, was: Was) =>
    is.date !== was.date
      ? `Noaptea s-a mutat pe ${dayInWords(is.date)}.`
      : is.time
        ? `Noaptea s-a mutat la ora ${is.time}.`
        : "Ora nopții s-a schimbat.",
  /** Only what is no longer so. */
  was: (is: Was, was: Was) => {
    const hour = was.time !== null && was.time !== is.time ? `ora ${was.time}` : "";
    const place = was.location === is.location ? "" : `la ${was.location}`;
    const day = was.date === is.date ? "" : dayInWords(was.date);
    return `Era ${[day, hour, place].filter(Boolean).join(", ") || "fără oră"}.`;
  },
  buysForNew: (day: Day) => `Cumperi pentru data nouă: ${dayInWords(day)}.`,
  of: (title: string) => `„${title}” s-a mutat.`,
  choose: "Ai bilet? Alege ce faci",
  chooseUntil: (until: string) => `Păstrezi biletele sau ceri banii înapoi, până ${until}.`,
  chooseLink: "Alege ce faci cu ele",
} as const;
