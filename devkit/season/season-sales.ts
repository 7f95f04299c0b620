import type { Uuid } from "#kernel/id.ts";
import { addDays, type Day, dayOf, instantOf } from "#kernel/time.ts";
import demoSales from "./demo-sales.json" with { type: "json" };
import type { SeasonNight } from "./season-nights.ts";
import type { SeasonRandom } from "./season-random.ts";
import type { SeasonType } from "./season-types.ts";

/** The buyer: a customer of the plan, or one of the demo accounts by its key. */
export type Buyer = string;

/** Entries taken off at the gate. */
type PlannedAdmission = { readonly night: string; readonly entries: number; readonly at: Date };

/** One order of the past, from its hold to its end. */
export type PlannedSale = {
  readonly id: Uuid;
  readonly buyer: Buyer;
  readonly type: SeasonType;
  /** The nights it admits to, earliest first. */
  readonly nights: readonly string[];
  readonly quantity: number;
  readonly at: Date;
  readonly state: "paid" | "refunded" | "partially_refunded" | "expired" | "cancelled";
  readonly admissions: readonly PlannedAdmission[];
};

/** A sale to invent; its id, its moment's instant and its admissions follow. */
type SaleRequest = {
  buyer: Buyer;
  type: SeasonType;
  quantity: number;
  moment: Moment;
  state: PlannedSale["state"];
};

/** A day and the minutes after its six o'clock in UTC, which is eight or nine in Bucharest. */
type Moment = { day: Day; minutes: number };

const minute = 60_000;
const longestAhead = 50;

const earliest = (a: Day, b: Day): Day => (a < b ? a : b);
const latest = (a: Day, b: Day): Day => (a < b ? b : a);

/**
 * Invents the past orders, never more than a night or a type has room for. What the demo accounts own comes first:
 * tickets for tonight and for later, a pass, and nights that are over.
 */
export function planSales(season: {
  random: SeasonRandom;
  today: Day;
  nights: readonly SeasonNight[];
  types: readonly SeasonType[];
  customers: readonly Buyer[];
}): PlannedSale[] {
  const { random, today, nights, types, customers } = season;
  const nightOf = new Map(nights.map((night) => [night.key, night]));
  const unitsLeft = new Map(types.map((type) => [type.key, type.capacity]));
  const placesLeft = new Map(nights.map((night) => [night.key, night.capacity]));
  const sales: PlannedSale[] = [];

  const mostQuantity = (type: SeasonType, admits: readonly string[]) =>
    Math.min(
      unitsLeft.get(type.key) ?? 0,
      ...admits.map((key) => Math.floor((placesLeft.get(key) ?? 0) / type.entries)),
    );

  function sell({ buyer, type, quantity, moment, state }: SaleRequest): void {
    const admittingNights = type.nights.filter((key) => dateOf(key) >= moment.day);
    if (admittingNights.length === 0 || quantity < 1 || quantity > mostQuantity(type, admittingNights))
      return;
    const at = new Date(Date.parse(`${moment.day}T06:00:00Z`) + moment.minutes * minute);
    const keepsPlaces = state === "paid" || state === "partially_refunded";
    if (keepsPlaces) {
      unitsLeft.set(type.key, (unitsLeft.get(type.key) ?? 0) - quantity);
      for (const key of admittingNights)
        placesLeft.set(key, (placesLeft.get(key) ?? 0) - quantity * type.entries);
    }
    const admissions =
      state === "paid" ? admittingNights.flatMap((key) => admit(key, quantity * type.entries, type)) : [];
    sales.push({ id: random.id(at), buyer, type, nights: admittingNights, quantity, at, state, admissions });
  }

  function admit(key: string, places: number, { enter_until }: SeasonType): PlannedAdmission[] {
    const night = nightOf.get(key);
    if (!night?.time || night.date >= today || random.next() < 0.15) return [];
    const opened = instantOf(night.date, night.time).getTime();
    const last = enter_until ? instantOf(night.date, enter_until).getTime() - minute : Infinity;
    const at = new Date(Math.min(last, opened + random.between(-20, 130) * minute));
    if (places === 1 || random.next() < 0.7) return [{ night: key, entries: places, at }];
    const first = random.between(1, places - 1);
    const later = new Date(Math.min(last, at.getTime() + random.between(2, 45) * minute));
    const stayedAway = random.next() < 0.3;
    return [
      { night: key, entries: first, at },
      ...(stayedAway ? [] : [{ night: key, entries: places - first, at: later }]),
    ];
  }

  const dateOf = (key: string) => nightOf.get(key)?.date ?? today;

  /** A moment before the night, more often in its last days, and never later than yesterday. */
  function momentBefore(date: Day, noLaterThan = addDays(today, -1)): Moment {
    const last = earliest(addDays(date, -1), noLaterThan);
    const first = latest(addDays(today, -181), earliest(addDays(date, -longestAhead), addDays(today, -20)));
    const span = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
    const day = addDays(last, -Math.floor(random.next() ** 1.6 * (span + 1)));
    return { day, minutes: random.between(0, 13 * 60 + 49) };
  }

  function stateOf({ day }: Moment): PlannedSale["state"] {
    const isSettled = day < addDays(today, -6);
    return random.weighted({
      paid: 100,
      refunded: isSettled ? 4 : 0,
      partially_refunded: isSettled ? 1 : 0,
      expired: 5,
      cancelled: 2,
    });
  }

  function sellForNight(night: SeasonNight, state?: PlannedSale["state"]): void {
    const ordinaryTypes = types.filter(
      (type) => type.nights.length === 1 && type.nights[0] === night.key && type.family === "ordinary",
    );
    const sellableTypes = ordinaryTypes.filter(
      (type) => type.hasPrice && mostQuantity(type, [night.key]) > 0,
    );
    if (sellableTypes.length === 0) return;
    const key = random.weighted(Object.fromEntries(sellableTypes.map((type) => [type.key, type.popularity])));
    const type = sellableTypes.find((one) => one.key === key);
    if (!type) return;
    const preferredQuantity = Number(random.weighted({ "1": 34, "2": 42, "3": 11, "4": 9, "6": 4 }));
    const quantity = Math.min(
      type.entries > 1 ? Math.min(2, preferredQuantity) : preferredQuantity,
      mostQuantity(type, [night.key]),
    );
    const moment = momentBefore(night.date);
    sell({ buyer: random.pick(customers), type, quantity, moment, state: state ?? stateOf(moment) });
  }

  for (const { type: key, daysAgo, state, ...sale } of demoSales) {
    const moment = { day: addDays(today, -daysAgo), minutes: 624 };
    for (const type of types.filter((one) => one.key === key))
      sell({ ...sale, type, moment, state: state as PlannedSale["state"] });
  }
  for (const type of types.filter((one) => one.family !== "ordinary")) {
    for (let n = 0; n < type.popularity; n++) {
      const moment = momentBefore(today, type.sale_ends_at ? dayOf(type.sale_ends_at) : undefined);
      const quantity = random.weighted({ "1": 70, "2": 30 }) === "1" ? 1 : 2;
      sell({ buyer: random.pick(customers), type, quantity, moment, state: stateOf(moment) });
    }
  }
  for (const night of nights) {
    if (night.orders === null) {
      while ((placesLeft.get(night.key) ?? 0) > 0) sellForNight(night, "paid");
    } else for (let n = 0; n < night.orders; n++) sellForNight(night);
  }
  return sales.sort((a, b) => a.at.getTime() - b.at.getTime());
}
