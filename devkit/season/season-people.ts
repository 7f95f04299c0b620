import type { Uuid } from "#kernel/id.ts";
import { addDays, type Day, instantOf } from "#kernel/time.ts";
import type { SeasonRandom } from "./season-random.ts";

/** An invented customer: a profile without an account. */
export type PlannedPerson = {
  readonly id: Uuid;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string;
  readonly created_at: Date;
};

// first and family names are put together by the random, so that nobody in particular is meant
const firstNames = [
  ..."Anca Bogdan Catrinel Codrin Daria Emil Flavia Horia Ilona Irina Luana Mara".split(" "),
  ..."Mihnea Octavian Petru Răzvan Ruxandra Sebastian Smaranda Teodora Vlad Zoe Ștefania Tudor".split(" "),
];
const familyNames = [
  ..."Albescu Brătulescu Cernat Dobrotă Frunză Ghiță Iacoban Lupan Munteanu Neagoe".split(" "),
  ..."Olteanu Pădurean Rusu Sârbu Stoica Tomșa Văleanu Zăgan Mesteacăn Pescaru".split(" "),
];

const plain = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function planPeople(random: SeasonRandom, today: Day, count: number): PlannedPerson[] {
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
        ...{ id: random.id(createdAt), full_name: `${first} ${family}` },
        ...{ email, phone, created_at: createdAt },
      });
  }
  return [...people.values()];
}
