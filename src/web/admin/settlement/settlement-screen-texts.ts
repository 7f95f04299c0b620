import { agreed, counted, grouped } from "#kernel/romanian.ts";
import { addOnsBeside } from "#ticketing/orders/ticket-count-texts.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";

/** Texts of the settlement's screens that its files do not contain. */
const badRate = "Scrie un procent între 0 și 100, ca 21 sau 9,5";

export const settlementScreenTexts = {
  title: (night: string) => `Decont, ${night}`,
  ofDays: "Decont pe zile",
  nights: (n: number) => counted(n, "night"),
  from: "De la",
  to: "Până la",
  show: "Arată",
  reports: "Rapoarte",
  rates: "Cote",
  going: "Noaptea nu a trecut: cifrele se mai schimbă.",
  daysGoing: "Nu toate nopțile au trecut: cifrele se mai schimbă.",
  over: "Noaptea a trecut. O rambursare sau o contestație de mai târziu schimbă decontul.",
  cancelled: {
    refunded: "Noaptea s-a anulat: ce nu s-a dat încă înapoi e încă aici.",
    kept: "Noaptea s-a anulat: banii biletelor folosite rămân aici; dintre ceilalți, ce nu s-a dat încă înapoi e încă aici.",
  },
  figures: {
    net: "Încasat net",
    tickets: "Bilete",
    entered: "Au intrat",
    fees: "Comisioane",
    vat: "TVA în net",
  },
  feesOf: (ofReturns: string | null, readAt: string | null) =>
    (ofReturns === null ? "ale procesatorului" : `din care ${ofReturns} pe rambursări și contestații`) +
    (readAt === null ? "" : `, citit la ${readAt}`),
  payouts: (n: number) => counted(n, "payout"),
  vatIn: (net: string) => `din ${net}, cu TVA inclus`,
  gross: (gross: string) => `brut ${gross}`,
  /** What was paid for and what cost nothing are the tickets; an add-on is no ticket, here as elsewhere. */
  kept: (paid: number, free: number, addOns: number) =>
    `${agreed(paid, "plătit", "plătite")}, ${grouped(free)} fără bani${addOnsBeside(addOns)}`,
  noShow: (missing: number, share: number) =>
    missing === 0
      ? "au venit toți"
      : `${counted(missing, "human")} ${missing === 1 ? "nu a venit" : "nu au venit"}, ${share} %`,
  boughtAtDoor: (n: number) => `${counted(n, "human")} cu bilet de la ușă`,
  beyond: (n: number) => `${counted(n, "human")} ${settlementTexts.beyond}`,
  cameWithTicket: (came: number, all: number) => `${grouped(came)} din ${grouped(all)} cu bilet`,
  cameOnLists: (came: number, all: number) => `${grouped(came)} din ${grouped(all)} pe liste`,
  byType: "Pe tipuri și faze",
  byNight: "Pe nopți",
  noShows: "N-au venit",
  came: (entered: number, expected: number) => `${entered} din ${expected}`,
  lists: "Liste de invitați",
  none: "Nimic de decontat",
  noneText: "Pentru nopțile acestea nu s-a vândut și nu s-a dat niciun bilet.",
  noNights: "În zilele acestea nu e nicio noapte.",
  forBooks: "Pentru contabil",

  ratesTitle: "Cote de TVA",
  ratesSub: "Decontul unei nopți ia cota din ziua ei.",
  fields: {
    valid_from: { label: "Bună din" },
    rate: {
      label: "Cota",
      hint: "În procente: 21 sau 9,5. Zero înseamnă fără TVA.",
      wrong: { not_an_amount: badRate, too_big: badRate },
    },
  },
  save: "Salvează cota",
  remove: (from: string) => `Șterge cota din ${from}`,
  noRates: "Nicio cotă",
  noRatesText: "Până scrie cineva una, deconturile nu arată TVA.",
  percent: (rate: string) => `${rate} %`,
  saved: "Cota e salvată.",
  removed: "Cota e ștearsă.",
  newRate: "Cotă nouă",
  actions: "Acțiuni",
  refused: { missing: "Cota nu mai exista.", failed: "Nu s-a salvat. Încearcă din nou." },
} as const;
