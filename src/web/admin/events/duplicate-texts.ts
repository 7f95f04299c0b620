import { ticketTexts } from "../tickets/ticket-texts.ts";

/** Texts of the dialog that copies a night. */
export const duplicateTexts = {
  open: "Duplică",
  title: (name: string) => `Duplică „${name}”`,
  sub: "Copia e o ciornă: nu apare pe site până nu o publici.",
  copyOf: (name: string) => `${name} II`,
  dateHint: "Cu 7 zile mai târziu, dacă nu alegi altă zi.",
  parts: "Ce se copiază",
  artists: "Artiști",
  noArtists: "niciunul",
  picture: "Imagine și poziție",
  noPicture: "fără imagine",
  kept: (location: string, places: string) =>
    `Descrierea, locul (${location}) și capacitatea (${places}) rămân.`,
  places: { one: "loc", few: "locuri", other: "locuri" },
  types: "Tipuri de bilete, cu stocul de la zero",
  noTypes: "Noaptea nu are tipuri de bilete.",
  columns: { type: "Tip", price: "Preț (LEI)", capacity: "Capacitate", sale: ticketTexts.window },
  shared: "se leagă, stoc comun",
  sold: "vândut deja; noaptea se adaugă din formularul lui",
  always: "fără perioadă",
  moved: "se mută odată cu noaptea",
  note: "Vânzările, rezervările și istoricul nu se copiază. Prețurile noi se creează la Stripe acum.",
  copy: "Duplică evenimentul",
  done: "Eveniment duplicat. E o ciornă până îl publici.",
  failed: "Nu s-a putut duplica evenimentul",
  otherType: "Un tip de bilet ales s-a schimbat între timp. Alege din nou.",
  olderBuild:
    "Programul tocmai se actualizează. Biletele cu faze, fond comun, cod sau oră de intrare se pot copia peste câteva minute.",
  soldPass: (type: string) =>
    `„${type}” e deja vândut. Duplică noaptea fără el, apoi adaugă noaptea din formularul lui.`,
} as const;
