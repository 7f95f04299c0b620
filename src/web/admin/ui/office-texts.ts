/** Words of the pieces that every list and form of the back-office is made of. */
export const officeTexts = {
  applyFilters: "Aplică",
  resetFilters: "Resetează filtrele",
  range: (from: number, to: number, total: number) => (total === 0 ? "0" : `${from}–${to} din ${total}`),
  previousPage: "Înapoi",
  nextPage: "Înainte",
  pages: "Pagini",
  optional: "opțional",
  cancel: "Renunță",
  close: "Închide",
  saved: "Nimic nesalvat.",
  unsaved: (fields: string) => `Modificări nesalvate: ${fields}`,
  leaveUnsaved: "Ai modificări nesalvate. Pleci fără ele?",
  toCorrect: { one: "câmp de corectat", few: "câmpuri de corectat", other: "câmpuri de corectat" },
} as const;
