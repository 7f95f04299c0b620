import { formatLeiExact } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { type Day, dayOf, formatDayAndMonth, wallTimeOf } from "#kernel/time.ts";
import type { SaleMeans } from "#ticketing/events/door-sale.ts";
import type { SettledKind } from "./night-settlement.ts";

const money = (amount: number) => formatLeiExact(amount).replace("-", "−");
/** "21", "9,5" */
export const rateInWords = (rate: number) => (rate / 100).toString().replace(".", ",");

/** "1 august 2025" */
export const dayAndYear = (day: Day) => `${formatDayAndMonth(day)} ${day.slice(0, 4)}`;

/** "26 noiembrie, 09:32" */
export const settledMoment = (at: Date) => `${formatDayAndMonth(dayOf(at))}, ${wallTimeOf(at)}`;

/** Explains why a night's revenue in reports differs from its net in the settlement. */
export const passRule =
  "în rapoarte un abonament stă întreg la prima lui noapte, iar în decont fiecare noapte își are cota";

/** Explains why reports count a pass that the settlement of a night no longer has. */
export const passStays =
  "Un abonament rămâne vândut și la noaptea a cărei cotă s-a dat înapoi; decontul ei îl scade.";

const nightColumns = [
  { head: "Noaptea", kind: "text" },
  { head: "Data", kind: "day" },
] as const;

/** The texts of a settlement, for its page and its files. */
export const settlementTexts = {
  open: "Decont",
  kinds: {
    ticket: "bilet",
    pass: "cota nopții",
    add_on: "supliment",
    invitation: "invitație sau preț zero",
  } satisfies Record<SettledKind, string>,
  onePrice: "preț unic",
  columns: {
    night: "Noaptea",
    date: "Data",
    channel: "Unde s-a vândut",
    type: "Tip",
    phase: "Fază",
    price: "Preț",
    sold: "Vândute",
    gross: "Brut",
    discounts: "Reduceri",
    back: "Returnate",
    returned: "Rambursat",
    tickets: "Rămase",
    net: "Net",
    base: "Baza, fără TVA",
    vat: "TVA",
    expected: "Așteptați",
    entered: "Intrați",
  },
  total: "Total",
  online: "online",
  doorSale: "Vânzare la ușă",
  doorSheet: "La ușă",
  cardSheet: "Prin card",
  cardColumns: [
    ...nightColumns,
    { head: "Prin card", kind: "lei" },
    { head: "Din care de dat înapoi", kind: "lei" },
    { head: "Comisioane", kind: "lei" },
    { head: "De virat", kind: "lei" },
    { head: "Nevirat încă", kind: "lei" },
    { head: "Citit la", kind: "text" },
  ],
  payoutSheet: "Virări",
  payoutColumns: [
    ...nightColumns,
    { head: "Starea", kind: "text" },
    { head: "Ajunge la", kind: "day" },
    { head: "Virarea întreagă", kind: "lei" },
    { head: "Partea nopții", kind: "lei" },
  ],
  /** The same for people, where a payout is one row for all nights. */
  payoutHeads: (nights: number) => ({
    label: "Starea",
    arrives: "Ajunge la",
    whole: "Virarea întreagă",
    value: nights === 1 ? "Partea nopții" : "Partea nopților",
  }),
  means: {
    cash: "numerar",
    terminal: "card la POS",
    protocol: "protocol",
  } satisfies Record<SaleMeans, string>,
  atDoor: (means: string) => `la ușă, ${means}`,
  lists: "liste de invitați",
  /** Who came in without being awaited. */
  beyond: "peste: intrări duble, pe bilete de test sau pe nume scoase de pe liste",
  doorTickets: (means: string, n: number) => `${means}, ${counted(n, "ticket")}`,
  doorApart: (amount: number) =>
    `Vânzarea la ușă (${money(amount)}) stă separat: banii ei nu trec prin procesator, deci nu sunt nici în rapoarte, nici în registru.`,
  seller: (line: string) => `Vânzător: ${line}`,
  /** `readAt`: when the provider said so, which may be hours ago; null until everything was read. */
  byCard: (readAt: string | null) =>
    readAt === null ? "Prin procesatorul de carduri" : `Prin procesatorul de carduri, citit la ${readAt}`,
  books: "Ce spun celelalte cărți",
  signatures: ["Întocmit", "Verificat"],
  signed: "Nume, semnătură, dată",
  page: (no: number, of: number) => `Pagina ${no} din ${of}`,
  unit: "lei, cu TVA inclus",
  rate: (rate: number, from: Day) => `TVA ${rateInWords(rate)} %, cota din ${dayAndYear(from)}`,
  /** `rated` nights have a rate, `without` have none. */
  noRate: (rated: number, without: number, last: Day) =>
    rated > 0
      ? `${counted(without, "night", "nu are", "nu au")} nicio cotă de TVA scrisă, ultima din ${dayAndYear(last)}: rândurile lor și totalul nu arată TVA.`
      : `Nicio cotă de TVA nu e scrisă pentru ${without === 1 ? "ziua aceasta" : "zilele acestea"}: decontul nu o arată.`,
  vatSheet: "TVA pe cote",
  rateColumn: "Cota",
  vatRate: (rate: number | null) => (rate === null ? "fără cotă" : `${rateInWords(rate)} %`),
  vatBase: (rate: number | null, where: string) =>
    rate === null ? `Fără cotă de TVA, ${where}` : `Baza la TVA ${rateInWords(rate)} %, ${where}`,
  vatSum: (rate: number, where: string) => `TVA ${rateInWords(rate)} %, ${where}`,
  byDoor: "la ușă",
  returnedNote:
    "Rambursat: tot ce nu mai e venit: dat înapoi, de dat înapoi, scăzut la procesator sau pierdut la bancă.",
  /** Money of ended tickets whose refund failed: no revenue, and with us until it is sent again. */
  owedName: "De dat înapoi",
  owed: (amount: number) => `fără ${money(amount)} de dat înapoi`,
  owedPart: "din care de dat înapoi",
  /** `inReading`: the part of `amount` that the last reading of the provider's balance contains. */
  owedWhy: (amount: number, inReading: number) =>
    `De dat înapoi: ${money(amount)} din comenzile acestea, fiindcă rambursarea a eșuat la bancă după ce biletele s-au anulat. Sunt scăzuți la „Rambursat” și nu mai sunt venit${
      inReading === amount
        ? ", dar sunt încă în mișcările prin card și în soldul procesatorului."
        : inReading === 0
          ? ". În soldul procesatorului nu erau încă la ultima citire."
          : `. În soldul procesatorului erau, la ultima citire, numai ${money(inReading)} din ei.`
    }`,
  reportEqual: "La fel ca în rapoarte, la ban.",
  reportApart: (report: number, passes: number) =>
    `Rapoartele spun ${money(report)}: ${passRule} (${passes > 0 ? "+" : ""}${money(passes)}).`,
  ledgerEqual: (ledger: number, elsewhere: number) =>
    elsewhere === 0
      ? `Registrul are ca venit al comenzilor acestea tot atât: ${money(ledger)}.`
      : `Registrul are ca venit al comenzilor acestea ${money(ledger)}, din care ${money(elsewhere)} sunt ale altor nopți.`,
  /** Until the bank decides, this is revenue that the provider's balance does not have. */
  atBank: (amount: number) => `din care contestat, la bancă: ${money(amount)}`,
  atBankWhy: (amount: number) =>
    `Contestat, la bancă: ${money(amount)} din venitul comenzilor acestea. Până hotărăște banca, rămân în net și în venit, dar nu sunt nici în mișcările prin card, nici în soldul procesatorului.`,
  unexplained: (amount: number) =>
    `${money(amount)} lei nu se explică. Spune-i cui se ocupă de program: așa ceva nu are voie să fie.`,
  provider: (paidIn: number, paidBack: number, disputed: number) =>
    `Prin procesatorul de carduri, pe comenzile acestea întregi: intrat ${money(paidIn)}, dat înapoi ${money(paidBack)}${disputed === 0 ? "" : `, contestat ${money(disputed)}`}.`,
  compared: (at: string, differences: number) =>
    differences === 0
      ? `Ultima comparare cu procesatorul: ${at}; fiecare mișcare se potrivește.`
      : `Ultima comparare cu procesatorul: ${at}; ${counted(differences, "movement", "nu se potrivește", "nu se potrivesc")}: vezi Reconcilierea.`,
  notCompared: "Nu s-a făcut încă nicio comparare cu procesatorul.",
  balanceUnread:
    "Comisioanele și virările nu s-au citit încă de la procesator. Se citesc la fiecare comparare, dacă cheia lui are voie să vadă soldul.",
  balanceOld: "La ultima comparare, comisioanele și virările nu s-au putut citi: sunt cele de mai înainte.",
  balanceEqual: (at: string, entries: number) =>
    `Soldul de la procesator, citit ultima dată la ${at}, are aceleași mișcări, la ban: ${money(entries)} înainte de comisioane.`,
  balanceLater: (later: number) => `${money(later)} lei s-au mișcat după citire și nu sunt încă acolo.`,
  balanceApart: (at: string, entries: number, difference: number) =>
    `Soldul de la procesator, citit ultima dată la ${at}, are mișcări de ${money(entries)} înainte de comisioane. ${money(difference)} lei sunt încă numai la una dintre părți: o rambursare care așteaptă sau o mișcare necitită. Dacă rămâne așa, vezi Reconcilierea.`,
  fees: "Comisioanele procesatorului",
  feesOfReturns: "din care pe rambursări și contestații",
  leftOfCard: (nights: number) => (nights === 1 ? "De virat nopții" : "De virat nopților"),
  chargedByCard: (nights: number) =>
    nights === 1 ? "Prin card, partea nopții" : "Prin card, partea nopților",
  paidOut: (on: Day, whole: number) => `Virat la ${dayAndYear(on)}, din ${money(whole)}`,
  onItsWay: (on: Day, whole: number) => `Pe drum, ajunge la ${dayAndYear(on)}, din ${money(whole)}`,
  /** A payout may be less than a part of it: other nights lost money in it. */
  otherParts: (amount: number) => `(restul ei, ${money(amount)}, e din rambursări la alte nopți)`,
  payouts: { paid: "Virat", under_way: "Pe drum spre bancă" },
  notPaidOut: "Nevirat încă",
  noAdvice: "Nu e sfat fiscal: cotele le scrie contabilul, cu ziua de la care sunt bune.",
} as const;

export { money as settledMoney };
