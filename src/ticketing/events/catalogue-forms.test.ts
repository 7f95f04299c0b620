import { describe, expect, it } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import { price } from "#ticketing/forms/fields.ts";
import { fieldSentence } from "#web/admin/field-texts.ts";
import { type EventValues, nightForm } from "./event-form.ts";
import { readTicketTypeForm, type TicketTypeValues, wantedStock } from "./ticket-type-form.ts";

const night: EventValues = {
  doors: "21:30",
  ends: "05:00",
  sale_until: "02:00",
  minimum_age: "18",
  address: "",
  directions: "Pe dig.",
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
  [{ ends: "22:30" }, { ends: "same_hour" }],
  [{ doors: "23:00" }, { doors: "after_begin" }],
  [
    { date: "2027-03-28", time: "03:30", doors: "", sale_until: "" },
    { time: "no_such_hour 2027-03-28 03:30" },
  ],
  [
    { date: "2027-03-27", ends: "03:30", sale_until: "03:00" },
    { ends: "no_such_hour 2027-03-28 03:30", sale_until: "no_such_hour 2027-03-28 03:00" },
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
  [
    {
      artists: Array.from({ length: 61 }, (_, n) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`),
    },
    { artists: "unknown" },
  ],
  [{ capacity: "1000001" }, { capacity: "too_big" }],
  [{ capacity: "x1" }, { capacity: "not_a_number" }],
  [{ date: "1999-02-01" }, { date: "not_a_date" }],
  [{ date: "2027-07-180" }, { date: "not_a_date" }],
  [{ date: "x2027-07-18" }, { date: "not_a_date" }],
  [{ date: "+012027-07-18" }, { date: "not_a_date" }],
  [{ time: "22:300" }, { time: "not_a_time" }],
  [{ time: "x22:30" }, { time: "not_a_time" }],
  [{ time: "22:60" }, { time: "not_a_time" }],
  [
    { doors: "21", ends: "24:00", minimum_age: "100", address: "x".repeat(201), directions: "x".repeat(601) },
    {
      doors: "not_a_time",
      ends: "not_a_time",
      minimum_age: "not_a_number",
      address: "too_long",
      directions: "too_long",
    },
  ],
  [{ minimum_age: "0" }, { minimum_age: "not_a_number" }],
  [{ name: "x".repeat(121) }, { name: "too_long" }],
  [{ title: "x".repeat(201) }, { title: "too_long" }],
  [{ location: "x".repeat(201) }, { location: "too_long" }],
];

describe("the form of a night", () => {
  it("requires all fields but the time and the artists (B3-10, B3-12)", () => {
    expect(nightForm.read({ ...night, time: "" })).toMatchObject(done({ time: null, capacity: 800 }));
  });
  it("knows doors, end, age and the way there, each of which may be empty", () => {
    expect(nightForm.read(night)).toMatchObject({
      value: { doors: "21:30", ends: "05:00", minimumAge: 18, address: null, directions: "Pe dig." },
    });
    const none = { doors: "", ends: " ", minimum_age: "", directions: "" };
    expect(nightForm.read({ ...night, ...none })).toMatchObject({
      value: { doors: null, ends: null, minimumAge: null, directions: null },
    });
  });
  it("takes an hour of the morning, and as many artists as a bill has room for", () => {
    const artists = Array.from(
      { length: 60 },
      (_, n) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    );
    for (const time of ["09:00", "19:05", "23:59"])
      expect(nightForm.read({ ...night, doors: "", time, artists })).toMatchObject({
        value: { time, artists },
      });
  });
  it("takes each field trimmed, up to its length, and each artist once in the order of the bill", () => {
    const { minimum_age: _, sale_until: __, ...same } = night;
    const read = { ...same, minimumAge: 18, saleUntil: "02:00", address: null };
    const artists = [2, 1, 3].map((n) => `01980000-0000-7000-8000-00000000000${n}`);
    const long = {
      name: "x".repeat(120),
      title: "x".repeat(200),
      location: "x".repeat(200),
      description: "x".repeat(8000),
    };
    const full = { ...night, ...long, capacity: "1000000" };
    expect(nightForm.read({ ...full, time: " 22:30 ", artists: ["", ...artists, ...artists] })).toEqual(
      done({ ...read, ...long, capacity: 1_000_000, artists }),
    );
    const padded = Object.fromEntries(Object.entries(night).map(([name, value]) => [name, ` ${value} `]));
    expect(nightForm.read({ ...padded, artists: [] } as never)).toEqual(done({ ...read, capacity: 800 }));
  });
  it("takes doors of the evening before, and October's hour that comes twice", () => {
    const late = { date: "2027-10-31", time: "00:30", doors: "23:00", ends: "03:30", sale_until: "03:00" };
    expect(nightForm.read({ ...night, ...late })).toMatchObject({ ok: true });
  });
  it("names a missing hour, its day and what the clock does", () => {
    expect(fieldSentence("no_such_hour 2027-03-28 03:30")).toBe(
      "Ora 03:30 nu există pe 28.03.2027: ceasul trece de la 03:00 la 04:00.",
    );
  });
  it.each(eventCases)("refuses %j (B3-10, B3-11, B15-06)", (about, problems) => {
    expect(nightForm.read({ ...night, ...about })).toEqual(refused(problems));
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
  code_per: "order",
  stripe_price_id: "",
  sale_starts_at: "",
  sale_ends_at: "",
  offer_rank: "",
  requires_code: "",
  is_add_on: "",
  enter_until: "",
  pool: "",
  pool_name: "",
  pool_capacity: "",
  phases: [],
};

const typeCases: [about: Partial<TicketTypeValues>, problems: object][] = [
  [{ type: "  " }, { type: "required" }],
  [{ price: "" }, { price: "required" }],
  [{ price: "-1" }, { price: "not_a_number" }],
  [{ price: "120.5" }, { price: "not_a_number" }],
  [{ price: "1.200" }, { price: "not_a_number" }],
  [{ price: "33,33" }, { price: "not_a_number" }],
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
  ...["2027-06-01T10:00", "2027-06-01T09:59"].map((sale_ends_at): (typeof typeCases)[number] => [
    { sale_starts_at: "2027-06-01T10:00", sale_ends_at },
    { sale_ends_at: "before_start" },
  ]),
  ...[
    "2027-06-01",
    "2027-13-01T10:00",
    "2027-06-01T10:61",
    "x2027-06-01T10:00",
    "2027-06-01T10:000",
    "+012027-06-01T10:00",
    "2027-06-01T10:00T5",
  ].map((sale_starts_at): (typeof typeCases)[number] => [
    { sale_starts_at },
    { sale_starts_at: "not_a_date" },
  ]),
  ...["x", "0", "100", "-1"].map((offer_rank): (typeof typeCases)[number] => [
    { offer_rank },
    { offer_rank: "not_a_number" },
  ]),
  [{ enter_until: "24:00" }, { enter_until: "not_a_time" }],
  ...["price_", "xprice_1", "price_1 2"].map((stripe_price_id): (typeof typeCases)[number] => [
    { stripe_price_id },
    { stripe_price_id: "unknown" },
  ]),
  [{ stripe_price_id: `price_${"1".repeat(250)}` }, { stripe_price_id: "too_long" }],
  [{ type: "x".repeat(121) }, { type: "too_long" }],
  [{ description: "x".repeat(4001) }, { description: "too_long" }],
  [{ price: "100001" }, { price: "too_big" }],
  [{ entries: "101" }, { entries: "too_big" }],
  [{ quantity_available: "1000001" }, { quantity_available: "too_big" }],
];

const rows = (...typed: (readonly [name: string, price: string, until?: string, tickets?: string])[]) =>
  typed.map(([name, price, until = "", tickets = ""]) => ({ id: "", name, price, until, tickets }));
const july = (day: number) => `2031-07-0${day}T23:59`;

const phaseCases: [rows: ReturnType<typeof rows>, problems: object][] = [
  [rows(["", "80", july(1)], ["Apoi", ""]), { phase_1_name: "required", phase_2_price: "required" }],
  [rows(["x".repeat(121), "80"]), { phase_1_name: "too_long" }],
  ...["80,5", "-80", "8e1"].map((price): (typeof phaseCases)[number] => [
    rows(["Acum", price]),
    { phase_1_price: "not_a_number" },
  ]),
  [rows(["Acum", "1"]), { phase_1_price: "too_small" }],
  [rows(["Acum", "100001"]), { phase_1_price: "too_big" }],
  [rows(["Acum", "80", "1 iulie"], ["Apoi", "90"]), { phase_1_until: "not_a_date" }],
  [rows(["Acum", "80", "", "0"], ["Apoi", "90"]), { phase_1_tickets: "too_small" }],
  [rows(["Acum", "80", "", "o sută"], ["Apoi", "90"]), { phase_1_tickets: "not_a_number" }],
  [rows(["Acum", "80"], ["Apoi", "90"]), { phase_1_until: "no_end" }],
  [
    rows(["Acum", "80", july(2)], ["Apoi", "90", july(2)], ["La final", "95"]),
    { phase_2_until: "before_start" },
  ],
  [
    rows(["Acum", "80", july(2)], ["Apoi", "90", "", "5"], ["Și apoi", "92", july(1)], ["La final", "95"]),
    { phase_3_until: "before_start" },
  ],
  [
    rows(["Acum", "80", july(1)], ["Apoi", "90", july(2), "5"]),
    { phase_2_until: "never_ends", phase_2_tickets: "never_ends" },
  ],
  [rows(["Acum", "80", "", "5"]), { phase_1_name: "alone" }],
  [rows(["", ""], ["Acum", "80"]), { phase_2_name: "alone" }],
  // a row that was left empty counts where it stands
  [rows(["Acum", "80", july(1)], ["", ""], ["Apoi", ""]), { phase_3_price: "required" }],
  [
    rows(...Array.from({ length: 11 }, (_, n) => [`Faza ${n}`, "80", `2031-08-${10 + n}T10:00`] as const)),
    { phase_10_name: "too_many" },
  ],
];

describe("the phases in the form of a ticket type", () => {
  it("may be one alone where it is a saved one without an end: it is the type's price", () => {
    const alone = (until: string, tickets: string) =>
      readTicketTypeForm({
        ...type,
        price: "",
        phases: [{ id: "abc", name: "Preț întreg", price: "80", until, tickets }],
      });
    expect(alone("", "")).toMatchObject(done({ price: 8000, phases: [{ id: "abc", row: 1 }] }));
    for (const [until, tickets] of [
      [july(1), ""],
      ["", "5"],
    ] as const)
      expect(alone(until, tickets)).toEqual(refused({ phase_1_name: "alone" }));
  });

  it("are rows with a name, a price and an end; the last has none, and its price is the type's", () => {
    const phases = rows(
      ["Early", " 80 ", july(1), "200"],
      [" ", ""],
      ["Avans", "90", "", "5"],
      ["La final", "100"],
    );
    const read = readTicketTypeForm({
      ...type,
      price: "",
      phases: [{ ...phases[0], id: "abc" }, ...phases.slice(1)] as never,
    });
    expect(read).toMatchObject({
      value: {
        price: 10_000,
        phases: [
          {
            row: 1,
            id: "abc",
            name: "Early",
            price: 8000,
            endsAt: new Date("2031-07-01T20:59:00Z"),
            tickets: 200,
          },
          { row: 3, id: "", name: "Avans", price: 9000, endsAt: null, tickets: 5 },
          { row: 4, name: "La final", price: 10_000, endsAt: null, tickets: null },
        ],
      },
    });
    expect(
      readTicketTypeForm({
        ...type,
        price: " 90 ",
        phases: rows(["Acum", "80", "", " 5 "], ["Apoi", "90", "", "  "]),
      }),
    ).toMatchObject({ value: { phases: [{ tickets: 5 }, { tickets: null }] } });
    const two = rows(["Acum", "80", "", "5"], ["Apoi", "100"]);
    expect(readTicketTypeForm({ ...type, price: "90", phases: two })).toEqual({
      ...refused({ price: "not_last" }),
    });
    const ten = rows(
      ...Array.from(
        { length: 10 },
        (_, n) => [`Faza ${n}`, "80", n === 9 ? "" : `2031-08-${10 + n}T10:00`] as const,
      ),
    );
    expect(readTicketTypeForm({ ...type, price: "80", phases: ten }).ok).toBe(true);
    expect(readTicketTypeForm({ ...type, price: "", phases: rows(["", ""]) })).toMatchObject({
      refusal: { price: "required" },
    });
  });

  it.each(phaseCases)("are refused by the field that is wrong: %j", (phases, problems) => {
    expect(readTicketTypeForm({ ...type, price: "", phases })).toEqual(refused(problems));
  });
});

const pool = "01980000-0000-7000-8000-00000000000a";
const poolCases: [about: Partial<TicketTypeValues>, problems: object][] = [
  [{ pool: "new" }, { pool_name: "required", pool_capacity: "required" }],
  [{ pool: "new", pool_name: "x".repeat(121), pool_capacity: "5" }, { pool_name: "too_long" }],
  [{ pool: "new", pool_name: "Plaja", pool_capacity: "x" }, { pool_capacity: "not_a_number" }],
  [{ pool, pool_name: "Plaja" }, { pool_name: "no_pool" }],
  [
    { pool_name: "Plaja", pool_capacity: "5" },
    { pool_name: "no_pool", pool_capacity: "no_pool" },
  ],
  [{ pool: "alt" }, { pool: "unknown" }],
  [{ pool, events: [...type.events, pool] }, { pool: "one_night" }],
  [{ pool, type: "Early Bird" }, { pool: "one_night" }],
  [{ pool, is_season_pass: "1", events: [] }, { pool: "one_night" }],
];

describe("the pool in the form of a ticket type", () => {
  it("is none, one that there is, with its places where they change, or a new one", () => {
    const read = (about: Partial<TicketTypeValues>) => readTicketTypeForm({ ...type, ...about });
    expect(read({ pool })).toMatchObject({ value: { pool: { kind: "known", id: pool, capacity: null } } });
    expect(read({ pool, pool_capacity: " 40 " })).toMatchObject({
      value: { pool: { id: pool, capacity: 40 } },
    });
    expect(read({ pool: "new", pool_name: " Plaja ", pool_capacity: "40" })).toMatchObject({
      value: { pool: { kind: "new", name: "Plaja", capacity: 40 } },
    });
  });

  it.each(poolCases)("is refused by the field that is wrong: %j", (about, problems) => {
    expect(readTicketTypeForm({ ...type, ...about })).toEqual(refused(problems));
  });
});

describe("the form of a ticket type", () => {
  it("takes a price of whole lei from 0, a quantity from 0 and entries from 1 (B5-13, B5-14, B5-15, B6-07, B6-08, B6-09, B15-07, B15-08)", () => {
    expect(readTicketTypeForm({ ...type, price: "0", quantity_available: "0" })).toMatchObject(
      done({ price: 0, left: 0, entries: 1, isSeasonPass: false }),
    );
    expect(readTicketTypeForm(type)).toMatchObject({ value: { price: 12_000 } });
  });
  it("takes a price of the provider by its id, a rank, and an end of the sale alone", () => {
    const change = { stripe_price_id: "price_1Abc", offer_rank: "5", sale_ends_at: "2027-06-01T10:00" };
    expect(readTicketTypeForm({ ...type, ...change })).toMatchObject({
      value: { priceId: "price_1Abc", offerRank: 5, saleStartsAt: null },
    });
  });
  it("lets only a season pass leave the nights open (B5-17)", () => {
    expect(readTicketTypeForm({ ...type, events: [], is_season_pass: "1" }).ok).toBe(true);
  });
  it("reads the sales window as Bucharest time", () => {
    expect(readTicketTypeForm({ ...type, sale_starts_at: "2027-07-01T10:00" })).toMatchObject({
      value: { saleStartsAt: new Date("2027-07-01T07:00:00.000Z") },
    });
  });
  it("hands on each field as it is stored", () => {
    expect(
      readTicketTypeForm({
        type: " Abonament ",
        price: " 300 ",
        entries: "100",
        description: " Toate nopțile. ",
        quantity_available: "1000000",
        events: type.events,
        is_season_pass: "1",
        code_per: "person",
        stripe_price_id: " price_1 ",
        sale_starts_at: " 2027-06-01T10:00 ",
        sale_ends_at: "2027-06-01T10:01",
        offer_rank: " 12 ",
        requires_code: "",
        is_add_on: "",
        enter_until: " 23:00 ",
        pool: "",
        pool_name: "",
        pool_capacity: "",
        phases: [],
      }),
    ).toEqual(
      done({
        type: "Abonament",
        price: 30_000,
        entries: 100,
        description: "Toate nopțile.",
        events: type.events,
        isSeasonPass: true,
        codePer: "person",
        priceId: "price_1",
        saleStartsAt: new Date("2027-06-01T07:00:00.000Z"),
        saleEndsAt: new Date("2027-06-01T07:01:00.000Z"),
        offerRank: 12,
        requiresCode: false,
        admits: true,
        enterUntil: "23:00",
        pool: { kind: "none" },
        phases: [],
        left: 1_000_000,
      }),
    );
    expect(readTicketTypeForm(type)).toMatchObject({
      value: {
        description: null,
        priceId: null,
        saleStartsAt: null,
        saleEndsAt: null,
        offerRank: null,
        requiresCode: false,
        enterUntil: null,
      },
    });
  });
  it("knows no other kind of pass", () => {
    expect(readTicketTypeForm({ ...type, is_season_pass: "yes" }).ok).toBe(false);
  });
  it("takes an add-on that is an ordinary type and has nothing that counts people (39)", () => {
    const addOn = { ...type, type: "Parcare", is_season_pass: "", entries: "1", is_add_on: "1" };
    expect(readTicketTypeForm(addOn)).toMatchObject({ value: { admits: false, entries: 1 } });
    const wrong = (about: Partial<TicketTypeValues>) => readTicketTypeForm({ ...addOn, ...about });
    expect(wrong({ entries: "2", enter_until: "23:00" })).toEqual({
      ...refused({ entries: "add_on", enter_until: "add_on" }),
    });
    expect(wrong({ pool: "new", pool_name: "Plaja", pool_capacity: "5" })).toEqual({
      ...refused({ pool: "add_on" }),
    });
    for (const about of [{ is_season_pass: "1" }, { type: "Early Bird" }])
      expect(wrong(about)).toMatchObject({ refusal: { is_add_on: "ordinary" } });
  });
  it("lets a code open no type that is sold alone, on a page where nobody types one", () => {
    const hidden = { ...type, type: "Culise", is_season_pass: "", requires_code: "1" };
    expect(readTicketTypeForm(hidden)).toMatchObject({ value: { requiresCode: true } });
    for (const about of [{ is_season_pass: "1" }, { type: "Early Bird" }])
      expect(readTicketTypeForm({ ...hidden, ...about })).toEqual({
        ...refused({ requires_code: "sold_alone" }),
      });
  });
  it("makes one code for an order unless it says one for each person", () => {
    for (const [said, codePer] of [
      ["", "order"],
      ["order", "order"],
      ["person", "person"],
    ] as const)
      expect(readTicketTypeForm({ ...type, code_per: said })).toMatchObject({ value: { codePer } });
    expect(readTicketTypeForm({ ...type, code_per: "seat" }).ok).toBe(false);
  });
  it.each(typeCases)(
    "refuses %j (B5-12, B5-13, B5-14, B5-15, B5-17, B6-06, B6-07, B6-08, B6-09)",
    (about, problems) => {
      expect(readTicketTypeForm({ ...type, ...about })).toEqual(refused(problems));
    },
  );
});

describe("the fields capacity and left, which change each other", () => {
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
    expect(wantedStock(typed, seen)).toEqual(done(wanted));
  });
  it("blanks around a number change nothing", () => {
    expect(wantedStock({ capacity: " 100 ", left: 40 }, { capacity: "100 ", left: " 40" })).toEqual(
      done({ kind: "unchanged" }),
    );
  });
  it("the capacity must be a number", () => {
    expect(wantedStock({ capacity: "multe", left: 1 }, seen)).toEqual(refused({ capacity: "not_a_number" }));
  });
});

it.each([
  [" 1.250,50 ", 125_050],
  ["2.000", 200_000],
  ["", "required"],
  ["1.5", "not_an_amount"],
  ["2.000,01", "too_big"],
])("the amount %j is read as %j, in whole bani up to a limit", (typed, read) => {
  const found = price(0, 200_000).read(typed);
  expect(found.ok ? found.value : found.refusal).toBe(read);
});
