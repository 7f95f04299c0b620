import { officeTexts } from "../ui/office-texts.ts";

/** Texts of the artists' screens. Sentences of the specification are byte for byte. */
export const artistTexts = {
  title: "Artisti",
  sub: (inAll: number, featured: number) => `${inAll}, din care ${featured} în față`,
  add: "Adaugă artist",
  searchLabel: "Caută artiști",
  searchHint: "Nume, pe scurt",
  featured: "În față",
  everybody: "Toți",
  onlyFeatured: "Doar cei din față",
  switchLabel: (name: string) => `${name} în față`,
  noneFound: "Niciun artist găsit",
  noneFoundText: "Niciun artist nu corespunde căutării.",
  none: "Încă niciun artist",
  noneText: "Adaugă cine cântă; apoi îl alegi pe afișul nopților.",

  created: "Artist created successfully",
  updated: "Artist updated successfully",
  deleted: "Artist deleted successfully",
  nowFeatured: "Artist now featured",
  noLonger: "Artist no longer featured",
  loadFailed: "Failed to load artists",
  saveFailed: "Failed to save artist",
  updateFailed: "Failed to update artist",
  deleteFailed: "Failed to delete artist",

  newTitle: "Artist nou",
  newSub: "Se vede pe site când e pe afișul unei nopți publicate sau stă în față",
  about: "Despre",
  video: "Video",
  playsAt: "Cântă la",
  playsNowhere: "Pe niciun afiș încă.",
  settingHint: "Stă printre primii pe prima pagină. Se vede și înainte de prima noapte publicată.",
  save: "Salvează artistul",
  history: "Istoric",
  remove: "Șterge",
  seeOnSite: "Vezi pe site",
  conflict: "Artistul s-a schimbat între timp",

  confirmDelete: "Are you sure you want to delete this artist?",
  deleteText: (name: string, nights: string) => `„${name}” dispare și de pe afișe: ${nights}.`,
  deleteFree: (name: string) => `„${name}” nu e pe niciun afiș și se șterge de tot.`,
} as const;

export const artistWords = {
  name: { label: "Nume", wrong: { reserved: "Acest nume este rezervat pentru tipuri de bilete" } },
  tagline: { label: "Pe scurt", hint: "Câteva cuvinte sub nume; fără ele scrie „Artist”." },
  bio: { label: "Biografie", hint: officeTexts.written },
  youtube_link: {
    label: "Link video",
    hint: "Un film de pe YouTube se vede în pagină; altă adresă https devine un link.",
  },
};
