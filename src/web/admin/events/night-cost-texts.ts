import { counted } from "#kernel/romanian.ts";

/** Texts of what cancelling or moving a night means. */
export const nightCostTexts = {
  tiles: { tickets: "Bilete", people: "Oameni anunțați" },
  ordersNote: (n: number) => counted(n, { one: "comandă", few: "comenzi", other: "comenzi" }),
  receiversNote: (n: number) =>
    n === 0 ? "fiecare primește o scrisoare" : `${n} au bilet primit de la altcineva`,
  columns: { type: "Bilete", tickets: "Buc.", amount: "Lei", how: "Ce primesc" },
  whole: "tot ce au plătit",
  share: "partea acestei nopți; restul abonamentului rămâne valabil",
  free: "nimic: n-au plătit",
  noTickets: "Niciun bilet vândut la noaptea aceasta.",
} as const;
