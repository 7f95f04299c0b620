import { agreed, counted } from "#kernel/romanian.ts";

/** Texts of the ticket types in a night's form. */
export const typesTexts = {
  title: "Tipuri de bilete",
  caption: "Tipurile de bilete ale nopții, un rând fiecare",
  add: "Adaugă tip",
  none: "Încă niciun tip de bilet: noaptea se poate publica, dar nu se poate cumpăra.",
  columns: {
    name: "Tip",
    kind: "Fel",
    entries: "Oameni",
    price: "Preț, lei",
    quantity: "Cantitate",
    sold: "Vânzare",
    visible: "Vizibil",
    acts: "Editează",
  },
  labels: {
    id: (row: number) => `Tipul ${row}`,
    version: (row: number) => `Tipul ${row}`,
    name: (row: number) => `Numele tipului ${row}`,
    kind: (row: number) => `Felul tipului ${row}`,
    entries: (row: number) => `Câți oameni intră cu un bilet de tipul ${row}`,
    price: (row: number) => `Prețul tipului ${row}, în lei`,
    quantity: (row: number) => `Cantitatea tipului ${row}`,
    visible: (row: number) => `Tipul ${row} vizibil`,
  },
  kinds: {
    entry: "Intrare",
    entry_with_code: "Intrare, cu cod",
    add_on: "Supliment",
    add_on_with_code: "Supliment, cu cod",
  },
  phases: (names: string) => `faze: ${names}`,
  until: (hour: string) => `intră până la ${hour}`,
  pool: (name: string) => `fondul „${name}”`,
  wanted: "preț în curs",
  notAgreed: "preț neconfirmat la Stripe",
  /** `left` is null when the night is cancelled. */
  stock: (sold: number, held: number, left: number | null) =>
    [
      agreed(sold, "vândut", "vândute"),
      held > 0 && agreed(held, "ținut", "ținute"),
      left !== null && agreed(left, "rămas", "rămase"),
    ]
      .filter(Boolean)
      .join(", "),
  nobody: "–",
  edit: (name: string) => `Editează ${name}`,
  away: (row: number) => `Scoate rândul ${row}`,
  others: "Abonamente și tipuri ale mai multor nopți",
  othersHint: "Se schimbă în formularul lor.",
  hint: "Un rând gol nu contează; prețurile sunt în lei întregi. Un supliment, ca parcarea, se ia lângă un bilet și nu lasă pe nimeni să intre; faze și fond comun se pun în formularul tipului. Prețul nou se face la Stripe după salvare; până atunci tipul nu se vinde.",
  wrongPrice: "Scrie un preț în lei întregi",
  beyond: (people: number, capacity: number) =>
    `${counted(people, "human")} încap pe bilete, dar noaptea are ${counted(capacity, "place")}.`,
  beyondText: (capacity: number) =>
    `Nu se vinde niciodată peste ${capacity}. Dar cine vede „rămase” la un tip poate fi refuzat când noaptea s-a umplut cu altele.`,
  gone: "Tipul nu mai e doar al acestei nopți; schimbă-l în formularul lui.",
  changed: "Altcineva a schimbat tipul între timp. Salvează din nou ca să rămână ce ai scris.",
  addOnCounts: "Un supliment nu numără oameni: o intrare, fără fond comun și fără oră de intrare.",
  soldAlone: "Un tip cu fond comun, cod sau supliment nu poate fi abonament sau early bird.",
} as const;
