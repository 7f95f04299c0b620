import { expect, it } from "vitest";
import { returnOfNight, type SeatOfNight } from "#ticketing/orders/refunds/night-return.ts";
import { staysValid } from "./cancelled-night.ts";

const seat = (id: string, more: Partial<SeatOfNight> = {}): SeatOfNight => ({
  id,
  lineNo: 1,
  unitNo: null,
  tickets: 1,
  places: 1,
  price: 10_000,
  paid: 10_000,
  unusedEntries: 1,
  usedEntries: 0,
  usedThatNight: 0,
  share: 10_000,
  ticketTypeId: "type",
  poolId: null,
  codeIds: [id],
  eventIds: ["tonight"],
  bearerId: id,
  codes: [],
  codesOfNight: [id],
  admitsElsewhere: false,
  isBuyers: true,
  ...more,
});
const two = ["tonight", "tomorrow"];
const idsOf = (...[seats, choice = "refunded"]: [SeatOfNight[], ("refunded" | "kept")?]) => {
  const { ending, sharing } = returnOfNight(seats, staysValid(choice));
  return { ending: ending.map(({ id }) => id), sharing: sharing.map((one) => [one.seat.id, one.amount]) };
};

it("a seat for this night alone ends; one for other nights gives this night's share back", () => {
  expect(idsOf([seat("a"), seat("b", { eventIds: two, share: 3_333 })])).toEqual({
    ending: ["a"],
    sharing: [["b", 3_333]],
  });
});

it("a share is never more than what is left of the price, and one of nothing is no refund (62)", () => {
  const left = (price: number) => idsOf([seat("a", { eventIds: two, share: 5_000, price })]).sharing;
  expect([left(5_001), left(4_999), left(0)]).toEqual([[["a", 5_000]], [["a", 4_999]], []]);
});

it("what was used on another night of a pass does not count", () => {
  const pass = seat("a", { eventIds: two, share: 5_000, usedEntries: 1 });
  expect(idsOf([pass], "kept").sharing).toHaveLength(1);
  expect(idsOf([{ ...pass, usedThatNight: 1 }], "kept").sharing).toHaveLength(0);
});

it("used tickets go back or stay as it was chosen, a unit of several people as a whole", () => {
  const couple = [seat("a", { unitNo: 1, usedEntries: 1, usedThatNight: 1 }), seat("b", { unitNo: 1 })];
  const others = [seat("c", { unitNo: 2 }), seat("d", { lineNo: 2, unitNo: 1 })];
  expect(idsOf([...couple, ...others], "kept").ending).toEqual(["c", "d"]);
  expect(idsOf([...couple, ...others]).ending).toEqual(["a", "b", "c", "d"]);
});

it("an add-on goes back until it was given out (69)", () => {
  const addOn = seat("a", { places: 0 });
  const given = seat("b", { lineNo: 2, places: 0, usedEntries: 1, usedThatNight: 1 });
  expect(idsOf([addOn, given]).ending).toEqual(["a"]);
});
