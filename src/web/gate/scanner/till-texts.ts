import { formatLei } from "#kernel/money.ts";
import { counted, grouped } from "#kernel/romanian.ts";

const tickets = { one: "bilet", few: "bilete", other: "bilete" };
const people = { one: "persoană", few: "persoane", other: "persoane" };

/** "260 lei" */
export const leiInWords = (bani: number) => `${formatLei(bani).replace("-", "−")} lei`;

/** Texts of a phone that sells at the door, and of its till. */
export const tillTexts = {
  title: "Vânzare",
  hint: (left: number) => (left === 0 ? "Nu mai ai bilete" : `Mai ai ${counted(left, tickets)}`),
  type: "Tip",
  howMany: "Câte bilete",
  fewer: "Unul mai puțin",
  more: "Încă unul",
  payment: "Cum plătește",
  means: { cash: "Numerar", terminal: "Card la POS", protocol: "Protocol" },
  freeHint: "Intrarea fără plată o lasă șeful: butonul de jos îi cere codul.",
  given: "Primit",
  rest: "Rest",
  restDue: "Rest de dat",
  receipt: "Numărul bonului",
  receiptHint: "Bonul: din casa de marcat.",
  leftOf: (left: number, all: number) => `Mai ai ${grouped(left)} din ${grouped(all)}.`,
  cancel: "Renunță",
  sell: (sum: string, n: number) => (n === 0 ? `${sum}` : `${sum}, ${n === 1 ? "intră 1" : `intră ${n}`}`),
  noneLeft: "Nu mai ai bilete de tipul acesta.",
  noneLeftHint: "Șeful mai poate pune deoparte. Vin singure când ai internet.",
  notSold: "Nu s-a scris pe telefon",
  notSoldHint: "Vânzarea nu e făcută. Încearcă iar.",
  changed: "S-a schimbat ce poți vinde",
  changedHint: "Uită-te din nou la preț și la câte ai. Vânzarea nu e făcută.",
  done: (what: string, n: number, sum: string) => `Vândut: ${n} × ${what}, ${sum}`,
  enter: (n: number) => `Intră ${counted(n, people)}. O greșeală se anulează la Ultimele.`,
  sold: (sum: string, means: string) => `${sum}, ${means}`,
  // the till
  handOver: "Predare tură",
  inTill: (sum: string) => `Încasat: ${sum}`,
  settled: (sum: string) => `Netrimise: 0 ✓ · Casa: ${sum}`,
  expected: "Trebuie să fie",
  counted: "Numărat",
  countedHint: "În lei, cu fondul de la început cu tot.",
  opening: "Fond la început",
  openingHint: "Banii de rest primiți la început, în lei. Se scrie oricând până la predare.",
  equal: "Diferență 0 lei",
  missing: (sum: string) => `Lipsesc ${sum}`,
  surplus: (sum: string) => `Sunt în plus ${sum}`,
  differenceHint: "Numără încă o dată. Tura se poate preda și așa; diferența rămâne scrisă cu numele tău.",
  notAnAmount: "Scrie cât ai numărat, în lei: 1.240 sau 1240,50.",
  ofMeans: (means: string, n: number) => `${means}, ${counted(n, tickets)}`,
  sums: { admitted: "admise", refused: "refuzate", undone: "anulate", byChief: "de la șef" },
  handOverNow: "Predă tura",
  handedOver: "Tura e predată.",
  handedOverHint: (sum: string) => `Numărat: ${sum}. De aici începe tura următoare.`,
  unsentTitle: (n: number) =>
    `Mai ${n === 1 ? "e" : "sunt"} ${grouped(n)} ${n === 1 ? "netrimisă" : "netrimise"}`,
  notYet: "Tura nu se poate preda încă",
  notYetHint:
    "Pleacă singure când revine internetul. Lasă pagina deschisă, sau le trimiți prin alt telefon: Altele, Trimite prin alt telefon.",
} as const;
