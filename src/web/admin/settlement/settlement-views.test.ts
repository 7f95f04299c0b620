import { expect, it } from "vitest";
import type { NightSettlement } from "#ticketing/reports/night-settlement.ts";
import { settlementTables } from "#ticketing/reports/settlement-table.ts";
import { settlementScreenTexts } from "./settlement-screen-texts.ts";
import { viewOfDays, viewOfNight } from "./settlement-views.ts";

const night = {
  id: "n",
  title: "Luna Plină",
  date: "2026-07-18",
  capacity: 500,
  isOver: true,
  cancelled: null,
  listed: 10,
  listedEntered: 8,
  entered: 75,
  rate: null,
};
const settlement: NightSettlement = {
  nights: [night],
  doorSales: [],
  payoutParts: [],
  rows: [
    {
      eventId: "n",
      kind: "ticket",
      typeName: "Intrare",
      phaseName: null,
      price: 7_000,
      sold: 90,
      tickets: 90,
      addOns: 0,
      free: 0,
      gross: 630_000,
      discounts: 0,
      returned: 0,
      net: 630_000,
      expected: 90,
      entered: 67,
    },
  ],
  books: {
    report: 630_000,
    passesInReport: 0,
    ledger: 630_000,
    elsewhere: 0,
    paidIn: 630_000,
    paidBack: 0,
    disputed: 0,
    atBank: 0,
    atBankHere: 0,
    owed: 0,
    owedHere: {},
    owedRead: 0,
    owedReadHere: {},
    compared: null,
    balance: null,
  },
};

it("counts who bought at the door among who came in, and not among who was expected", () => {
  const cameIn = (more: Partial<NightSettlement>) =>
    viewOfNight({ ...settlement, ...more }, night).figures.find(({ label }) => label === "Au intrat");
  expect(cameIn({})).toMatchObject({
    value: "75",
    note: "67 din 90 cu bilet, 8 din 10 pe liste, 25 de oameni nu au venit, 25 %",
  });
  const doorSales = [
    { eventId: "n", typeName: "La ușă", means: "cash" as const, tickets: 2, people: 4, bani: 26_000 },
  ];
  expect(cameIn({ doorSales, nights: [{ ...night, entered: 79 }] })).toMatchObject({
    value: "79",
    note: "67 din 90 cu bilet, 8 din 10 pe liste, 4 oameni cu bilet de la ușă, 25 de oameni nu au venit, 25 %",
  });
});

it("says of one person and of several that they did not come", () => {
  const note = (missing: number) => settlementScreenTexts.noShow(missing, 2);
  expect([0, 1, 2, 25].map(note)).toEqual([
    "au venit toți",
    "1 om nu a venit, 2 %",
    "2 oameni nu au venit, 2 %",
    "25 de oameni nu au venit, 2 %",
  ]);
});

it("has as many people as the door's board, and says how many of them were not awaited", () => {
  const more = { ...settlement, nights: [{ ...night, entered: 76 }] };
  expect(viewOfNight(more, night).figures.find(({ label }) => label === "Au intrat")).toMatchObject({
    value: "76",
    note: "67 din 90 cu bilet, 8 din 10 pe liste, 1 om peste: intrări duble, pe bilete de test sau pe nume scoase de pe liste, 25 de oameni nu au venit, 25 %",
  });
});

it("of some days says that figures change while one of their nights is to come", () => {
  const days = { from: "2026-07-01", to: "2026-07-31" };
  const over = { ...night, isOver: true };
  const noticeOf = (nights: (typeof night)[]) => viewOfDays({ ...settlement, nights }, days).notice;
  expect(noticeOf([over, { ...night, isOver: false }])).toContain("cifrele se mai schimbă");
  expect(noticeOf([over])).toBeNull();
});

it("says of a night without lists how many of those with a ticket came", () => {
  const told = { ...night, isOver: false, listed: 0, listedEntered: 0, entered: 67 };
  const view = viewOfNight({ ...settlement, nights: [told] }, told);
  expect(view.figures[2]?.note).toBe("67 din 90 cu bilet");
});

it("counts tickets that were paid for and free ones apart, by what each cost, and add-ons beside them", () => {
  const [row] = settlement.rows;
  if (!row) throw new Error("no row");
  const rows = [
    { ...row, sold: 11, tickets: 10, free: 2 },
    { ...row, kind: "add_on" as const, tickets: 3, addOns: 3 },
    { ...row, kind: "invitation" as const, tickets: 4, free: 4 },
  ];
  const tile = viewOfNight({ ...settlement, rows }, night).figures.find(({ label }) => label === "Bilete");
  expect(tile).toEqual({
    label: "Bilete",
    value: "14",
    note: "8 plătite, 6 fără bani; pe lângă ele 3 suplimente",
  });
});

it("says at the provider's figures when they were read, which may be hours before the page", () => {
  const balance = { at: new Date("2026-07-19T06:05:00Z"), isOfLastComparison: true, entries: 0, later: 0 };
  const payoutParts = [{ eventId: "n", payout: null, gross: 20_000, fees: 430, feesOfReturns: 0 }];
  const read = viewOfNight({ ...settlement, payoutParts, books: { ...settlement.books, balance } }, night);
  expect(read.byCardTitle).toBe("Prin procesatorul de carduri, citit la 19 iulie, 09:05");
  expect(read.figures.find(({ label }) => label === "Comisioane")?.note).toBe(
    "ale procesatorului, citit la 19 iulie, 09:05",
  );
  const back = viewOfNight(
    {
      ...settlement,
      payoutParts: [{ eventId: "n", payout: null, gross: 0, fees: 7_930, feesOfReturns: 7_500 }],
    },
    night,
  );
  expect(back.figures.find(({ label }) => label === "Comisioane")?.note).toBe(
    "din care 75,00 pe rambursări și contestații",
  );
  expect(viewOfNight(settlement, night).byCardTitle).toBe("Prin procesatorul de carduri");
});

it("writes thousands with a dot, in its tiles and in its rows, and says of what the VAT is a part", () => {
  const [row] = settlement.rows;
  if (!row) throw new Error("no row");
  const rated = { ...night, rate: { rate: 2_100, validFrom: "2025-08-01" } };
  const view = viewOfNight(
    { ...settlement, nights: [rated], rows: [{ ...row, sold: 1_136, tickets: 1_136 }] },
    rated,
  );
  const tile = (label: string) => view.figures.find((figure) => figure.label === label);
  expect([tile("Bilete")?.value, view.total.sold]).toEqual(["1.136", "1.136"]);
  expect(tile("TVA în net")?.note).toBe(`din ${view.total.net}, cu TVA inclus`);
});

it("no rate's VAT hides in another's: each has its base and its VAT on lines of its own, which add up to what was taken", () => {
  const [row] = settlement.rows;
  if (!row) throw new Error("no row");
  const of = (id: string, rate: number | null) => ({
    ...night,
    id,
    rate: rate === null ? null : { rate, validFrom: "2025-08-01" },
  });
  const rows = [
    { ...row, eventId: "a", net: 121_000 },
    { ...row, eventId: "b", net: 111_000 },
    { ...row, eventId: "b", net: 333 },
    { ...row, eventId: "c", net: 5_000 },
  ];
  const doorSales = [
    { eventId: "a", typeName: "La ușă", means: "cash" as const, tickets: 1, people: 1, bani: 12_100 },
  ];
  const several = { ...settlement, nights: [of("a", 2_100), of("b", 1_100), of("c", null)], rows, doorSales };
  const { tax } = viewOfDays(several, { from: "2026-07-01", to: "2026-07-31" });
  expect(tax).toEqual([
    { label: "Baza la TVA 21 %, online", value: "1.000,00" },
    { label: "TVA 21 %, online", value: "210,00" },
    { label: "Baza la TVA 11 %, online", value: "1.003,00" },
    { label: "TVA 11 %, online", value: "110,33" },
    { label: "Fără cotă de TVA, online", value: "50,00" },
    { label: "Baza la TVA 21 %, la ușă", value: "100,00" },
    { label: "TVA 21 %, la ușă", value: "21,00" },
  ]);
  const all = tax.reduce((sum, { value }) => sum + Number(value.replace(/[.,]/g, "")), 0);
  expect(all).toBe(rows.reduce((n, { net }) => n + net, 12_100));
  const sheet = settlementTables(several).vat.rows.map(([, , net, base, vat]) => [
    net,
    Number(base) + Number(vat),
  ]);
  expect(sheet).toEqual([
    [121_000, 121_000],
    [111_333, 111_333],
    [5_000, 0],
    [12_100, 12_100],
  ]);
});

it("says of a cancelled night whether the money of used tickets stays", () => {
  const noticeOf = (cancelled: "refunded" | "kept") =>
    viewOfNight(settlement, { ...night, cancelled }).notice;
  expect(noticeOf("refunded")).toBe("Noaptea s-a anulat: ce nu s-a dat încă înapoi e încă aici.");
  expect(noticeOf("kept")).toContain("banii biletelor folosite rămân aici");
});
