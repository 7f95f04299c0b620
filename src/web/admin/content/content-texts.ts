import type { UnreadableColour } from "#ticketing/content/brand.ts";
import type {
  BrandField,
  ContentProblem,
  FooterField,
  LegalField,
  PageField,
} from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { permissionText } from "../permission-texts.ts";

const pageTab = "Conținut pagină";
const background = "Imagine de fundal";

/** Texts of the screens of the site's content. Sentences of the specification are byte for byte. */
export const contentTexts = {
  title: "Continut Site",
  tabs: "Conținut",
  pageTab,
  footerTab: "Subsol",
  published: (when: string, by: string | null) => (by ? `Publicat ${when}, de ${by}` : `Publicat ${when}`),
  neverPublished: "Încă nepublicat",
  history: "Istoric",
  historyEmpty: "Încă nicio modificare.",
  nobody: "Site-ul",
  created: "Conținut inițial",

  hero: "Începutul primei pagini",
  about: "Despre",
  aboutHint: "Apare pe prima pagină, dacă are titlu și text.",
  background,
  legal: "Pagini legale",
  edit: "Editează",
  unwritten: "nescrisă",
  club: "Clubul",
  toBrand: "Numele, vânzătorul, semnul și culorile se schimbă la Brand.",
  contact: "Contact",
  social: "Rețele sociale",
  socialHint: "Adresa întreagă, cu https. Ce rămâne gol nu apare.",
  seller: "Vânzător",
  changingClub: "Schimbi ce spun despre club scrisorile și biletele.",
  sellerHint:
    "Societatea care vinde, cum e în acte: se arată în subsol, pe bilete, în scrisori și pe decont.",
  copyrightHint: "După © și anul curent.",
  legalBodyHint: "Un rând care începe cu ## este un titlu; un rând gol începe un paragraf nou.",
  noticeHint: "Se arată deasupra textului, într-un chenar. Gol, dacă nu este nimic de spus.",
  back: pageTab,

  selling: "Cum se cumpără",
  guestsHint:
    "Cine cumpără fără cont dă un nume și un email. Cel mult 4 bilete la o noapte, din cel mult o cincime din locuri; abonamentele cer cont.",
  labels: {
    hero_title: "Titlu",
    hero_subtitle: "Subtitlu",
    hero_cta_text: "Text buton",
    background_url: background,
    about_title: "Titlu",
    about_content: "Text",
    short_name: "Nume scurt",
    full_name: "Nume întreg",
    trader: "Vânzător",
    company: "Societatea",
    company_code: "CUI",
    register_no: "Nr. registrul comerțului",
    seat: "Sediul",
    guests: "Se poate cumpăra fără cont",
    description: "Descriere",
    address: "Adresă",
    phone: "Telefon",
    email: "Email",
    copyright: "Copyright",
    instagram: "Instagram",
    facebook: "Facebook",
    twitter: "Twitter",
    title: "Titlu",
    intro: "Introducere",
    notice: "Avertisment",
    body: "Text",
    logo_url: "Semn",
    light: "Lumina",
    signal: "Semnalul",
  } satisfies Record<PageField | FooterField | LegalField | BrandField, string>,

  keys: {
    club: "Clubul",
    brand: "Brand",
    first_steps: "Primii pași",
    hero: "Începutul primei pagini",
    about: "Despre",
    footer: "Subsol",
    terms: "Termeni și condiții",
    privacy: "Confidențialitate",
    cookies: "Cookie-uri",
  } satisfies Record<ContentKey, string>,

  save: "Salvează conținutul",
  saved: "Content updated successfully",
  saveFailed: "Failed to save changes",
  loadFailed: "Failed to load content",
  loadFailedText:
    "Vânzarea și porțile merg mai departe; doar textele site-ului nu au putut fi citite. Încearcă din nou.",
  tryAgain: "Încearcă din nou",
  initialCreated: "Initial content created successfully",
  initialFailed: "Failed to create initial content",
  initialTitle: "Textele site-ului nu sunt încă scrise",
  initialText: "Până le scrii, pe site stau texte neutre. Pornește de la ele.",
  initialButton: "Creează conținutul inițial",
  noPermission: permissionText("/admin/content"),
  unknownPicture: "Imaginea aleasă nu mai există. Încarc-o din nou.",
  changedMeanwhile: "Altcineva a salvat între timp",
  changedText: (keys: string) =>
    `S-a schimbat: ${keys}. Ce ai scris a rămas mai jos. Dacă salvezi acum, rămâne varianta ta.`,
  theirs: "Salvat acum",
  yours: "Scris de tine",
  takeTheirs: "Ia varianta salvată",

  preview: "Previzualizare",
  previewHint: "Se schimbă în timp ce scrii. Vizitatorii văd noul text după salvare, într-o secundă.",
  previewWide: "Ecran mare",
  previewNarrow: "Telefon",
  previewSize: "Mărimea ecranului",

  problems: {
    required: "Acest câmp este obligatoriu.",
    too_long: "Textul este prea lung.",
    email_invalid: "Adresa de email nu este scrisă corect.",
    phone_invalid: "Numărul de telefon nu este scris corect.",
    link_invalid: "Scrie adresa întreagă a paginii, care începe cu https://",
    title_missing: "Textul are nevoie de un titlu.",
    text_missing: "Titlul are nevoie de un text.",
    colours_alike:
      "Cele două culori se văd aproape la fel, deci nu se mai deosebește ce e de apăsat de ce e ales. Alege una din ele alta; ce rămâne gol e culoarea casei.",
    company_code_invalid: "CUI-ul nu e bun: verifică cifrele, ultima se calculează din celelalte.",
    colour_invalid: "Scrie culoarea ca #ff8a4c: șase cifre de la 0 la f.",
  } satisfies Record<Extract<ContentProblem, string>, string>,
  unreadable: ({ contrast, nearest }: UnreadableColour) =>
    `Nu se citește pe fundalul de noapte: contrastul e ${contrast.toFixed(1).replace(".", ",")}, trebuie cel puțin 4,5. Cea mai apropiată care se citește: ${nearest}`,
} as const;
