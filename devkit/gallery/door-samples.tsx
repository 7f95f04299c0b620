import { AfterPage, type AfterView } from "#web/gate/after/after-route.tsx";
import { afterTexts, doorSaleTexts as texts } from "#web/gate/chief-texts.ts";
import { DoorSalePage, type DoorSaleView } from "#web/gate/sale/door-sale-route.tsx";
import type { StockLeft } from "#web/gate/scanner/phone-sale.ts";
import { networkView, ScannerFrame } from "#web/gate/scanner/scanner-frame.tsx";
import { ScannerHandOver } from "#web/gate/scanner/scanner-hand-over.tsx";
import { ScannerSale } from "#web/gate/scanner/scanner-sale.tsx";
import { leiInWords } from "#web/gate/scanner/scanner-texts.ts";
import { unknownSample } from "./board-samples.tsx";
import { screensOf } from "./render-screen.tsx";

const night = { id: "n", title: "Vinil și Valuri", when: "sâmbătă, 24 iulie", namesPeople: true };

const sale: DoorSaleView = {
  night,
  isChief: true,
  phones: [
    {
      id: "a1",
      name: "Poarta A, Radu M.",
      closed: null,
      ticketsSetAside: 32,
      unsettled: null,
      tillLeft: null,
      offers: [
        { id: "t1", text: texts.offer("Intrare la ușă", "130 lei", 88) },
        { id: "t2", text: texts.offer("Grup de 5", "550 lei", 6) },
      ],
      shares: [
        { id: "s1", name: "Intrare la ușă · 130 lei", counts: texts.counts(19, 30, 11), left: 19 },
        { id: "s2", name: "Grup de 5 · 550 lei", counts: texts.counts(0, 2, 2), left: 0 },
      ],
    },
    {
      id: "b1",
      name: "Poarta B, Sorin P.",
      closed: texts.closed("24 iul., 23:41", "Anca V."),
      ticketsSetAside: 20,
      unsettled: texts.unsettled(12, true, null),
      tillLeft: "220 lei",
      offers: [],
      shares: [{ id: "s3", name: "Intrare la ușă · 130 lei", counts: texts.counts(20, 20, 0), left: 20 }],
    },
  ],
  sales: [
    { id: "cash", label: "Numerar", note: texts.sum(8, 8), sum: "1.040 lei" },
    { id: "terminal", label: "Card la POS", note: texts.sum(5, 13), sum: "1.490 lei" },
  ],
  tills: [
    {
      id: "1",
      name: texts.tillAt("Poarta A, Radu M.", "24 iul., 23:40"),
      expected: "1.240 lei",
      counted: "1.230 lei",
      opening: "",
      difference: texts.difference({ short: 1000, over: 0 }, leiInWords),
      advice: "",
      isOff: true,
    },
    {
      id: "2",
      name: texts.tillOpen("Poarta A, Radu M.", { isLate: false, isLeft: false }),
      expected: "130 lei",
      counted: "",
      difference: "",
      opening: "",
      advice: "",
      isOff: false,
    },
    {
      id: "3",
      name: texts.tillsUntil("Poarta B, Sorin P.", 12, "24 iul., 23:20"),
      expected: "4.210 lei",
      counted: "4.200 lei",
      opening: "",
      difference: texts.difference({ short: 3000, over: 2000 }, leiInWords),
      advice: "",
      isOff: true,
    },
    {
      id: "4",
      name: texts.tillByOffice("Poarta B, Sorin P.", "25 iul., 01:10"),
      expected: "1.000 lei",
      counted: "300 lei",
      opening: "",
      difference: texts.difference({ short: 70_000, over: 0 }, leiInWords),
      advice: "",
      isOff: true,
    },
    {
      id: "5",
      name: `${texts.tillAt("Poarta B, Sorin P.", "24 iul., 23:35")}, ${texts.late(1)}`,
      expected: "0 lei",
      counted: "1.000 lei",
      opening: "",
      difference: texts.difference({ short: 0, over: 100_000 }, leiInWords),
      advice: "",
      isOff: true,
    },
    {
      id: "6",
      name: texts.tillOpen("Poarta B, Sorin P.", { isLate: true, isLeft: false }),
      expected: "−130 lei",
      counted: "",
      opening: "",
      difference: "",
      advice: texts.lateAdvice,
      isOff: false,
    },
  ],
};

export const doorSaleSamples = screensOf(DoorSalePage, {
  "door-sale": { view: sale, answer: null },
  "door-sale-none": { view: { ...sale, phones: [], sales: [], tills: [] }, answer: null },
  "door-sale-refused": {
    view: { ...sale, isChief: false },
    answer: { phone: "a1", text: texts.refused.not_enough(88), typed: { type: "t1", quantity: "90" } },
  },
});

const after: AfterView = {
  night,
  unsent: null,
  settled: "Toate cele 5 telefoane au trimis tot; nimic netrimis.",
  now: "05:12",
  figures: [
    { label: "Au intrat", value: 1071, note: afterTexts.ofTickets({ came: 1012, awaited: 75 }, 1071) },
    { label: "N-au venit", value: 75, note: "intrări vândute, nefolosite" },
    { label: "De lămurit", value: 2, note: "1 dublă, 1 altul" },
    { label: "Vânzare la ușă", value: 13, note: "2.530 lei" },
  ],
  quarters: ["21:45", "22:00", "22:15", "22:30", "22:45"].map((from, at) => ({
    from,
    until: from,
    people: [31, 78, 143, 120, 96][at] ?? 0,
  })),
  lists: {
    overrides: [],
    doubles: [
      {
        id: "d1",
        lead: "FSC-3371-098642",
        what: "Intrare generală",
        excess: "+1",
        entered: 2,
        mark: null,
        rows: [
          { id: "0", time: "21:58", where: "Poarta C, Vlad N.", how: "fără internet" },
          { id: "1", time: "22:31", where: "Poarta A, Radu M.", how: "cu internet" },
        ],
      },
      {
        id: "d2",
        lead: "FSC-7045-220918",
        what: "Intrare generală",
        excess: "+1",
        entered: 2,
        mark: "lămurit de Anca V., la 23:40: aceeași persoană, ieșise fără ștampilă",
        rows: [
          { id: "0", time: "23:04", where: "Poarta A, Mara D.", how: "cu internet" },
          { id: "1", time: "23:06", where: "Poarta C, Vlad N.", how: "fără internet" },
        ],
      },
    ],
    found: [
      {
        id: "f1",
        what: "Bilet anulat sau rambursat, FSC-2218-507713",
        lead: "22:36",
        note: "Poarta B, Ilinca T. · persoana e numărată",
        mark: null,
      },
      {
        id: "f2",
        what: "Codul șefului arătat a doua oară",
        lead: "22:58",
        note: "Poarta A, Radu M. · persoana e numărată",
        mark: "lămurit de Anca V., la 23:42: eu am arătat codul la amândoi",
      },
    ],
    unknown: unknownSample,
  },
  people: [
    {
      id: "a1",
      name: "Poarta A, Radu M.",
      facts: "498 admise · 6 lăsați de șef · 2 anulări: 2 greșit apăsat",
    },
  ],
  sales: sale.sales,
  tills: sale.tills,
};

export const afterSamples = screensOf(AfterPage, {
  after: { view: after, answer: null },
  "after-wrong": { view: after, answer: { subject: "d1", word: "", notice: afterTexts.wordWrong } },
  "after-unsent": {
    answer: null,
    view: {
      ...after,
      unsent:
        "1 telefon mai are 37 de rânduri de trimis. 1 telefon n-a mai dat semn: nu se știe ce a scris de atunci.",
      lists: { ...after.lists, doubles: [], found: [] },
      quarters: [],
    },
  },
});

const nothing = () => {};
const stock: StockLeft[] = [
  {
    typeId: "t1",
    name: "Intrare la ușă",
    price: 13_000,
    entries: 1,
    quantity: 30,
    sold: 11,
    left: 19,
    endedAt: null,
  },
  {
    typeId: "t2",
    name: "Grup de 5",
    price: 55_000,
    entries: 5,
    quantity: 2,
    sold: 0,
    left: 2,
    endedAt: null,
  },
];
const till = {
  cash: 104_000,
  terminal: 78_000,
  tickets: { cash: 8, terminal: 6, protocol: 2 },
  admitted: 318,
  refused: 11,
  undone: 2,
  byChief: 1,
};
const saleActs = { onSell: async () => true, onTools: nothing, onScan: nothing };
const handOver = {
  till,
  opening: 20_000,
  onOpening: nothing,
  handed: null,
  boundAs: "„Radu M.”",
  hasFailed: false,
  onHandOver: nothing,
  onScan: nothing,
};
const scannerFrame = (screen: React.ReactElement, unsent: number | null = null) => ({
  place: "Poarta A",
  children: screen,
  link: networkView({ isOnline: unsent === null, unsent: unsent ?? 0, listAt: null }, 0),
});

export const tillSamples = screensOf(ScannerFrame, {
  "scanner-sale": scannerFrame(<ScannerSale {...saleActs} offers={stock} message={null} />),
  "scanner-sale-done": scannerFrame(
    <ScannerSale
      {...saleActs}
      offers={stock}
      message={{
        kind: "sold",
        title: "Vândut: 2 × Intrare la ușă, 260 lei",
        hint: "Rest 40 lei. Intră 2 persoane. O greșeală se anulează la Ultimele.",
      }}
    />,
  ),
  "scanner-sale-none": scannerFrame(
    <ScannerSale {...saleActs} offers={stock.map((one) => ({ ...one, left: 0 }))} message={null} />,
  ),
  "scanner-hand-over": scannerFrame(<ScannerHandOver {...handOver} unsent={0} />),
  "scanner-hand-over-unsent": scannerFrame(<ScannerHandOver {...handOver} unsent={37} />, 37),
  "scanner-handed-over": scannerFrame(<ScannerHandOver {...handOver} unsent={0} handed={104_000} />),
});
