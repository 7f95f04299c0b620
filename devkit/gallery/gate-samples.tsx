import { gatesTexts } from "#web/gate/chief-texts.ts";
import { type GateNightView, GatePage, type GatePageView } from "#web/gate/gate-route.tsx";
import type { VerdictView } from "#web/gate/gate-verdict.tsx";
import { GatesPage, type GatesView } from "#web/gate/gates/gates-route.tsx";
import { DoorOrdersPage, type DoorOrdersView } from "#web/gate/orders/door-orders-route.tsx";
import { screensOf } from "./render-screen.tsx";
import sampleQr from "./sample-qr.svg";
import { sampleNight } from "./sample-season.ts";

const nonce = "01a1fa4f-2aff-7000-96e6-8b67a077870a";

const night: GateNightView = {
  ...sampleNight("vinil-si-valuri"),
  note: "azi, ora 21:00",
  entered: 431,
  sold: 612,
  state: "open",
  goes: "later",
  guests: { places: 42, entered: 16 },
};
const tomorrow: GateNightView = {
  ...sampleNight("luna-plina"),
  note: "mâine, ora 22:30",
  entered: 0,
  sold: 588,
  state: "closed",
  goes: "later",
  guests: null,
};

const ready: Extract<GatePageView, { kind: "ready" }> = {
  kind: "ready",
  nonce,
  night,
  typed: { code: "", group: "" },
  errors: {},
  leads: true,
  latest: [
    { id: "3", kind: "admitted", text: "Intrare generală, 1 intrare", note: "3 rămase din 4", time: "22:47" },
    { id: "2", kind: "admitted", text: "Terasa Orizont, 2 intrări", note: "0 rămase din 2", time: "22:46" },
    { id: "1", kind: "refused", text: "Deja folosit", note: "la 21:52", time: "22:44" },
  ],
};

const verdict = (shown: VerdictView): { view: GatePageView } => ({
  view: { kind: "verdict", nonce, night, verdict: shown },
});

export const gateSamples = screensOf(GatePage, {
  "gate-choose": {
    view: { kind: "choose", staff: "Mihai, echipa de la ușă", nights: [night, tomorrow] },
  },
  gate: { view: ready },
  "gate-typed": {
    view: {
      ...ready,
      typed: { code: "FSC-4821-093175", group: "" },
      errors: { group: "Lipsește grupa de control: cele 8 semne de sub etichetă." },
    },
  },
  "gate-guests": {
    view: {
      kind: "guests",
      night,
      nonce,
      text: "pop",
      isCut: false,
      guests: [
        { id: "1", name: "Pop Zamfira", list: "lista Lotca", places: 3, entered: 0 },
        { id: "2", name: "Popa Leontin", list: "lista Casa", places: 1, entered: 0 },
        { id: "3", name: "Popescu Smaranda", list: "lista Presă", places: 2, entered: 2 },
      ],
    },
  },
  "gate-admitted": verdict({
    kind: "admitted",
    what: "Intrare generală, 1 intrare",
    entries: { left: 3, inAll: 4, justTaken: 1 },
    which: null,
    advice: null,
    ticket: "p1",
  }),
  "gate-admitted-person": verdict({
    kind: "admitted",
    what: "Intrare generală, 1 intrare",
    which: "Biletul 2 din 3",
    entries: { left: 0, inAll: 1, justTaken: 1 },
    advice: "Ioana Exemplu",
    ticket: "p2",
  }),
  "gate-refused": verdict({
    kind: "refused",
    what: "Deja folosit la 21:52",
    which: "Biletul 2 din 3",
    entries: { left: 0, inAll: 1, justTaken: 0 },
    advice: "Intrare generală. Dacă persoana spune că nu a intrat, trimite-o la casă cu numele și e-mailul.",
  }),
});

const { stopMeans } = gatesTexts;
const types = [
  { id: "t1", name: "Intrare generală" },
  { id: "t2", name: "Grup" },
  { id: "t3", name: "Terasa Orizont" },
];
export const sampleDoorNight = {
  id: night.id,
  title: night.title,
  when: "sâmbătă, 24 iulie",
  namesPeople: true,
};
const gates: GatesView = {
  canBind: true,
  stopped: [],
  night: sampleDoorNight,
  types,
  gates: [
    {
      id: "a",
      name: "Poarta A",
      mode: "open",
      typeIds: ["t1", "t2"],
      isLeaderless: false,
      phones: [
        { id: "a1", name: "Radu M.", note: "legat 20:12 · hotărăște fără internet" },
        { id: "a2", name: "Mara D.", note: "legat 20:15 · ajută" },
      ],
    },
    {
      id: "b",
      name: "Poarta B",
      mode: "strict",
      typeIds: ["t3"],
      isLeaderless: true,
      phones: [{ id: "b2", name: "Ilinca T.", note: "legat 20:31 · ajută" }],
    },
  ],
};

export const gatesSamples = screensOf(GatesPage, {
  "gates-none": { view: { ...gates, gates: [] }, answer: {} },
  gates: { view: gates, answer: {} },
  "gates-invited": {
    view: gates,
    answer: { invited: { gate: "Poarta A", qr: sampleQr, until: "22:14" } },
  },
  "gates-stopped": {
    view: { ...gates, stopped: [{ id: "b1", name: "Sorin P.", note: "Poarta B · 12 scanări" }] },
    answer: {},
  },
  "gates-stopping": {
    view: gates,
    answer: {
      stopping: {
        gate: "a",
        phone: "a1",
        name: "Radu M.",
        means: [stopMeans.kept, stopMeans.unsent(12), stopMeans.decides("Poarta A"), stopMeans.again],
      },
    },
  },
  "gates-away": {
    view: gates,
    answer: {
      notice: {
        gate: "b",
        text: "Telefonul „Sorin P.” e fără internet și hotărăște după cum știa. Așteaptă-l sau oprește-l.",
      },
    },
  },
});

const foundTicket = {
  id: "p1",
  label: "FSC-6402-118390",
  type: "Intrare generală",
  holder: "Tudorică Olimpia",
  note: "0 din 2 intrări folosite",
  left: 2,
  isValid: true,
};
const doorOrders: DoorOrdersView = {
  night: sampleDoorNight,
  text: "tudorica",
  isShort: false,
  isCut: false,
  nonce: "n-0000000",
  orders: [
    { id: "o1", name: "Comanda 1841", contact: "t••••a@••••.ro", tickets: [foundTicket] },
    {
      id: "o2",
      name: "Comanda 977",
      contact: "v••••t@••••.ro",
      tickets: [
        {
          ...foundTicket,
          id: "p2",
          label: "FSC-1173-204418",
          holder: "Tudorică Vintilă",
          note: "1 din 1 intrări folosite",
          left: 0,
          isValid: false,
        },
      ],
    },
  ],
};

export const doorOrdersSamples = screensOf(DoorOrdersPage, {
  "door-orders": { view: { ...doorOrders, text: "", orders: null }, answer: {} },
  "door-orders-found": { view: doorOrders, answer: {} },
  "door-orders-none": { view: { ...doorOrders, orders: [] }, answer: {} },
  "door-orders-reissued": {
    view: doorOrders,
    answer: {
      reissued: {
        qr: sampleQr,
        label: "Codul nou al biletului, 2 intrări",
        sent: "A plecat și pe t••••a@••••.ro.",
      },
    },
  },
});
