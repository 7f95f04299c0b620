import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { MyOrderPageView, OrderSeatView } from "./my-order-view.ts";
import { MyOrder, MyOrders } from "./my-orders.tsx";

const seat: OrderSeatView = {
  number: 1,
  holder: "Ioana",
  type: "Intrare generală",
  code: "FSC-5162-840937",
  price: 22_000,
  state: "valid",
  entries: 1,
  entriesLeft: 1,
  sent: null,
  refundedAt: null,
};
const order: MyOrderPageView = {
  title: "Balul de la Plajă",
  when: "20.08.2027, 21:00",
  picture: null,
  notice: null,
  cancelledNights: 0,
  choices: [],
  id: "o",
  number: 10391,
  paidAt: "2027-05-02T07:30:00Z",
  paymentId: "pi_3QcS34s0nP4ssA",
  seats: [seat],
  lines: [{ title: "Intrare generală", phase: null, quantity: 1, total: 22_000 }],
  discount: 0,
  returns: [],
  paid: 22_000,
  returned: 0,
  taken: 0,
  back: { returning: 0, owed: 0, refunded: [], cancelled: [], isPass: false },
  validId: "p1",
  valid: 1,
};

const textOf = (shown: MyOrderPageView) => markOf(<MyOrder order={shown} />);

function markOf(element: ReactNode): string {
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToString(<RouterProvider router={router} />)
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, "|");
}

it("an order of one ticket says its sum beside the ticket and as what was paid, and is named by its number alone", () => {
  const text = textOf(order);
  expect(text.match(/220 LEI/g)).toHaveLength(2);
  expect(text).toMatch(/Plătit cu cardul\|+220 LEI/);
  expect(text).not.toContain("restituire");
  expect(text).toContain("Pentru suport: comanda 10391.");
  expect(text).not.toContain("pi_");
});

it("of several moved nights each question names its order, so that two of one night are told apart; a single one does not", () => {
  const said = (shown: MyOrderPageView) => textOf(shown).replaceAll("|", "");
  const choice = (number: number) => ({ path: `/${number}`, number, title: "Luna", until: "joi" });
  expect(said({ ...order, choices: [choice(595)] })).toContain("„Luna” s-a mutat. Vii");
  const text = said({ ...order, choices: [choice(595), choice(601)] });
  expect(text).toContain("„Luna” s-a mutat (comanda 595).");
  expect(text).toContain("„Luna” s-a mutat (comanda 601).");
});

it("what was paid stands among the sums once money went back, and what is left of it at their end", () => {
  const text = textOf({ ...order, returned: 9_500, returns: [{ amount: 9_500, at: null }] });
  expect(text).toMatch(/Plătit cu cardul.*220 LEI.*Restituit.*−95 LEI.*Total după restituire\|+125 LEI/s);
});

it("what the bank took back stands among the sums of an order that goes on", () => {
  expect(textOf({ ...order, taken: 9_500 })).toMatch(
    /Plătit cu cardul.*220 LEI.*Întors de bancă.*−95 LEI.*Total după restituire\|+125 LEI/s,
  );
});

it("beside a ticket whose price went down with the money that went back stands what it cost", () => {
  const text = textOf({
    ...order,
    seats: [{ ...seat, price: 11_000 }],
    returned: 11_000,
    returns: [{ amount: 11_000, at: null }],
  });
  expect(text).toMatch(/110 LEI.*1 × Intrare generală\|+220 LEI.*Plătit cu cardul\|+220 LEI/s);
});

it("the list says of what was returned in part also what remains, with as many decimals as what was paid", () => {
  const row = (returned: number, taken = 0, owed = 0) => {
    const orders = [
      {
        ...order,
        date: order.paidAt,
        amount: 18_000,
        paid: 18_000,
        taken,
        paymentStatus: "paid",
        payment: "paid" as const,
        returned,
        owed,
      },
    ];
    return markOf(<MyOrders orders={orders} />);
  };
  expect(row(9_000)).toContain("restituit 90,00 LEI, rămas 90,00 LEI");
  expect(row(18_000)).toContain("restituit 180,00 LEI|");
  expect(row(0, 3_000)).toMatch(/Platit\|+întors de bancă 30,00 LEI, rămas 150,00 LEI\|/);
  expect(row(0, 0, 9_000)).toContain("De restituit");
  expect(row(9_000, 9_000)).toMatch(/Restituit\|+restituit 90,00 LEI, întors de bancă 90,00 LEI\|/);
});

it("several tickets, a code or a phase are summed line by line", () => {
  const line = order.lines[0] as MyOrderPageView["lines"][number];
  for (const more of [
    { seats: [seat, { ...seat, number: 2, code: "FSC-2" }] },
    { discount: 2_000 },
    { lines: [{ ...line, phase: "Early Bird" }] },
  ])
    expect(textOf({ ...order, ...more })).toContain("1 × Intrare generală");
});
