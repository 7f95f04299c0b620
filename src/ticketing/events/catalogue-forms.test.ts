import { describe, expect, it } from "vitest";
import { type EventValues, readEventForm } from "./event-form.ts";
import { readTicketTypeForm, type TicketTypeValues, wantedStock } from "./ticket-type-form.ts";

const night: EventValues = {
  name: "Luna Plină",
  title: "Luna Plină",
  description: "Techno marin.",
  date: "2027-07-18",
  time: "22:30",
  location: "Plaja Licurici",
  capacity: "800",
  artists: [],
};

const eventCases: [about: Partial<EventValues>, problems: object][] = [
  [
    { name: "", title: " ", date: "", location: "", description: "" },
    { name: "required", title: "required", date: "required", location: "required", description: "required" },
  ],
  [{ capacity: "0" }, { capacity: "too_small" }],
  [{ capacity: "" }, { capacity: "required" }],
  [{ capacity: "-5" }, { capacity: "not_a_number" }],
  [{ capacity: "12.5" }, { capacity: "not_a_number" }],
  [{ capacity: "99999999999" }, { capacity: "not_a_number" }],
  [{ date: "2027-02-30" }, { date: "not_a_date" }],
  [{ date: "mâine" }, { date: "not_a_date" }],
  [{ time: "25:00" }, { time: "not_a_time" }],
  [{ description: "x".repeat(8001) }, { description: "too_long" }],
  [{ artists: ["1 OR 1=1"] }, { artists: "unknown" }],
];

describe("the form of a night", () => {
  it("takes all but the time and the artists as required (B3-10, B3-12)", () => {
    expect(readEventForm({ ...night, time: "" })).toMatchObject({
      ok: true,
      value: { time: null, capacity: 800 },
    });
  });
  it.each(eventCases)("refuses %j (B3-10, B3-11, B15-06)", (about, problems) => {
    expect(readEventForm({ ...night, ...about })).toEqual({ ok: false, refusal: problems });
  });
});

const type: TicketTypeValues = {
  type: "Intrare generală",
  price: "120",
  entries: "1",
  description: "",
  quantity_available: "100",
  events: ["01980000-0000-7000-8000-000000000001"],
  is_season_pass: "",
  stripe_price_id: "",
  sale_starts_at: "",
  sale_ends_at: "",
  offer_rank: "",
};

const typeCases: [about: Partial<TicketTypeValues>, problems: object][] = [
  [{ type: "  " }, { type: "required" }],
  [{ price: "" }, { price: "required" }],
  [{ price: "-1" }, { price: "not_a_number" }],
  [{ price: "120.5" }, { price: "not_a_number" }],
  [{ price: "1e3" }, { price: "not_a_number" }],
  [{ quantity_available: "-1" }, { quantity_available: "not_a_number" }],
  [{ quantity_available: "" }, { quantity_available: "required" }],
  [{ entries: "0" }, { entries: "too_small" }],
  [{ entries: "" }, { entries: "required" }],
  [{ events: [] }, { events: "required" }],
  [
    { events: [], price: "" },
    { events: "required", price: "required" },
  ],
  [{ stripe_price_id: "prod_1" }, { stripe_price_id: "unknown" }],
  [
    { sale_starts_at: "2027-06-01T10:00", sale_ends_at: "2027-06-01T09:59" },
    { sale_ends_at: "before_start" },
  ],
  [{ offer_rank: "x" }, { offer_rank: "not_a_number" }],
];

describe("the form of a ticket type", () => {
  it("takes a price of whole lei from 0, a quantity from 0 and entries from 1 (B5-13, B5-14, B5-15, B6-07, B6-08, B6-09, B15-07, B15-08)", () => {
    expect(readTicketTypeForm({ ...type, price: "0", quantity_available: "0" })).toMatchObject({
      ok: true,
      value: { price: 0, left: 0, entries: 1, isSeasonPass: false },
    });
    expect(readTicketTypeForm(type)).toMatchObject({ value: { price: 12_000 } });
  });
  it("lets only a season pass leave the nights open (B5-17)", () => {
    expect(readTicketTypeForm({ ...type, events: [], is_season_pass: "1" }).ok).toBe(true);
  });
  it("reads the sales window on the clocks of Bucharest", () => {
    expect(readTicketTypeForm({ ...type, sale_starts_at: "2027-07-01T10:00" })).toMatchObject({
      value: { saleStartsAt: "2027-07-01T07:00:00.000Z" },
    });
  });
  it.each(typeCases)(
    "refuses %j (B5-12, B5-13, B5-14, B5-15, B5-17, B6-06, B6-07, B6-08, B6-09)",
    (about, problems) => {
      expect(readTicketTypeForm({ ...type, ...about })).toEqual({ ok: false, refusal: problems });
    },
  );
});

describe("of whole and rest, which move each other", () => {
  const seen = { capacity: "100", left: "40" };
  it.each([
    [{ capacity: "100", left: 40 }, { kind: "unchanged" }],
    [
      { capacity: "100", left: 25 },
      { kind: "left", left: 25 },
    ],
    [
      { capacity: "120", left: 40 },
      { kind: "capacity", capacity: 120 },
    ],
    [
      { capacity: "120", left: 60 },
      { kind: "capacity", capacity: 120 },
    ],
  ] as const)("%j means %j", (typed, wanted) => {
    expect(wantedStock(typed, seen)).toEqual({ ok: true, value: wanted });
  });
  it("the whole is a number too", () => {
    expect(wantedStock({ capacity: "multe", left: 1 }, seen)).toEqual({
      ok: false,
      refusal: { capacity: "not_a_number" },
    });
  });
});
