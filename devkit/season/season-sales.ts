import type { Uuid } from "#kernel/id.ts";
import { addDays, type Day, dayOf, instantOf } from "#kernel/time.ts";
import type { Dice } from "./season-dice.ts";
import type { NightKey, SeasonNight } from "./season-nights.ts";
import type { SeasonType } from "./season-types.ts";

/** Who bought: a customer of the plan, or one of the demo accounts by its key. */
export type Buyer = string;

/** Entries taken off at the gate. */
export type PlannedAdmission = { readonly night: NightKey; readonly entries: number; readonly at: Date };

/** One order of the past, from its hold to its end. */
export type PlannedSale = {
  readonly id: Uuid;
  readonly buyer: Buyer;
  readonly type: SeasonType;
  /** The nights it admits to, earliest first. */
  readonly nights: readonly NightKey[];
  readonly quantity: number;
  readonly at: Date;
  readonly fate: "paid" | "refunded" | "partially_refunded" | "expired" | "cancelled";
  readonly admissions: readonly PlannedAdmission[];
};

/** What is wanted of the dice where it is not left to them. */
type Wanted = {
  buyer: Buyer;
  type: SeasonType;
  quantity: number;
  moment: Moment;
  fate: PlannedSale["fate"];
};

/** A day and the minutes after its nine in the morning. */
type Moment = { day: Day; minutes: number };

const minute = 60_000;
const longestAhead = 50;

const earliest = (a: Day, b: Day): Day => (a < b ? a : b);
const latest = (a: Day, b: Day): Day => (a < b ? b : a);

/** Invents the past orders, never more than a night or a type has room for. */
export function planSales(season: {
  dice: Dice;
  today: Day;
  nights: readonly SeasonNight[];
  types: readonly SeasonType[];
  customers: readonly Buyer[];
}): PlannedSale[] {
  const { dice, today, nights, types, customers } = season;
  const nightOf = new Map(nights.map((night) => [night.key, night]));
  const unitsLeft = new Map(types.map((type) => [type.key, type.capacity]));
  const placesLeft = new Map(nights.map((night) => [night.key, night.capacity]));
  const sales: PlannedSale[] = [];

  const most = (type: SeasonType, admits: readonly NightKey[]) =>
    Math.min(
      unitsLeft.get(type.key) ?? 0,
      ...admits.map((key) => Math.floor((placesLeft.get(key) ?? 0) / type.entries)),
    );

  function sell({ buyer, type, quantity, moment, fate }: Wanted): void {
    const admits = type.nights.filter((key) => dateOf(key) >= moment.day);
    if (admits.length === 0 || quantity < 1 || quantity > most(type, admits)) return;
    const at = new Date(nineOn(moment.day) + moment.minutes * minute);
    const takes = fate === "paid" || fate === "partially_refunded";
    if (takes) {
      unitsLeft.set(type.key, (unitsLeft.get(type.key) ?? 0) - quantity);
      for (const key of admits) placesLeft.set(key, (placesLeft.get(key) ?? 0) - quantity * type.entries);
    }
    const admissions = fate === "paid" ? admits.flatMap((key) => admit(key, quantity * type.entries)) : [];
    sales.push({ id: dice.id(at), buyer, type, nights: admits, quantity, at, fate, admissions });
  }

  function admit(key: NightKey, places: number): PlannedAdmission[] {
    const night = nightOf.get(key);
    if (!night?.time || night.date >= today || dice.roll() < 0.15) return [];
    const opened = instantOf(night.date, night.time).getTime();
    const at = new Date(opened + dice.between(-20, 130) * minute);
    if (places === 1 || dice.roll() < 0.7) return [{ night: key, entries: places, at }];
    const first = dice.between(1, places - 1);
    const later = new Date(at.getTime() + dice.between(2, 45) * minute);
    const stayedAway = dice.roll() < 0.3;
    return [
      { night: key, entries: first, at },
      ...(stayedAway ? [] : [{ night: key, entries: places - first, at: later }]),
    ];
  }

  // the clocks never jump after nine; asking the calendar for each sale would cost more than writing it
  const nines = new Map<Day, number>();
  function nineOn(day: Day): number {
    const known = nines.get(day) ?? instantOf(day, "09:00").getTime();
    nines.set(day, known);
    return known;
  }

  const dateOf = (key: NightKey) => nightOf.get(key)?.date ?? today;

  /** More of the sales fall on the last days before the night; the last on yesterday. */
  function momentBefore(date: Day, noLaterThan = addDays(today, -1)): Moment {
    const last = earliest(addDays(date, -1), noLaterThan);
    const first = latest(addDays(today, -181), earliest(addDays(date, -longestAhead), addDays(today, -20)));
    const span = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
    const day = addDays(last, -Math.floor(dice.roll() ** 1.6 * (span + 1)));
    return { day, minutes: dice.between(0, 13 * 60 + 49) };
  }

  function fateOf({ day }: Moment): PlannedSale["fate"] {
    const isSettled = day < addDays(today, -6);
    return dice.weighted({
      paid: 100,
      refunded: isSettled ? 4 : 0,
      partially_refunded: isSettled ? 1 : 0,
      expired: 5,
      cancelled: 2,
    });
  }

  function sellForNight(night: SeasonNight, fate?: PlannedSale["fate"]): void {
    const sold = types.filter(
      (type) => type.nights.length === 1 && type.nights[0] === night.key && type.family === "ordinary",
    );
    const open = sold.filter((type) => type.hasPrice && most(type, [night.key]) > 0);
    if (open.length === 0) return;
    const key = dice.weighted(Object.fromEntries(open.map((type) => [type.key, type.popularity])));
    const type = open.find((one) => one.key === key);
    if (!type) return;
    const wanted = Number(dice.weighted({ "1": 34, "2": 42, "3": 11, "4": 9, "6": 4 }));
    const quantity = Math.min(type.entries > 1 ? Math.min(2, wanted) : wanted, most(type, [night.key]));
    const moment = momentBefore(night.date);
    sell({ buyer: dice.pick(customers), type, quantity, moment, fate: fate ?? fateOf(moment) });
  }

  for (const wanted of demoSales(today, types)) sell(wanted);
  for (const type of types.filter((one) => one.family !== "ordinary")) {
    for (let n = 0; n < type.popularity; n++) {
      const moment = momentBefore(today, type.saleEndsAt ? dayOf(type.saleEndsAt) : undefined);
      const quantity = dice.weighted({ "1": 70, "2": 30 }) === "1" ? 1 : 2;
      sell({ buyer: dice.pick(customers), type, quantity, moment, fate: fateOf(moment) });
    }
  }
  for (const night of nights) {
    if (night.orders === "sold out") {
      while ((placesLeft.get(night.key) ?? 0) > 0) sellForNight(night, "paid");
    } else for (let n = 0; n < night.orders; n++) sellForNight(night);
  }
  return sales.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** What the demo accounts own: tickets for tonight and for later, a pass, and nights that are over. */
function demoSales(today: Day, types: readonly SeasonType[]): Wanted[] {
  const wanted = (
    buyer: Buyer,
    key: string,
    quantity: number,
    daysAgo: number,
    fate: PlannedSale["fate"] = "paid",
  ): Wanted[] => {
    const type = types.find((one) => one.key === key);
    return type
      ? [{ buyer, type, quantity, moment: { day: addDays(today, -daysAgo), minutes: 624 }, fate }]
      : [];
  };
  return [
    ...wanted("customer", "linia-marii/general", 2, 174),
    ...wanted("customer", "lampioane/couple", 1, 112),
    ...wanted("customer", "season-pass", 1, 40),
    ...wanted("customer", "noaptea-fosforului/general", 2, 9),
    ...wanted("customer", "ultima-lumina/couple", 1, 5),
    ...wanted("customer", "eclipsa/group", 1, 3),
    ...wanted("subscriber", "sare-pe-piele/general", 2, 146, "partially_refunded"),
    ...wanted("subscriber", "rasarit/general", 1, 75),
    ...wanted("subscriber", "early-bird-eclipsa", 2, 12),
  ];
}
