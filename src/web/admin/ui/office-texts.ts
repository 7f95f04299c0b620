import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";

/** Texts of the parts of every list and form of the back-office. */
export const officeTexts = {
  applyFilters: "Aplică",
  find: "Caută",
  resetFilters: "Resetează filtrele",
  range: (from: number, to: number, total: number) => (total === 0 ? "0" : `${from}–${to} din ${total}`),
  previousPage: "Înapoi",
  nextPage: "Înainte",
  pages: "Pagini",
  written: "Merg **îngroșat**, liste cu „- ” în față și linkuri [cuvinte](https://adresa).",
  optional: "opțional",
  yes: "da",
  no: "nu",
  cancel: "Renunță",
  close: "Închide",
  saved: "Nimic nesalvat.",
  unsaved: (fields: string) => `Modificări nesalvate: ${fields}`,
  /** Written after the first few names of a list. */
  andMore: (others: number) => (others > 0 ? ` și încă ${others}` : ""),
  leaveUnsaved: "Ai modificări nesalvate. Pleci fără ele?",
  loseUnsaved: "Ai modificări nesalvate în formular, care se pot pierde. Continui fără să le salvezi?",
  toCorrect: (n: number) => counted(n, "field", "de corectat", "de corectat"),
  stock: {
    live: "la zi",
    sold: "Vândute",
    held: "Reținute",
    given: "Gratuite",
    listed: "Invitați",
    atDoor: "La ușă",
    left: "Rămase",
    capacity: "Capacitate",
  },
  /** „ghita” was searched in "comandă, nume, e-mail". */
  searched: (text: string, hint: string) =>
    `Ai căutat „${text}” în: ${hint.charAt(0).toLocaleLowerCase("ro")}${hint.slice(1)}.`,
  chooseAll: "Alege toate",
  chosen: (n: number) => counted(n, "row", "ales", "alese"),
  ticked: (n: number) => `alese: ${n}`,
  chooseNone: "Nu mai alege",
  choose: (name: string) => `Alege ${name}`,
  edit: (name: string) => `Editează ${name}`,
  remove: (name: string) => `Șterge ${name}`,
  actions: "Acțiuni",
  history: "Istoric",
  neverSold: (name: string) => `„${name}” nu are vânzări, deci se șterge de tot.`,
  wholeHistory: "Tot istoricul",
  conflict: {
    field: "Câmp",
    mine: "Versiunea ta",
    mineNote: "nesalvată",
    saved: "Versiunea salvată",
    save: "Salvează alegerile",
    drop: "Renunță la ale mele",
    text: "Cineva a salvat după ce ai deschis formularul. Nimic nu s-a pierdut: alege la fiecare câmp ce rămâne.",
    empty: "gol",
  },
} as const;

export const fileTexts = {
  forms: { xlsx: "Excel", csv: "CSV", pdf: "PDF" },
  file: (form: string, what?: string) => (what ? `${what}, ${form}` : `Exportă ${form}`),
  tooLong: `Peste ${counted(limits.rowsOfWorkbook, "row")} nu încap într-un fișier Excel; CSV-ul le are pe toate.`,
} as const;
