import { expect, it } from "vitest";
import type { OwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { orderPageView } from "./my-order-view.ts";

type Code = OwnOrder["codes"][number];

const code = (seatNo: number, more: Partial<Code> = {}): Code => ({
  purchaseId: `p${seatNo}`,
  lineNo: 1,
  seatNo,
  label: `FSC-${seatNo}`,
  holder: "Ioana",
  status: "paid",
  suspended: null,
  isAddOn: false,
  entriesTotal: 1,
  entriesRemaining: 1,
  price: 9_500,
  isBuyers: true,
  isOver: false,
  isCancelled: false,
  isShareReturned: false,
  refundedAt: null,
  sent: null,
  ...more,
});
const line: OwnOrder["lines"][number] = {
  no: 1,
  ticketTypeId: "t",
  title: "Intrare generală",
  quantity: 4,
  entries: 1,
  unitPrice: 9_500,
  total: 38_000,
  family: "ordinary",
  codePer: "person",
  discount: 0,
  voucherId: null,
  phase: null,
};
const order = (more: Partial<OwnOrder> = {}): OwnOrder => ({
  id: "o",
  number: 10391,
  state: "paid",
  family: "ordinary",
  paymentId: "pi_1",
  paidAt: new Date("2027-05-02T07:30:00Z"),
  night: { id: "n", title: "Balul de la Plajă", date: "2027-08-20", time: "21:00", picture: null },
  lines: [line],
  paid: 38_000,
  returned: 9_500,
  returning: 0,
  owed: 0,
  taken: 0,
  returns: [],
  codes: [],
  ...more,
});
it("an order of which every night is cancelled says so, and of how many nights (one kind: said on one page only)", () => {
  const shown = (codes: Code[]) => orderPageView(order({ codes }), []).cancelledNights;
  const gone = { isCancelled: true, status: "refunded" as const };
  expect(shown([code(1, gone), code(2, gone)])).toBe(1);
  expect(shown([code(1, gone), code(1, { ...gone, purchaseId: "q" })])).toBe(2);
  expect(shown([code(1, gone), code(1, { purchaseId: "q" })])).toBe(0);
  expect(shown([])).toBe(0);
});

const statesOf = (shown: OwnOrder) => orderPageView(shown, []).seats.map(({ state }) => state);

it("each seat of an order says whether it admits, was used, ended, is over, or has its money on the way", () => {
  expect(
    statesOf(
      order({
        codes: [
          code(1),
          code(2, { entriesRemaining: 0 }),
          code(3, { suspended: "refund" }),
          code(4, { suspended: "dispute" }),
          code(5, { status: "refunded" }),
          code(6, { status: "refunded", price: 0 }),
          code(7, { status: "cancelled" }),
          code(8, { isOver: true }),
          code(9, { isOver: true, entriesRemaining: 0 }),
        ],
      }),
    ),
  ).toEqual(["valid", "used", "returning", "disputed", "refunded", "cancelled", "cancelled", "over", "used"]);
});

it("a ticket that ended does not say that its money is back while money is owed", () => {
  const codes = [code(1), code(2, { status: "refunded" }), code(3, { isAddOn: true }), code(4)];
  const failed = order({ state: "partially_refunded", paid: 19_000, returned: 0, owed: 9_500, codes });
  expect(orderPageView(failed, []).back).toMatchObject({ owed: 9_500, refunded: [], cancelled: [2] });
  expect(statesOf(failed)).toEqual(["valid", "cancelled", "valid", "valid"]);
  const back = order({ codes: failed.codes });
  expect(orderPageView(back, []).back).toMatchObject({ owed: 0, refunded: [2], cancelled: [] });
  expect(statesOf(back)).toEqual(["valid", "refunded", "valid", "valid"]);
  expect(orderPageView(back, []).seats.map(({ number }) => number)).toEqual([1, 2, null, 3]);
});

it("a pass is one seat with all its nights, under its own name and the day of its first night", () => {
  const nights = [9_500, 0, 0].map((price, at) => code(1, { price, entriesRemaining: at === 0 ? 0 : 1 }));
  const shown = orderPageView(
    order({ family: "season_pass", lines: [{ ...line, title: "All Season Pass" }], codes: nights }),
    [],
  );
  expect([shown.title, shown.when]).toEqual(["All Season Pass", "din 20.08.2027"]);
  expect(shown.seats).toMatchObject([
    { number: 1, price: 9_500, state: "valid", entriesLeft: 2, entries: 3, type: "All Season Pass" },
  ]);
});

it("a free seat of an order whose money goes back has no money on its way", () => {
  const codes = [code(1, { suspended: "refund" }), code(2, { suspended: "refund", price: 0 })];
  expect(statesOf(order({ codes }))).toEqual(["returning", "cancelled"]);
});

it("counts as left of a pass only the nights that it still admits to, of all that were bought", () => {
  const night = (more: Partial<Code>) => code(1, { price: 0, ...more });
  const codes = [
    night({ isOver: true }),
    night({ isCancelled: true }),
    night({ isShareReturned: true }),
    night({ status: "refunded" }),
    night({ entriesRemaining: 0 }),
    night({}),
    night({}),
  ];
  const seatOf = (of: readonly Code[]) =>
    orderPageView(order({ family: "season_pass", codes: of }), []).seats[0];
  expect(seatOf(codes)).toMatchObject({ state: "valid", entriesLeft: 2, entries: 7 });
  expect(seatOf(codes.slice(0, 4))).toMatchObject({ state: "over", entriesLeft: 0 });
  expect(seatOf(codes.slice(1, 3))).toMatchObject({ state: "cancelled", entriesLeft: 0 });
  expect(seatOf(codes.slice(1, 5))).toMatchObject({ state: "used", entriesLeft: 0 });
});

it("what is left of an order is what was paid less what went back; files and email are of a ticket that admits", () => {
  const codes = [code(1, { status: "refunded" }), code(2), code(3), code(4, { suspended: "dispute" })];
  expect(orderPageView(order({ codes }), [])).toMatchObject({
    title: "Balul de la Plajă",
    when: "20.08.2027, 21:00",
    paid: 38_000,
    returned: 9_500,
    validId: "p2",
    valid: 2,
  });
  const ended = order({ codes: [code(1, { status: "refunded" }), code(2, { suspended: "refund" })] });
  expect(orderPageView(ended, [])).toMatchObject({ validId: null, valid: 0 });
});

it("says of each seat who has it, and gives files and email of those alone that the buyer has", () => {
  const at = "2027-06-14T16:32:00Z";
  const accepted = { to: "Mara", state: "accepted" as const, at };
  const codes = [
    code(1, { isBuyers: false, holder: "Mara Pop", sent: accepted }),
    code(2, { sent: { to: null, state: "waiting", at } }),
    code(3),
  ];
  const shown = orderPageView(order({ codes }), []);
  expect(shown.seats.map(({ holder, sent }) => [holder, sent?.state ?? null])).toEqual([
    ["Mara Pop", "accepted"],
    ["Ioana", "waiting"],
    ["Ioana", null],
  ]);
  expect(shown).toMatchObject({ validId: "p2", valid: 2 });
  expect(orderPageView(order({ codes: codes.slice(0, 1) }), [])).toMatchObject({ validId: null, valid: 0 });
});

it("what went back is said each time with its date, and without one where it has none", () => {
  const at = "2027-06-03T09:00:00Z";
  expect(orderPageView(order({ returned: 12_000, returns: [{ amount: 9_500, at }] }), []).returns).toEqual([
    { amount: 9_500, at },
    { amount: 2_500, at: null },
  ]);
  expect(
    orderPageView(order({ returned: 9_500, returns: [{ amount: 9_500, at }] }), []).returns,
  ).toHaveLength(1);
});
