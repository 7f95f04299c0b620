import type { Uuid } from "#kernel/id.ts";
import { addDays, type Day, instantOf } from "#kernel/time.ts";
import seasonArtists from "./season-artists.json" with { type: "json" };
import { seasonNights, unpublishedNights } from "./season-nights.ts";
import { type SeasonRandom, seasonRandom } from "./season-random.ts";
import { planSales } from "./season-sales.ts";
import { seasonTexts } from "./season-texts.ts";
import { nightTypes, seasonOffers, unsoldTypes } from "./season-types.ts";

const seed = 2706;
const inventedPeople = 60;

/**
 * Everything the sample season consists of around `today`, a day in Bucharest; the same for the same day. Apart
 * from the nights, nothing in it is later than the evening before.
 */
export function planSeason(today: Day) {
  const random = seasonRandom(seed);
  // when the organiser is supposed to have typed all this in
  const preparedAt = instantOf(addDays(today, -185), "11:00");
  const nights = seasonNights(today).map((night) => ({
    ...night,
    id: random.id(preparedAt),
    publishAt: preparedAt,
  }));
  const sold = [...seasonOffers(today), ...nights.flatMap((night) => nightTypes(night, night.date < today))];
  // a generator of its own, so that a further unsold type changes no other id and no sale
  const unsoldRandom = seasonRandom(seed + 1);
  const unsold = unsoldTypes().map((type) => [type, unsoldRandom.id(preparedAt)] as const);
  const hidden = unpublishedNights(today).map((night) => ({ ...night, id: unsoldRandom.id(preparedAt) }));
  for (const type of hidden.flatMap((night) => nightTypes(night, false)))
    unsold.push([type, unsoldRandom.id(preparedAt)]);
  const people = planPeople(random, today, inventedPeople);
  return {
    today,
    preparedAt,
    nights: [...nights, ...hidden],
    artists: seasonArtists.map((artist) => ({ ...artist, id: random.id(preparedAt) })),
    types: [...sold, ...unsold.map(([type]) => type)],
    typeIds: new Map([
      ...sold.map((type) => [type.key, random.id(preparedAt)] as const),
      ...unsold.map(([type, id]) => [type.key, id] as const),
    ]),
    people,
    sales: planSales({ random, today, nights, types: sold, customers: people.map((person) => person.id) }),
    texts: seasonTexts(today),
  };
}

export type SeasonPlan = ReturnType<typeof planSeason>;

/** The night of a plan by its key. */
export function nightOf(plan: SeasonPlan, key: string): SeasonPlan["nights"][number] {
  const found = plan.nights.find((night) => night.key === key);
  if (!found) throw new RangeError(`no such night: ${key}`);
  return found;
}

/** An invented customer: a profile without an account. */
type PlannedPerson = {
  readonly id: Uuid;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string;
  readonly created_at: Date;
};

// first and family names are combined at random, so that nobody in particular is meant
const firstNames = [
  ..."Anca Bogdan Catrinel Codrin Daria Emil Flavia Horia Ilona Irina Luana Mara".split(" "),
  ..."Mihnea Octavian Petru Răzvan Ruxandra Sebastian Smaranda Teodora Vlad Zoe Ștefania Tudor".split(" "),
];
const familyNames = [
  ..."Albescu Brătulescu Cernat Dobrotă Frunză Ghiță Iacoban Lupan Munteanu Neagoe".split(" "),
  ..."Olteanu Pădurean Rusu Sârbu Stoica Tomșa Văleanu Zăgan Mesteacăn Pescaru".split(" "),
];

const plain = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function planPeople(random: SeasonRandom, today: Day, count: number): PlannedPerson[] {
  const people = new Map<string, PlannedPerson>();
  while (people.size < count) {
    const [first, family] = [random.pick(firstNames), random.pick(familyNames)];
    const email = `${plain(first)}.${plain(family)}@exemplu.example`;
    const createdAt = instantOf(
      addDays(today, -190 - random.between(0, 120)),
      `${random.between(10, 21)}:${random.between(10, 59)}`,
    );
    const phone = `+40 700 000 ${100 + people.size}`;
    if (!people.has(email))
      people.set(email, {
        id: random.id(createdAt),
        full_name: `${first} ${family}`,
        email,
        phone,
        created_at: createdAt,
      });
  }
  return [...people.values()];
}
