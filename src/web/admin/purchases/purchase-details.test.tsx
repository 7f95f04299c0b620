import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import type { DoorRow } from "#ticketing/gate/door-night-queries.server.ts";
import type { DoorStep } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import type { CodeState } from "#ticketing/reports/code-state-texts.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { OrderSeats } from "./order-seats.tsx";
import { detailsOf, whenText } from "./purchase-details.ts";
import { foundInWords, purchaseTexts } from "./purchase-texts.ts";

type Line = OrderOverview["lines"][number];
const line = (no: number, more: Partial<Line> = {}): Line => ({
  no,
  ticketTypeId: `type ${no}`,
  title: `Tip ${no}`,
  quantity: 2,
  entries: 1,
  unitPrice: 8_000,
  total: 16_000,
  family: "ordinary",
  codePer: "person",
  discount: 0,
  voucherId: null,
  voucher: null,
  phase: null,
  typeLeft: 10,
  pool: null,
  ...more,
});
const ticket = (lineNo: number) => ({
  id: `${lineNo}`,
  lineNo,
  seatNo: 1,
  unitNo: 1,
  seatId: `seat ${lineNo}`,
  code: `FSC-${lineNo}`,
  holderName: null,
  heldBy: null,
  eventId: "night",
  eventTitle: "Luna Plină",
  date: "2027-07-18",
  time: "22:00",
  state: "available" as const,
  status: "paid",
  suspended: null,
  units: 1,
  places: 1,
  entriesTotal: 1,
  entriesRemaining: 1,
  totalPrice: 8_000,
  taken: 0,
  owed: 0,
  paid: 8_000,
  emailSent: true,
});
const bought = (lines: Line[], more: Partial<OrderOverview> = {}): OrderOverview => ({
  id: "order",
  number: 7,
  state: "paid",
  total: 16_000,
  paid: 16_000,
  returned: 0,
  taken: 0,
  atBank: 0,
  owed: 0,
  createdAt: new Date(0),
  paidAt: new Date(0),
  holdExpiresAt: new Date(0),
  refunds: [],
  steps: [],
  buyer: { id: newId(), name: "Ilona", email: "ilona@exemplu.ro", phone: "+40722000111" },
  paymentId: "pi_1",
  lines,
  tickets: lines.map(({ no }) => ticket(no)),
  ...more,
});
const shown = (order: OrderOverview) => {
  const seats = <OrderSeats order={detailsOf(order, order.id)} refundTo={() => "/refund"} />;
  const router = createMemoryRouter([{ path: "/", element: seats }]);
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll(/<(?!a |\/a|p )[^>]*>/g, "");
};

it("a seat says what was paid, what went back and what remains: together they are what the order says", () => {
  const text = (paid: number, kept: number, taken = 0, owed = 0) =>
    purchaseTexts.goneOf({ paid, kept, taken, owed });
  expect(text(8_000, 8_000)).toBe("");
  expect(text(8_000, 6_500)).toBe("rambursat 15,00, rămas 65,00");
  expect(text(8_000, 6_500, 500)).toBe("rambursat 10,00, luat de bancă 5,00, rămas 65,00");
  expect(text(8_000, 6_500, 1_500)).toBe("luat de bancă 15,00, rămas 65,00");
  expect(text(8_000, 5_000, 1_000, 2_000)).toBe("luat de bancă 10,00, de dat înapoi 20,00, rămas 50,00");
  const inList = (kept: number) => purchaseTexts.leftOf({ paid: 8_000, kept });
  expect([8_000, 6_500, 0].map(inList)).toEqual(["", "rămas\u00a065,00", ""]);
  const order = bought([line(1)]);
  const [ticket] = order.tickets;
  const of = (change: object) =>
    detailsOf({ ...order, tickets: [{ ...ticket, ...change } as never] }, order.id).lines[0]?.seats[0];
  expect(of({ totalPrice: 6_500 })).toMatchObject({ paid: 8_000, kept: 6_500 });
  expect(of({ totalPrice: 6_500, status: "refunded", state: "refunded" })).toMatchObject({
    paid: 8_000,
    kept: 0,
    ended: "refunded",
  });
});

it("counts as valid only what somebody may still come in with: nothing used, handed out or of a cancelled night", () => {
  const order = bought([line(1), line(2, { entries: 0 })]);
  const validIn = (...states: CodeState[]) => {
    const tickets = order.tickets.map((one, at) => Object.assign({}, one, { state: states[at] }));
    const details = detailsOf(bought([...order.lines], { tickets }), order.id);
    return purchaseTexts.validOf(details.valid, details.bought);
  };
  expect(validIn("available", "available")).toBe("1 bilet valabil din 2 și 1 supliment valabil din 2");
  expect(validIn("used", "used")).toBe("0 bilete valabile din 2 și 0 suplimente valabile din 2");
  expect(validIn("night_cancelled", "used")).toBe("0 bilete valabile din 2 și 0 suplimente valabile din 2");
});

it("a line says its phase, its list price, and the code with what it took off, which leads to its page", () => {
  const voucher = { code: "VARA-10", group: "set of it" };
  const html = shown(bought([line(1, { phase: "Early Bird", voucher, discount: 1_600, total: 14_400 })]));
  expect(html).toContain("Tip 1 2 × 80,00 LEI");
  expect(html).toContain("Preț: Early Bird");
  expect(html).toMatch(/Cu codul <a[^>]*href="\/admin\/codes\/set of it"[^>]*>VARA-10<\/a>−16,00 LEI/);
});

it("a code that opens a type takes nothing off, and says so by no sum", () => {
  const html = shown(bought([line(1, { voucher: { code: "CORAL", group: "coral" } })]));
  expect(html).toContain(">CORAL</a>");
  expect(html).not.toContain("−");
});

it("a line without phase and code looks as before", () => {
  const html = shown(bought([line(1)]));
  expect(html).not.toContain("order-seats__price");
  expect(html).not.toContain("/admin/codes");
});

it("an order that a code made free is paid; one that was given is an invitation", () => {
  const free = { total: 0, paid: 0, paymentId: null };
  const voucher = { code: "GRATIS", group: "gratis" };
  const byCode = bought([line(1, { voucher, discount: 16_000, total: 0 })], free);
  expect(detailsOf(byCode, "order")).toMatchObject({ payment: "paid", isFree: true });
  expect(detailsOf(bought([line(1)], free), "order")).toMatchObject({ payment: "invitation", isFree: true });
  expect(detailsOf(bought([line(1)]), "order")).toMatchObject({ payment: "paid", isFree: false });
});

it("the history of an order of 0 lei says nothing of the card provider and of money, and a refund has its note", () => {
  const step = { at: "2027-07-01T10:00:00Z", actorKind: "user", actorName: null };
  const after = { amount: 7_000, why: "goodwill", note: "A sunat mama ei." };
  const steps: OrderOverview["steps"] = [
    { ...step, what: "refunded", after: null },
    { ...step, what: "refund_wanted", after },
    { ...step, what: "paid", after: null },
  ];
  const told = (more: Partial<OrderOverview>) =>
    detailsOf(bought([line(1)], { steps, ...more }), "order").steps.map(({ what, note }) => [what, note]);
  expect(told({})).toEqual([
    ["Rambursată", undefined],
    ["Rambursare cerută", "70,00 LEI, Bunăvoință, A sunat mama ei."],
    ["Plată confirmată de Stripe", undefined],
  ]);
  const free = steps.map((one) => (one.after ? { ...one, after: { ...after, amount: 0 } } : one));
  expect(told({ total: 0, paid: 0, paymentId: null, steps: free })).toEqual([
    ["Retrasă", undefined],
    ["Retragere cerută", "Bunăvoință, A sunat mama ei."],
    ["Comandă fără plată, încheiată", undefined],
  ]);
});

it("the history has what the doors did among the order's own steps: what, how many, where, who scanned and why", () => {
  const row: DoorRow = {
    kind: "entry",
    at: new Date("2027-07-18T20:30:00Z"),
    isCorrected: false,
    gateName: "Poarta B",
    phoneName: "Mara D.",
    mode: "offline",
    people: 2,
    by: "ticket",
    label: "FSC-1",
    typeName: "Intrare",
    reason: null,
    chiefName: null,
    receipt: null,
  };
  const at = (minute: number) => ({ at: new Date(`2027-07-18T20:${minute}:00Z`) });
  const atDoors: DoorStep[] = [
    row,
    { ...row, ...at(31), mode: "override", reason: "payment_seen", chiefName: "Anca" },
    { ...row, ...at(32), kind: "undo", gateName: "Poarta A", people: 1, reason: "not_entered" },
    { ...row, ...at(33), kind: "given", people: 1, by: "add_on", isCorrected: true },
    { ...row, ...at(34), kind: "exit", people: 1 },
    { ...row, ...at(35), kind: "return", people: 1 },
    { ...row, ...at(36), kind: "taken_back", gateName: null, phoneName: "Ion", mode: null, people: 1 },
    { ...at(37), kind: "refused", verdict: "used", phoneName: null },
  ];
  const own = { actorKind: "user", actorName: null, after: null };
  const steps: OrderOverview["steps"] = [
    { ...own, at: "2027-07-18T20:45:00Z", what: "refunded" },
    { ...own, at: "2027-07-01T10:00:00Z", what: "paid" },
  ];
  const told = detailsOf(bought([line(1)], { steps }), "order", atDoors).steps;
  expect(told.map(({ what, note, when }) => [when.slice(-5), what, note])).toEqual([
    ["23:45", "Rambursată", undefined],
    ["23:37", "Scanare respinsă: deja folosit", undefined],
    ["23:36", "Intrare anulată", "1 persoană, scris la poartă, Ion"],
    ["23:35", "Reintrare", "1 persoană, Poarta B, Mara D., fără internet"],
    ["23:34", "Ieșire", "1 persoană, Poarta B, Mara D., fără internet"],
    ["23:33", "Supliment dat", "1 supliment, Poarta B, Mara D., fără internet, ora corectată"],
    ["23:32", "Anulare la ușă", "1 persoană, Poarta A, Mara D., Nu a intrat"],
    ["23:31", "Intrare", "2 persoane, Poarta B, Mara D., de la șef, Am văzut confirmarea plății, Anca"],
    ["23:30", "Intrare", "2 persoane, Poarta B, Mara D., fără internet"],
    ["13:00", "Plată confirmată de Stripe", undefined],
  ]);
  expect(new Set(told.map(({ key }) => key)).size).toBe(told.length);
  const other = { ...row, ...at(38), label: "FSC-2" };
  const ofTwo = detailsOf(bought([line(1), line(2)]), "order", [row, other]).steps;
  expect(ofTwo.map(({ note }) => note)).toEqual([
    "FSC-2, 2 persoane, Poarta B, Mara D., fără internet",
    "FSC-1, 2 persoane, Poarta B, Mara D., fără internet",
  ]);
});

it("the history shows the newest steps of the order and of the doors together, and says that it is cut when it is", () => {
  const most = limits.orderSteps;
  const many = Array.from({ length: most - 50 }, (_, at) => at);
  const steps = many.map((at) => ({
    at: new Date(2 * at * 60_000).toISOString(),
    what: "holder_renamed" as const,
    actorKind: "customer",
    actorName: null,
    after: null,
  }));
  const atDoors = many.map(
    (at): DoorStep => ({
      kind: "refused",
      at: new Date((2 * at + 1) * 60_000),
      phoneName: null,
      verdict: "used",
    }),
  );
  const order = bought([line(1)], { steps });
  const whole = detailsOf(order, order.id, atDoors.slice(0, 9));
  expect([whole.steps.length, whole.isHistoryCut]).toEqual([most - 41, false]);
  const cut = detailsOf(order, order.id, atDoors);
  expect([cut.steps.length, cut.isHistoryCut]).toEqual([most, true]);
  expect(new Set(cut.steps.slice(0, 2).map(({ what }) => what))).toEqual(
    new Set([purchaseTexts.refusedAtDoor.used, purchaseTexts.steps.holder_renamed]),
  );
  expect(cut.steps.at(-1)?.when).toBe(whenText(new Date((2 * (most - 50) - most) * 60_000)));
});

it("a search says how many rows it found, also where each is one ticket", () => {
  expect(foundInWords({ rows: 8, tickets: 8, addOns: 0 })).toBe("8 rânduri, prețuri în LEI");
  expect(foundInWords({ rows: 8, tickets: 7, addOns: 2 })).toBe(
    "8 rânduri cu 7 bilete și 2 suplimente, prețuri în LEI",
  );
});

it("an add-on is called one, and is given out; it does not enter", () => {
  const order = bought([line(1), line(2, { title: "Parcare", entries: 0 })]);
  expect(detailsOf(order, order.id)).toMatchObject({ left: 1, inAll: 1 });
  expect(shown(order)).toMatch(/Tip 1 .*neintrat.*Parcare, supliment .*neridicat/);
});

it("the sentence about suspended tickets is of one or of several, as many as are suspended (one kind: a noun that does not agree)", () => {
  const order = bought([line(1), line(2), line(3)]);
  const said = (kind: "refund" | "dispute", ...ids: string[]) => {
    const tickets = order.tickets.map((one) => (ids.includes(one.id) ? { ...one, suspended: kind } : one));
    const { suspended } = detailsOf({ ...order, tickets }, order.id);
    return suspended && purchaseTexts.suspended(suspended);
  };
  expect([
    said("dispute"),
    said("dispute", "2"),
    said("dispute", "1", "2"),
    said("refund", "1", "3"),
  ]).toEqual([
    null,
    "Banca clientului contestă plata. Până se lămurește, biletul nu admite pe nimeni.",
    "Banca clientului contestă plata. Până se lămurește, biletele nu admit pe nimeni.",
    "Banii sunt pe drum înapoi. Până se întorc, biletele nu admit pe nimeni.",
  ]);
  const [ticket] = order.tickets;
  const pass = ["1", "2"].map((id) => ({ ...ticket, id, suspended: "dispute" }) as never);
  expect(detailsOf({ ...order, tickets: pass }, order.id).suspended).toEqual({ kind: "dispute", n: 1 });
});

it("what is left of a pass is counted as on the customer's page: no night that is over, cancelled or given back", () => {
  const order = bought([line(1)]);
  const [first] = order.tickets;
  if (!first) throw new Error("no ticket");
  const nights = ["available", "over", "night_cancelled", "given_back", "suspended"] as const;
  const pass = { ...order, tickets: nights.map((state) => ({ ...first, state })) };
  expect(detailsOf(pass, order.id)).toMatchObject({ left: 1, inAll: 5 });
  expect(shown(pass).match(/Disponibil|A trecut|Noapte anulată|Dată înapoi|Suspendat/g)).toEqual([
    "Disponibil",
    "A trecut",
    "Noapte anulată",
    "Dată înapoi",
    "Suspendat",
  ]);
});

it("says why money does not go back: the balance is short for so much, or the provider gave up for that", () => {
  const refund = { amount: 4_000, why: null, at: "2027-07-01T10:00:00Z", isShort: true };
  const reason = (...refunds: OrderOverview["refunds"]) =>
    detailsOf(bought([line(1)], { refunds }), "order").shortBalance;
  const waits = { ...refund, state: "pending" } as const;
  const failed = { ...refund, state: "failed" } as const;
  const gone = { ...refund, state: "succeeded", isShort: false } as const;
  expect(reason(waits, { ...waits, state: "wanted" })).toEqual({ kind: "waits", n: 2, amount: 8_000 });
  expect(reason(failed)).toEqual({ kind: "failed" });
  expect(reason(failed, waits)).toEqual({ kind: "waits", n: 1, amount: 4_000 });
  expect(reason(failed, gone)).toBeNull();
  expect(reason({ ...waits, isShort: false })).toBeNull();
  expect(reason()).toBeNull();
});
