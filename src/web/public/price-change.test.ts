import { expect, it } from "vitest";
import type { TicketTypeView } from "./event-views.ts";
import { askAboutPrice, askWithoutCode, shownWithCode } from "./price-change.ts";
import type { SalePanel } from "./ticket-panel-view.ts";

const type = (id: string, price: number, more: Partial<TicketTypeView> = {}): TicketTypeView => ({
  id,
  name: id,
  description: null,
  price,
  phases: [],
  phaseNote: null,
  enterUntil: null,
  isUnlocked: false,
  hasOneCode: false,
  nights: [],
  entries: 1,
  most: 10,
  left: null,
  configured: true,
  isSoldAlone: false,
  ...more,
});
const phase = (name: string, price: number, left = 10) => ({ id: name, name, price, left });
const panel = (types: TicketTypeView[]): SalePanel => ({
  kind: "sale",
  nights: [],
  gone: [],
  lastPlaces: [],
  saleEnds: [],
  types,
  waitingUrl: null,
  isAnonymous: false,
  mostPeople: 20,
  mostForGuest: null,
  code: null,
  wrongCode: null,
  chosen: [],
  refusal: null,
  captcha: null,
});
const chosen = (...lines: [id: string, quantity: number][]) =>
  lines.map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })) as never;

it("tickets at two prices, none of which changed, are a question about both", () => {
  const present = panel([
    type("General", 8000, { phases: [phase("Early Bird", 8000, 2), phase("Preț întreg", 10_000)] }),
  ]);
  expect(
    askAboutPrice({ lines: chosen(["General", 4]), prices: [8000], total: 32_000 }, 36_000, present),
  ).toEqual({
    sentence: "Iei 2 la 80 și 2 la 100?",
    change: null,
    asksSeveral: true,
  });
});

it("a price that changed stands beside the old one, with the old total and the new", () => {
  const present = panel([type("General", 10_000), type("Terasa", 14_000)]);
  const sent = { lines: chosen(["General", 2], ["Terasa", 1]), prices: [8000, 14_000], total: 30_000 };
  expect(askAboutPrice(sent, 34_000, present)).toEqual({
    sentence: "Prețul s-a schimbat: acum 100 LEI. Continui?",
    change: {
      was: 30_000,
      total: 34_000,
      cause: "phase",
      lines: [{ label: "2 × General", was: 16_000, now: 20_000 }],
    },
    asksSeveral: false,
  });
});

it("several changed prices, or a total that had a code, are told by the total alone", () => {
  const two = panel([type("General", 10_000), type("Terasa", 15_000)]);
  const both = { lines: chosen(["General", 1], ["Terasa", 1]), prices: [8000, 14_000], total: 22_000 };
  expect(askAboutPrice(both, 25_000, two)).toMatchObject({
    sentence: "Prețul s-a schimbat: acum 250 LEI. Continui?",
    change: { lines: [{ now: 10_000 }, { now: 15_000 }] },
  });
  const one = panel([type("General", 10_000)]);
  const coded = { lines: chosen(["General", 2]), prices: [10_000], total: 18_000 };
  expect(askAboutPrice(coded, 19_000, one)).toMatchObject({
    sentence: "Prețul s-a schimbat: acum 190 LEI. Continui?",
    change: { was: 18_000, total: 19_000, cause: "code_used", lines: [] },
  });
});

it("agreed parts that changed again are no question about several prices", () => {
  const present = panel([
    type("General", 8000, { phases: [phase("Early Bird", 8000, 1), phase("Preț întreg", 10_000)] }),
  ]);
  const agreed = { lines: chosen(["General", 4]), prices: [8000], total: 36_000 };
  expect(askAboutPrice(agreed, 38_000, present)).toMatchObject({
    sentence: "Prețul s-a schimbat: acum 380 LEI. Continui?",
    change: { was: 36_000, total: 38_000, lines: [], cause: "phase" },
  });
});

it("what was seen without a script is the shown prices less what the code takes off them, whatever they are now", () => {
  const present = panel([
    type("General", 10_000, { phases: [phase("Preț întreg", 10_000)] }),
    type("Parcare", 3000, { entries: 0 }),
  ]);
  const voucher = { id: "v", kind: "percent", percent: 10, isInForce: true, ...ofAll } as const;
  const code = { kind: "usable", code: "ZECE", effect: "", limit: null, uses: 3, voucher } as never;
  const sent = { lines: chosen(["General", 7], ["Parcare", 1]), prices: [8000, 3000], total: 59_000 };
  expect(shownWithCode(sent, { ...present, code })).toBe(59_000 - 3 * 800);
  expect(shownWithCode(sent, present)).toBe(59_000);
  expect(shownWithCode({ ...sent, prices: [], total: null }, { ...present, code })).toBeNull();
});

const ofAll = { eventIds: null, ticketTypeIds: null, perPerson: null };

it("a code that ended is asked about with both totals, and is no question where nothing is lost by it", () => {
  const present = panel([type("General", 10_000)]);
  const sent = { lines: chosen(["General", 2]), prices: [10_000], total: 11_000 };
  expect(askWithoutCode(sent, present)).toEqual({
    sentence: "Codul nu mai este valabil. Fără el: 200 LEI. Continui?",
    change: { was: 11_000, total: 20_000, lines: [], cause: "code_over" },
    asksSeveral: false,
  });
  expect(askWithoutCode({ ...sent, total: 20_000 }, present)).toBeNull();
  expect(askWithoutCode({ ...sent, total: null }, present)).toBeNull();
  expect(askWithoutCode({ ...sent, lines: chosen(["Culise", 1]) }, present)).toBeNull();
});
