import type { MyOrderPageView, MyOrderView, OrderSeatView } from "#web/account/my-order-view.ts";
import { sampleNight } from "./sample-season.ts";

const night = sampleNight("noaptea-fosforului");
const ball = sampleNight("balul-de-la-plaja");

const order: MyOrderView = {
  title: night.title,
  when: "26.06.2027, 22:00",
  picture: night.picture,
  id: "order-1",
  number: 10482,
  date: "2027-06-14T18:07:00Z",
  amount: 22000,
  paid: 22000,
  taken: 0,
  owed: 0,
  paymentStatus: "paid",
  payment: "paid",
  returned: 0,
  lines: [
    { title: "Intrare generală", quantity: 2 },
    { title: "Intrare înainte de 23:00", quantity: 1 },
  ],
};
const group = { type: "Grup de 5", price: 45050, entries: 5, entriesLeft: 3 };
const ofBall = {
  title: ball.title,
  picture: ball.picture,
  when: "20.08.2027, 21:00",
  id: "order-2",
  number: 10391,
};
const orders = [
  order,
  {
    ...order,
    ...ofBall,
    date: "2027-05-02T07:30:00Z",
    amount: 38000,
    paid: 38000,
    returned: 9500,
    lines: [{ title: "Intrare generală", quantity: 4 }],
  },
  {
    ...order,
    id: "order-3",
    number: 10377,
    date: "2027-04-28T15:52:00Z",
    amount: 19000,
    paid: 19000,
    paymentStatus: "unpaid",
  },
];

const seat: OrderSeatView = {
  number: 1,
  holder: "Ioana Exemplu",
  type: "Intrare generală",
  code: "FSC-5162-840937",
  price: 9500,
  state: "valid",
  entries: 1,
  entriesLeft: 1,
  sent: null,
  refundedAt: null,
};
const partlyReturned: MyOrderPageView = {
  ...ofBall,
  paidAt: "2027-05-02T07:30:00Z",
  paymentId: "pi_3QcS34s0nP4ssA",
  notice: null,
  cancelledNights: 0,
  choices: [],
  seats: [
    { ...seat, holder: "Mara", sent: { to: "Mara", state: "accepted", at: "2027-06-14T16:32:00Z" } },
    { ...seat, number: 2, code: "FSC-8073-215546", state: "used", entriesLeft: 0 },
    { ...seat, number: 3, code: "FSC-2947-660318", state: "returning" },
    { ...seat, number: 4, code: "FSC-6410-377829", state: "refunded", refundedAt: "2027-06-03T18:20:00Z" },
    { ...seat, ...group, number: 5, code: "FSC-7730-418206" },
  ],
  lines: [
    { title: "Intrare generală", phase: "Early Bird", quantity: 4, total: 40_000 },
    { title: "Grup de 5", phase: null, quantity: 1, total: 45050 },
  ],
  discount: 2000,
  returns: [{ amount: 9500, at: "2027-06-03T18:20:00Z" }],
  paid: 83050,
  returned: 9500,
  back: { returning: 9500, owed: 0, refunded: [4], cancelled: [], isPass: false },
  taken: 0,
  validId: "p1",
  valid: 4,
};
/** Every seat came back, and the bank has more to say. */
const allReturned: MyOrderPageView = {
  ...partlyReturned,
  notice: "inDispute",
  seats: [
    { ...seat, state: "refunded" },
    { ...seat, number: 2, holder: "", code: "FSC-8073-215546", state: "cancelled" },
  ],
  lines: [{ title: "Intrare generală", phase: null, quantity: 2, total: 19000 }],
  discount: 0,
  returns: [{ amount: 19000, at: null }],
  paid: 19000,
  returned: 19000,
  back: { returning: 0, owed: 0, refunded: [1], cancelled: [2], isPass: false },
  validId: null,
  valid: 0,
};
/** A ticket ended, and its refund failed. */
const owed: MyOrderPageView = {
  ...partlyReturned,
  seats: [seat, { ...seat, number: 2, code: "FSC-8073-215546", state: "cancelled" }],
  lines: allReturned.lines,
  discount: 0,
  returns: [],
  paid: 19000,
  returned: 0,
  back: { returning: 0, owed: 9500, refunded: [], cancelled: [2], isPass: false },
  valid: 1,
};

export const orderSamples = { orders, partlyReturned, allReturned, owed };
