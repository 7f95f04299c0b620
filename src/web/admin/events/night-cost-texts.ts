import { counted } from "#kernel/romanian.ts";

/** Texts of what cancelling or moving a night means. */
export const nightCostTexts = {
  tiles: { tickets: "Bilete", people: "Oameni anunțați" },
  ordersNote: (n: number) => counted(n, { one: "comandă", few: "comenzi", other: "comenzi" }),
  /** The buyer of two orders gets two. */
  lettersNote: (letters: number, receivers: number) => {
    const sent = `${counted(letters, { one: "scrisoare", few: "scrisori", other: "scrisori" })}, câte una de comandă`;
    return receivers === 0 ? sent : `${sent}; ${receivers} au bilet primit de la altcineva`;
  },
  letters: "Scrisori",
  lastStep: "Ultimul pas",
  back: "Înapoi",
  columns: { type: "Bilete", tickets: "Buc.", amount: "Lei", how: "Ce primesc" },
  whole: "tot ce au plătit",
  share: "partea acestei nopți; restul abonamentului rămâne valabil",
  free: "nimic: n-au plătit",
  noTickets: "Niciun bilet vândut la noaptea aceasta.",
} as const;
