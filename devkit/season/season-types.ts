import { addDays, type Day, instantOf } from "#kernel/time.ts";
import type { Family } from "#ticketing/orders/ticket-code.ts";
import type { NightKey, SeasonNight } from "./season-nights.ts";

/** A ticket type of the sample season. */
export type SeasonType = {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly nights: readonly NightKey[];
  readonly lei: number;
  readonly entries: number;
  /** Tickets of this type, in all. */
  readonly capacity: number;
  readonly family: Family;
  readonly isVisible: boolean;
  /** Whether the card provider knows its price; without one it cannot be bought. */
  readonly hasPrice: boolean;
  readonly offerRank: number | null;
  readonly isQuickPurchase: boolean;
  readonly saleEndsAt: Date | null;
  readonly picture: string | null;
  /** How much of a night's ordinary sales it gets, or how many orders it has as an offer. */
  readonly popularity: number;
};

const usual = {
  entries: 1,
  family: "ordinary",
  isVisible: true,
  hasPrice: true,
  offerRank: null,
  isQuickPurchase: false,
  saleEndsAt: null,
  picture: null,
} as const satisfies Partial<SeasonType>;

export const passNights: readonly NightKey[] = [
  "vinil-si-valuri",
  "noaptea-fosforului",
  "ultima-lumina",
  "luna-plina",
  "eclipsa",
  "noaptea-perseidelor",
  "fara-afis",
  "concert-pe-dig",
];

/** Types that admit to several nights, and those bought on /tickets and /season-pass. */
export function seasonOffers(today: Day): SeasonType[] {
  return [
    {
      ...usual,
      key: "early-bird-eclipsa",
      title: "EARLY BIRD Concert Eclipsa",
      description: "Concert live pe plajă, în noaptea eclipsei, la preț de pasăre matinală.",
      nights: ["eclipsa"],
      lei: 160,
      capacity: 90,
      family: "early_bird",
      offerRank: 1,
      picture: "eclipsa-wide",
      popularity: 26,
    },
    {
      ...usual,
      key: "season-pass",
      title: "All Season Pass",
      description: "Toate nopțile verii, una lângă alta, pe aceeași linie de orizont.",
      nights: passNights,
      lei: 490,
      capacity: 80,
      family: "season_pass",
      offerRank: 2,
      isQuickPurchase: true,
      picture: "pass-season",
      popularity: 16,
    },
    {
      ...usual,
      key: "group-ticket",
      title: "Group Ticket",
      description:
        "Cinci prieteni, două nopți: Noaptea Fosforului și Noaptea Perseidelor. Fiecare intră când ajunge.",
      nights: ["noaptea-fosforului", "noaptea-perseidelor"],
      lei: 420,
      entries: 5,
      capacity: 20,
      family: "season_pass",
      offerRank: 3,
      picture: "pass-group",
      popularity: 6,
    },
    {
      ...usual,
      key: "couple-ticket",
      title: "Couple Ticket",
      description: "Ultima Lumină și Luna Plină, pentru doi.",
      nights: ["ultima-lumina", "luna-plina"],
      lei: 280,
      entries: 2,
      capacity: 40,
      family: "season_pass",
      offerRank: 4,
      picture: "pass-couple",
      popularity: 12,
    },
    {
      ...usual,
      key: "early-bird-luna",
      title: "Early Bird",
      description: "Primele bilete, până la jumătatea vânzării.",
      nights: ["luna-plina"],
      lei: 60,
      capacity: 60,
      family: "early_bird",
      saleEndsAt: instantOf(addDays(today, -12), "23:59"),
      popularity: 12,
    },
    {
      ...usual,
      key: "partners",
      title: "Intrare parteneri",
      description: "Pentru vecinii de pe dig; se vinde numai la birou.",
      nights: ["noaptea-fosforului", "ultima-lumina", "luna-plina"],
      lei: 40,
      capacity: 30,
      isVisible: false,
      popularity: 0,
    },
  ];
}

/** The ordinary types of one night. */
export function nightTypes(night: SeasonNight, isPast: boolean): SeasonType[] {
  if (night.fromLei === null) return [];
  const general = night.fromLei + 30;
  const nights = [night.key];
  const types: SeasonType[] = [
    {
      ...usual,
      key: `${night.key}/early`,
      title: "Intrare înainte de 23:00",
      description: "Valabil la poartă până la ora 23:00",
      nights,
      lei: night.fromLei,
      capacity: Math.round(night.capacity * 0.4),
      popularity: 30,
    },
    {
      ...usual,
      key: `${night.key}/general`,
      title: "Intrare generală",
      description: "Acces toată noaptea",
      nights,
      lei: general,
      capacity: night.capacity,
      popularity: 45,
    },
    {
      ...usual,
      key: `${night.key}/couple`,
      title: "Cuplu",
      description: "2 intrări pe un singur bilet",
      nights,
      lei: 2 * general - 30,
      entries: 2,
      capacity: Math.round(night.capacity / 6),
      popularity: 17,
    },
  ];
  if (isPast) return types;
  types.push({
    ...usual,
    key: `${night.key}/terrace`,
    title: "Terasa Orizont",
    description: "Masă pe terasă, cu vedere la scenă",
    nights,
    lei: night.fromLei + 160,
    capacity: 24,
    // shows how a type looks that cannot be paid yet
    hasPrice: night.key !== "noaptea-perseidelor",
    popularity: 6,
  });
  if (night.capacity >= 260)
    types.push({
      ...usual,
      key: `${night.key}/group`,
      title: "Grup de 5",
      description: "5 intrări pe un singur bilet",
      nights,
      lei: 5 * general - 130,
      entries: 5,
      capacity: 12,
      popularity: 4,
    });
  if (night.key === "noaptea-fosforului")
    types.push({
      ...usual,
      key: `${night.key}/guests`,
      title: "Lista casei",
      description: "Prieteni ai clubului",
      nights,
      lei: 20,
      capacity: 20,
      isVisible: false,
      popularity: 1,
    });
  return types;
}
