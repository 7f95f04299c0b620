import { expect, it } from "vitest";
import type { DoorRow } from "#ticketing/gate/door-night-queries.server.ts";
import { csvOf } from "#ticketing/reports/file-table.ts";
import { doorRowTexts } from "#web/request/door-row-texts.ts";
import { nightLists } from "../board/night-lists.tsx";
import { boardTexts } from "../chief-texts.ts";
import { type NightAfter, type NightRows, nightAfterTable } from "./night-after.server.ts";

const phone = { gateName: '=HYPERLINK("x")', phoneName: "+Radu" };

it("has entries, doubles, findings, undos, sales and tills as CSV without a formula", () => {
  const at = new Date("2027-07-24T19:00:00Z");
  const night = {
    chiefs: { markers: new Map([["chief", "Anca V."]]), admitted: [] },
    doubles: [
      {
        purchaseId: "p",
        label: "FSC-1",
        typeName: "Intrare",
        entriesTotal: 1,
        entered: 2,
        everEntered: 2,
        mark: { word: "=1+1", by: "chief", at: at.toISOString() },
        rowsInAll: 1202,
        rows: [
          { ...phone, mode: "offline", entries: 1, at: at.toISOString() },
          { gateName: null, phoneName: null, mode: null, entries: 1, at: at.toISOString() },
        ],
      },
    ],
    found: [
      {
        ...phone,
        seq: 1,
        kind: "sale",
        finding: "over_stock",
        isGuest: false,
        counts: "person",
        label: null,
        entries: 2,
        at,
      },
      { ...phone, finding: "void", isGuest: true, counts: "person", label: "Ștefan Țânțar", entries: 1, at },
      { ...phone, finding: "void", isGuest: false, counts: "person", label: "FSC-5", entries: 1, at },
    ],
    unknown: [
      { ...phone, seq: 7, reason: "forged", at, isCorrected: false, times: 2, inAll: 1, forgedLately: 0 },
    ],
    stamps: [
      {
        ...phone,
        receipt: null,
        kind: "exit",
        at,
        isCorrected: false,
        mode: "offline",
        label: "FSC-1",
        typeName: "Intrare",
        by: "ticket",
        people: 2,
      },
    ],
    undos: [
      {
        ...phone,
        receipt: null,
        kind: "undo",
        reason: "mistake",
        at,
        isCorrected: true,
        label: "FSC-1",
        typeName: "Intrare",
        by: "ticket",
        people: 2,
      },
      {
        ...phone,
        receipt: null,
        kind: "undo",
        reason: "other",
        at,
        isCorrected: false,
        label: null,
        typeName: "",
        by: null,
        people: 0,
      },
      {
        ...phone,
        receipt: "0043",
        kind: "undo",
        reason: "mistake",
        at,
        isCorrected: false,
        label: null,
        typeName: "La ușă",
        by: "sale",
        people: 1,
        paid: { bani: 13_000, means: "terminal" },
      },
    ],
    exceptions: [
      { ...phone, phoneId: "d", admitted: 9, overrides: 1, undos: { mistake: 2, not_entered: 0, other: 0 } },
    ],
    sums: [{ eventId: "e", typeName: "La ușă", means: "cash", tickets: 2, people: 4, bani: 26_050 }],
    tills: [
      {
        ...phone,
        phoneId: "d",
        tills: 12,
        seq: 3,
        at,
        opening: 0,
        expected: 90_000,
        counted: 90_000,
        short: 400,
        over: 400,
      },
      {
        ...phone,
        phoneId: "d",
        seq: 4,
        at,
        opening: 0,
        expected: 26_050,
        counted: 26_000,
        short: 50,
        over: 0,
      },
      {
        ...phone,
        phoneId: "e",
        seq: 2,
        at,
        opening: 10_000,
        expected: 22_000,
        counted: 22_000,
        short: 0,
        over: 0,
      },
      { ...phone, phoneId: "d", seq: null, at: null, opening: 0, expected: 100, counted: null, isLeft: true },
      {
        ...phone,
        at,
        opening: 0,
        expected: 100_000,
        counted: 30_000,
        short: 70_000,
        over: 0,
        isByOffice: true,
      },
      { ...phone, seq: 4, at, opening: 0, expected: 0, counted: 900, short: 0, over: 900, isLate: true },
      { ...phone, seq: null, at: null, opening: 0, expected: -100, counted: null, isLate: true },
    ],
  } as unknown as NightAfter & Pick<NightRows, "stamps" | "undos">;
  const entry = {
    ...phone,
    at,
    kind: "entry",
    mode: "offline",
    people: 2,
    by: "ticket",
    reason: null,
    chiefName: null,
    receipt: null,
    isCorrected: false,
  } as const;
  const entries: DoorRow[] = [
    { ...entry, label: "FSC-1", typeName: "Intrare" },
    {
      ...entry,
      label: "FSC-2",
      typeName: "Intrare",
      mode: "override",
      reason: "payment_seen",
      chiefName: "=Anca",
    },
    { ...entry, label: null, typeName: "", by: "guest", people: 1, mode: "online", isCorrected: true },
    { ...entry, label: null, typeName: "Ultimele", by: "sale", receipt: "0042" },
    { ...entry, label: "FSC-6", typeName: "Intrare", gateName: null, phoneName: null, mode: null },
    { ...entry, kind: "given", label: "FSC-4", typeName: "Parcare", by: "add_on", people: 1 },
    {
      ...entry,
      label: "FSC-3",
      typeName: "Intrare",
      gateName: null,
      phoneName: null,
      mode: null,
      kind: "taken_back",
      people: -1,
    },
  ];
  const [double] = nightLists(
    { doubles: night.doubles, overrides: [], found: [], unknown: [] },
    night.chiefs,
  ).doubles;
  expect(double?.rows?.map(({ where }) => where)).toEqual([
    boardTexts.row(phone.gateName, phone.phoneName),
    "și încă 1.200 de intrări între ele",
    doorRowTexts.byTyping,
  ]);
  const atOrders = {
    gateName: null,
    phoneName: null,
    at,
    label: "FSC-6",
    entries: 2,
    chiefName: "Anca V.",
    reason: "other",
  };
  const chiefs = { ...night.chiefs, admitted: [atOrders] } as unknown as NightAfter["chiefs"];
  const gate = `"'=HYPERLINK(""x"")","'+Radu"`;
  expect(
    csvOf(nightAfterTable({ ...night, chiefs }, { entries, stamps: night.stamps, undos: night.undos })).split(
      "\n",
    ),
  ).toEqual([
    '"Ce","Ora","Poarta","Telefonul","Bilet sau tip","Câți","Lei","Cum","Observație"',
    `"Intrare","24.07.2027 22:00:00",${gate},"FSC-1 Intrare","2","","fără internet",""`,
    `"Intrare","24.07.2027 22:00:00",${gate},"FSC-2 Intrare","2","","de la șef","Am văzut confirmarea plății, =Anca"`,
    `"Intrare","24.07.2027 22:00:00",${gate},"Invitat de pe listă","1","","cu internet","ora corectată"`,
    `"Intrare","24.07.2027 22:00:00",${gate},"La ușă: Ultimele","2","","fără internet","bonul 0042"`,
    '"Intrare","24.07.2027 22:00:00","scris la poartă","","FSC-6 Intrare","2","","de la șef","Altul, Anca V."',
    `"Supliment dat","24.07.2027 22:00:00",${gate},"FSC-4 Parcare","1","","fără internet",""`,
    '"Intrare anulată","24.07.2027 22:00:00","scris la poartă","","FSC-3 Intrare","-1","","",""',
    `"Ieșire","24.07.2027 22:00:00",${gate},"FSC-1 Intrare","2","","fără internet",""`,
    `"Intrare dublă","24.07.2027 22:00:00",${gate},"FSC-1 Intrare","1","","fără internet","lămurit de Anca V., la 22:00: =1+1"`,
    '"Intrare dublă","24.07.2027 22:00:00","scris la poartă","","FSC-1 Intrare","1","","","lămurit de Anca V., la 22:00: =1+1"',
    '"Intrare dublă","","","","FSC-1 Intrare","","","","și încă 1.200 de intrări între ele"',
    `"De lămurit","24.07.2027 22:00:00",${gate},"","2","","Vândut peste ce era pus deoparte","2 persoane sunt numărate"`,
    `"De lămurit","24.07.2027 22:00:00",${gate},"Ștefan Țânțar","1","","Numele nu mai e pe listă","persoana e numărată"`,
    `"De lămurit","24.07.2027 22:00:00",${gate},"FSC-5","1","","Bilet anulat sau rambursat","persoana e numărată"`,
    `"Cod necunoscut","24.07.2027 22:00:00",${gate},"","","","cod fals","același cod de 2 ori"`,
    `"Anulare","24.07.2027 22:00:00",${gate},"FSC-1 Intrare","2","","Greșit apăsat","ora corectată"`,
    `"Anulare","24.07.2027 22:00:00",${gate},"","0","","Altul",""`,
    `"Anulare","24.07.2027 22:00:00",${gate},"La ușă: La ușă","1","","Greșit apăsat","Card la POS 130 lei, bonul 0043"`,
    `"Lăsați de șef","",${gate},"","1","","",""`,
    '"Lăsați de șef","24.07.2027 22:00:00","scris la poartă","","FSC-6","2","","","Altul, Anca V."',
    '"Vânzare la ușă","","","","La ușă","4","260.50","Numerar","2 bilete"',
    `"Casă","24.07.2027 22:00:00",${gate},"","","900.00","","12 case predate, numărat 900.00, diferențe -4.00 și +4.00"`,
    `"Casă","24.07.2027 22:00:00",${gate},"","","260.50","","numărat 260.00, diferență -0.50"`,
    `"Casă","24.07.2027 22:00:00",${gate},"","","220.00","trebuie (cu fondul de 100 lei)","numărat 220.00"`,
    `"Casă","",${gate},"","","1.00","","telefon închis, nenumărată"`,
    `"Casă","24.07.2027 22:00:00",${gate},"","","1000.00","","numărat de birou 300.00, diferență -700.00"`,
    `"Casă","24.07.2027 22:00:00",${gate},"","","0.00","","sosită după numărătoare, numărat 9.00, diferență +9.00"`,
    `"Casă","",${gate},"","","-1.00","","rânduri sosite după numărătoare"`,
    "",
  ]);
});
