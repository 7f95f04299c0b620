import type { Uuid } from "#kernel/id.ts";
import { addDays, type Day, instantOf } from "#kernel/time.ts";
import { type SeasonArtist, seasonArtists } from "./season-artists.ts";
import { seasonDice } from "./season-dice.ts";
import { type NightKey, type SeasonNight, seasonNights } from "./season-nights.ts";
import { type PlannedPerson, planPeople } from "./season-people.ts";
import { type PlannedSale, planSales } from "./season-sales.ts";
import { seasonTexts } from "./season-texts.ts";
import { nightTypes, type SeasonType, seasonOffers } from "./season-types.ts";

/** Everything the sample season consists of, for one day; the same for the same day. */
export type SeasonPlan = {
  readonly today: Day;
  /** When the organiser is supposed to have typed all this in. */
  readonly preparedAt: Date;
  readonly nights: readonly (SeasonNight & { readonly id: Uuid })[];
  readonly artists: readonly (SeasonArtist & { readonly id: Uuid })[];
  readonly types: readonly SeasonType[];
  readonly typeIds: ReadonlyMap<string, Uuid>;
  readonly people: readonly PlannedPerson[];
  readonly sales: readonly PlannedSale[];
  readonly texts: Readonly<Record<string, Record<string, unknown>>>;
};

const seed = 2706;
const inventedPeople = 60;

/** Plans the season around `today`, a day in Bucharest. Nothing in it lies later than the evening before, but nights. */
export function planSeason(today: Day): SeasonPlan {
  const dice = seasonDice(seed);
  const preparedAt = instantOf(addDays(today, -185), "11:00");
  const nights = seasonNights(today).map((night) => ({ ...night, id: dice.id(preparedAt) }));
  const types = [...seasonOffers(today), ...nights.flatMap((night) => nightTypes(night, night.date < today))];
  const people = planPeople(dice, today, inventedPeople);
  return {
    today,
    preparedAt,
    nights,
    artists: seasonArtists.map((artist) => ({ ...artist, id: dice.id(preparedAt) })),
    types,
    typeIds: new Map(types.map((type) => [type.key, dice.id(preparedAt)])),
    people,
    sales: planSales({ dice, today, nights, types, customers: people.map((person) => person.id) }),
    texts: seasonTexts(today),
  };
}

/** The night of a plan by its key. */
export function nightOf(plan: SeasonPlan, key: NightKey): SeasonPlan["nights"][number] {
  const found = plan.nights.find((night) => night.key === key);
  if (!found) throw new RangeError(`no such night: ${key}`);
  return found;
}
