import { dayOf, formatDayAndMonth, formatWeekday, wallTimeOf } from "#kernel/time.ts";

/** An instant as the state of a night says it: "vineri, 28 noiembrie, 10:00". Takes a Date or its ISO text. */
export function appearsAt(at: Date | string): string {
  const instant = new Date(at);
  const day = dayOf(instant);
  return `${formatWeekday(day)}, ${formatDayAndMonth(day)}, ${wallTimeOf(instant)}`;
}

/** Texts of a night's state beside its form, and of the dialog that publishes it. */
export const publishingTexts = {
  title: "Stare",
  draft: "Doar administratorii o văd. Pe site adresa ei nu există.",
  scheduled: (when: string) => `Apare pe site ${when} (ora României). Până atunci adresa ei nu există.`,
  published: (since: string) => `Pe site din ${since}.`,
  publish: "Publică",
  change: "Schimbă",
  takeBack: "Ia de pe site",
  question: (name: string) => `Publici „${name}”?`,
  sub: "Biletele vizibile se vând din clipa în care apare, dacă nu ai anunțat o oră de deschidere.",
  now: "Publică acum",
  later: "Sau la o oră anume, ora României",
  day: "Ziua",
  time: "Ora",
  schedule: "Programează",
  toDraft: "Înapoi la ciornă",
  ordered: "Noaptea are comenzi, deci rămâne pe site: cine are bilet o găsește. O poți face indisponibilă.",
  done: {
    published: "Evenimentul a fost publicat.",
    scheduled: "Publicarea a fost programată.",
    draft: "Evenimentul e din nou ciornă.",
  },
  failed: "Nu s-a putut salva. Încearcă din nou.",
  cancel: "Renunță",
} as const;
