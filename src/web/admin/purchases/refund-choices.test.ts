import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { keptOf } from "#ticketing/orders/order-sums.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { detailsOf } from "./purchase-details.ts";
import { readRefundForm } from "./purchase-forms.ts";
import { purchaseTexts } from "./purchase-texts.ts";
import { chosenRefund, refundChoices } from "./refund-choices.ts";

type Code = OrderOverview["tickets"][number];
type Line = OrderOverview["lines"][number];
const code = (lineNo: number, seatNo: number, unitNo: number | null, change: Partial<Code> = {}): Code => ({
  id: `${lineNo}.${seatNo}`,
  lineNo,
  seatNo,
  unitNo,
  seatId: `seat ${lineNo}.${seatNo}`,
  code: "FSC-1234-567890",
  eventId: "night",
  eventTitle: "Luna Plină",
  date: "2027-07-18",
  time: null,
  state: "available",
  holderName: "Ilona",
  heldBy: null,
  status: "paid",
  suspended: null,
  units: 1,
  places: 1,
  taken: 0,
  owed: 0,
  entriesTotal: 1,
  entriesRemaining: 1,
  totalPrice: 7_500,
  paid: 7_500,
  emailSent: true,
  ...change,
});
const line = (no: number, title: string, quantity: number, unitPrice: number): Line => ({
  no,
  ticketTypeId: `type ${no}`,
  title,
  quantity,
  entries: 1,
  unitPrice,
  total: unitPrice * quantity,
  family: "ordinary",
  codePer: "person",
  discount: 0,
  voucherId: null,
  voucher: null,
  phase: null,
  typeLeft: 10 - no,
  pool: no === 2 ? { name: "Plaja", left: 3 } : null,
});
/** A couple's unit and one that was refunded, two at the terrace on one code, and a used person's seat. */
const order: OrderOverview = {
  id: "order",
  number: 7,
  state: "partially_refunded",
  total: 57_000,
  paid: 57_000,
  returned: 15_000,
  taken: 0,
  atBank: 0,
  owed: 0,
  createdAt: new Date(0),
  paidAt: new Date(0),
  holdExpiresAt: new Date(0),
  buyer: { id: newId(), name: "Ilona", email: "ilona@exemplu.ro", phone: "+40722000111" },
  paymentId: "pi_1",
  refunds: [],
  steps: [],
  lines: [line(1, "Cuplu", 2, 15_000), line(2, "Terasa", 2, 9_000), line(3, "General", 1, 9_000)],
  tickets: [
    code(1, 1, 1),
    code(1, 2, 1, { units: 0 }),
    code(1, 3, 2, { status: "refunded", state: "refunded" }),
    code(1, 4, 2, { status: "refunded", state: "refunded", units: 0 }),
    code(2, 1, null, { units: 2, places: 2, entriesTotal: 2, entriesRemaining: 2, totalPrice: 18_000 }),
    code(3, 1, 1, { totalPrice: 9_000, entriesRemaining: 0, state: "used" }),
  ],
};
const choices = refundChoices(order);
if (!choices) throw new Error("it can be refunded");

describe("the refund dialog", () => {
  it("offers everything, tickets of a line with one code, and units that are valid, each whole with its price", () => {
    expect(choices.whole).toEqual({ amount: 42_000, count: { tickets: 4, addOns: 0 } });
    expect(choices.parts).toEqual([
      { line: 2, title: "Terasa", isAddOn: false, tickets: 2, price: 18_000, most: 1, used: 0 },
    ]);
    expect(choices.units).toEqual([
      {
        seats: ["seat 1.1", "seat 1.2"],
        number: "1, 2",
        title: "Cuplu",
        names: "Ilona",
        price: 15_000,
        used: 0,
      },
      { seats: ["seat 2.1"], number: "5", title: "Terasa", names: "Ilona", price: 18_000, used: 0 },
      { seats: ["seat 3.1"], number: "6", title: "General", names: "Ilona", price: 9_000, used: 1 },
    ]);
    expect(choices.types).toContainEqual({
      title: "Terasa",
      left: { tickets: 8, addOns: 0 },
      pool: { name: "Plaja", left: 3 },
    });
  });

  it("names whose each seat is: as it says, or who has it now, each person once", () => {
    const friend = { heldBy: { name: "Vlad", email: null } };
    const tickets = [
      code(1, 1, 1),
      code(1, 2, 1, { ...friend, units: 0 }),
      code(3, 1, 1, { holderName: null }),
    ];
    const names = refundChoices({ ...order, tickets })?.units.map((unit) => unit.names);
    expect(names).toEqual(["Ilona, Vlad", ""]);
    expect(purchaseTexts.unit("2", "General", "Ana")).toBe("2. General: Ana");
    expect(purchaseTexts.unit("2", "General", "")).toBe("2. General");
  });

  it("says that the seats of one ticket go back together, of several tickets and of one alone", () => {
    const joinedIn = (tickets: typeof order.tickets) => refundChoices({ ...order, tickets })?.hasJoinedSeats;
    expect(joinedIn(order.tickets)).toBe(true);
    expect(joinedIn(order.tickets.slice(0, 2))).toBe(true);
    expect(joinedIn(order.tickets.slice(4))).toBe(false);
    expect(joinedIn(order.tickets.slice(1, 2))).toBe(false);
  });

  it("offers nothing while a refund is on its way, of an order that is over, and no seats where one is all", () => {
    const at = { isShort: false, why: null, at: "", amount: 1 };
    expect(refundChoices({ ...order, refunds: [{ ...at, state: "pending" }] })).toBeNull();
    for (const state of ["disputed", "refunded", "held"] as const)
      expect(refundChoices({ ...order, state })).toBeNull();
    expect(refundChoices({ ...order, tickets: order.tickets.slice(4, 5) })?.units).toEqual([]);
    const looked = refundChoices({ ...order, state: "manual_review", tickets: [] });
    expect(looked?.whole).toEqual({ amount: 42_000, count: { tickets: 0, addOns: 0 } });
  });

  it("counts add-ons apart from the tickets, also where they share a code", () => {
    const parking = code(4, 1, null, { units: 3, places: 0, entriesTotal: 3, entriesRemaining: 3 });
    const choice = refundChoices({
      ...order,
      lines: [...order.lines, { ...line(4, "Parcare", 3, 2_700), entries: 0 }],
      tickets: [...order.tickets, parking],
    });
    expect(choice?.whole.count).toEqual({ tickets: 4, addOns: 3 });
    expect(choice?.parts.map(({ title, isAddOn }) => [title, isAddOn])).toEqual([
      ["Terasa", false],
      ["Parcare", true],
    ]);
    expect(choice?.types.at(-1)?.left).toEqual({ tickets: 0, addOns: 6 });
    expect(purchaseTexts.wholeNote({ tickets: 4, addOns: 3 })).toBe(
      "4 bilete și 3 suplimente, niciun cod nu mai e valabil",
    );
    expect(purchaseTexts.partNote({ tickets: 0, addOns: 2 }, 0)).toBe("Cel mult 2 suplimente");
    expect(purchaseTexts.validOf({ tickets: 2, addOns: 1 }, { tickets: 2, addOns: 2 })).toBe(
      "2 bilete valabile și 1 supliment valabil din 2",
    );
    expect(purchaseTexts.validOf({ tickets: 0, addOns: 0 }, { tickets: 2, addOns: 0 })).toBe(
      "0 bilete valabile din 2",
    );
  });

  it("names the add-ons that were given out, and each type once with its stock and that of its pool", () => {
    const given = code(4, 1, null, { places: 0, entriesRemaining: 0, totalPrice: 2_700 });
    const tickets = [...order.tickets, given, { ...given, seatNo: 2, id: "4.2", seatId: "seat 4.2" }];
    const choice = refundChoices({
      ...order,
      lines: [...order.lines, line(4, "Parcare", 2, 2_700)],
      tickets,
    });
    expect([choice?.givenOut, choices.givenOut, choice?.whole.amount]).toEqual([["Parcare"], [], 42_000]);
    const of = (title: string, tickets: number, addOns = 0) => ({
      title,
      left: { tickets, addOns },
      pool: null,
    });
    const general = { ...of("General", 7), pool: { name: "Plaja", left: 2 } };
    expect(purchaseTexts.restockNote([general, of("Cuplu", 1), of("Parcare", 0, 5), general])).toBe(
      "General are acum 7 bilete de vândut, iar fondul „Plaja” are 2 locuri libere; Cuplu are acum 1 bilet de vândut; Parcare are acum 5 suplimente de vândut",
    );
  });

  it("says what is chosen: its amount and its used entries", () => {
    const choose = (kind: string, more: Record<string, string> = {}, seats: string[] = []) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ kind, ...more })) form.set(name, value);
      return chosenRefund(choices, { ...readRefundForm(form).values, seats });
    };
    expect(choose("whole")).toEqual({ amount: 42_000, used: 1 });
    expect(choose("part.2", { tickets: "1" })).toEqual({ amount: 9_000, used: 0 });
    expect(choose("part.2", { tickets: "2" })).toBeNull();
    expect(choose("part.1", { tickets: "1" })).toBeNull();
    expect(choose("seats", {}, ["seat 1.1", "seat 1.2", "seat 3.1"])).toEqual({ amount: 24_000, used: 1 });
    expect(choose("seats", {}, ["seat 1.1"])).toBeNull();
    expect(choose("amount", { amount: "20,50" })).toEqual({ amount: 2_050, used: 0 });
    for (const amount of ["", "0", "abc", "420", "-1"]) expect(choose("amount", { amount })).toBeNull();
  });

  it("offers what is owed for ended tickets alone, and with everything", () => {
    expect(choices.owed).toBe(0);
    const owing = refundChoices({ ...order, returned: 0, owed: 15_000 });
    expect([owing?.owed, owing?.whole.amount]).toEqual([15_000, 57_000]);
    const form = new FormData();
    form.set("kind", "owed");
    expect(owing && chosenRefund(owing, readRefundForm(form).values)).toEqual({ amount: 15_000, used: 0 });
    expect(refundChoices({ ...order, owed: 15_000, state: "manual_review" })?.owed).toBe(0);
  });

  it("sends each unit as the ids of its seats", () => {
    const form = new FormData();
    const [one, two] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
    form.append("seats", `${one},${two}`);
    expect(readRefundForm(form).values.seats).toEqual([one, two]);
  });

  it("takes what it cannot read for no choice, never for everything", () => {
    const kindOf = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return readRefundForm(form).values.kind;
    };
    expect(["whole", "seats", "part.8"].map((kind) => kindOf({ kind }))).toEqual(["whole", "seats", "part"]);
    for (const kind of ["part", "part.0", "part.9", "part.11", "seat", "Whole", ""])
      expect([kind, kindOf({ kind })]).toEqual([kind, ""]);
    expect(kindOf({})).toBe("");
    const one = "01890000-0000-7000-8000-000000000001";
    for (const seats of ["nothing", `${one},`, `${one},seat`, ""])
      expect([seats, kindOf({ kind: "seats", seats })]).toEqual([seats, ""]);
  });
});

it("the drawer shows paid, given back and left, and each line's seats with their state", () => {
  const details = detailsOf(order, "order");
  expect([details.money.paid, details.money.returned, keptOf(details.money), details.left]).toEqual([
    57_000, 15_000, 42_000, 4,
  ]);
  expect(details.content).toBe("2 × Cuplu, 2 × Terasa, 1 × General");
  expect(
    details.lines.map(({ seats }) =>
      seats.map(({ number, codes, ended }) => `${number} ${ended ?? codes[0]?.state}`),
    ),
  ).toEqual([["1 available", "2 available", "3 refunded", "4 refunded"], ["5 available"], ["6 used"]]);
  expect(details.resendId).toBe("1.1");
  const [first, ...others] = order.tickets;
  const suspended = first ? [{ ...first, suspended: "refund" as const }, ...others] : [];
  expect(detailsOf({ ...order, tickets: suspended }, "order").resendId).toBe("1.2");
});
