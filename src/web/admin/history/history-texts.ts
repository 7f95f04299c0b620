import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { artistForm } from "#ticketing/events/artist-form.ts";
import { nightForm } from "#ticketing/events/event-form.ts";
import { ticketTypeForm } from "#ticketing/events/ticket-type-form.ts";
import type { Fields, Form } from "#ticketing/forms/form.ts";
import { voucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { artistWords } from "../artists/artist-texts.ts";
import { codeWords } from "../codes/code-texts.ts";
import { nightWords } from "../events/event-texts.ts";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { ticketTexts, ticketWords } from "../tickets/ticket-texts.ts";
import type { WordsOf } from "../ui/form-words.ts";
import type { OfficeIconName } from "../ui/office-icon.tsx";
import { officeTexts } from "../ui/office-texts.ts";

export const historyTexts = {
  title: "Istoric",
  sub: (name: string) => name,
  empty: "Nimic încă",
  emptyText: "Aici apare fiecare schimbare, cu cine și când a făcut-o.",
  columns: { when: "Când", who: "Cine", what: "Ce", before: "Înainte", after: "După" },
  program: "Sistemul",
  older: "Mai vechi",
  none: "gol",
  forgotten: "nume șters",
  deleted: {
    link: "Ce s-a șters",
    title: "Șterse",
    sub: (n: number) => `${counted(n, "row")}, cu cine și când`,
    empty: "Nimic șters",
    emptyText: "Ce se șterge de aici înainte rămâne scris, cu cine și când.",
    nameless: "fără nume",
    columns: { name: "Nume", who: "Cine", when: "Când" },
  },
  more: (n: number) => `+${n}`,
  otherText: "alt text",
  picture: "o imagine",
  otherPicture: "altă imagine",
  ofGuests: (what: string, about: readonly string[]) => [what, about.join(", ")].join(": "),
  phase: (name: string, price: string, ends: readonly string[]) =>
    [`${name} ${price} LEI`, ...ends].join(", "),
  untilMoment: (moment: string) => `până la ${moment}`,
  untilTickets: (tickets: number) => counted(tickets, "ticket"),
} as const;

/** The words and the icon for each act. */
const acts: Record<string, { text: string; icon: OfficeIconName }> = {
  created: { text: "Creat", icon: "plus" },
  copied: { text: "Creat ca o copie", icon: "copy" },
  night_linked: { text: "Noapte adăugată pentru cei care îl au", icon: "plus" },
  edited: { text: "Modificat", icon: "pencil" },
  switched_on: { text: "Pornit", icon: "check" },
  switched_off: { text: "Oprit", icon: "lock" },
  deleted: { text: "Șters", icon: "trash" },
  archived: { text: "Arhivat", icon: "archive" },
  made_available: { text: "Făcut disponibil", icon: "eye" },
  made_unavailable: { text: "Făcut indisponibil", icon: "eyeOff" },
  shown: { text: "Arătat pe site", icon: "eye" },
  hidden: { text: "Ascuns de pe site", icon: "eyeOff" },
  marked_used: { text: "Marcat ca folosit", icon: "check" },
  marked_unused: { text: "Marcat ca disponibil", icon: "undo" },
  featured: { text: "Pus în față", icon: "star" },
  not_featured: { text: "Scos din față", icon: "star" },
  quick_purchase_on: { text: ticketTexts.quickOn, icon: "check" },
  quick_purchase_off: { text: ticketTexts.quickOff, icon: "undo" },
  published: { text: "Publicat", icon: "eye" },
  scheduled: { text: "Publicare programată", icon: "clock" },
  made_draft: { text: "Făcut din nou ciornă", icon: "eyeOff" },
  opening_announced: { text: "Deschidere anunțată", icon: "clock" },
  opening_withdrawn: { text: "Deschidere retrasă", icon: "undo" },
  opening_drawn: { text: "Ordinea trasă la sorți", icon: "user" },
  cancelled: { text: "Noapte anulată", icon: "lock" },
  moved: { text: "Noapte mutată", icon: "clock" },
  message_sent: { text: "Mesaj către cei cu bilet", icon: "mail" },
  message_stopped: { text: "Mesaj oprit", icon: "lock" },
  vat_rate_saved: { text: "Cotă de TVA scrisă", icon: "pencil" },
  vat_rate_removed: { text: "Cotă de TVA ștearsă", icon: "trash" },
  guest_list_made: { text: "Listă de invitați nouă", icon: "plus" },
  guest_list_changed: { text: "Listă de invitați schimbată", icon: "pencil" },
  door_stock_set_aside: { text: "Bilete puse deoparte pentru ușă", icon: "ticket" },
  door_stock_given_back: { text: "Bilete întoarse de la ușă", icon: "ticket" },
  gate_made: { text: "Poartă nouă", icon: "plus" },
  gate_changed: { text: "Poartă schimbată", icon: "pencil" },
  gate_mode_set: { text: "Modul unei porți schimbat", icon: "pencil" },
  chief_phone_invited: { text: "Telefon de șef invitat", icon: "plus" },
  phone_rows_accepted: { text: "Scanările unui telefon oprit, numărate", icon: "pencil" },
  deciding_phone_chosen: { text: "Alt telefon hotărăște la poartă", icon: "pencil" },
  double_marked: { text: "Lămurit la ușă", icon: "check" },
  till_closed: { text: "Casa unui telefon oprit, numărată", icon: "check" },
  phone_stopped: { text: "Telefon de poartă oprit", icon: "pencil" },
  guests_added: { text: "Invitați adăugați", icon: "user" },
  guest_removed: { text: "Invitat scos de pe listă", icon: "user" },
  guest_restored: { text: "Invitat pus la loc pe listă", icon: "undo" },
  guest_corrected: { text: "Invitat corectat", icon: "pencil" },
  sale_stopped: { text: "Vânzare oprită", icon: "lock" },
  sale_lifted: { text: "Vânzare repornită", icon: "undo" },
  refunds_stopped: { text: "Rambursări oprite", icon: "lock" },
  refunds_lifted: { text: "Rambursări repornite", icon: "undo" },
  read_only_stopped: { text: "Pus doar pe citire", icon: "lock" },
  read_only_lifted: { text: "Scos de pe doar citire", icon: "undo" },
  price_agreed: { text: "Preț confirmat la Stripe", icon: "link" },
  price_not_agreed: { text: "Prețul nu se potrivește la Stripe", icon: "alert" },
};

export function actOf(what: string): { text: string; icon: OfficeIconName } {
  return acts[what] ?? { text: what, icon: "info" };
}

/** Returns the labels of a form's fields by the keys that the journal uses. */
function namesIn<F extends Fields>(form: Form<F>, words: WordsOf<F>): Record<string, string> {
  return Object.fromEntries(form.names.map((name) => [form.rowKey(name), words[name].label]));
}

const fields: Record<string, string> = {
  ...namesIn(ticketTypeForm, ticketWords),
  ...namesIn(nightForm, nightWords),
  ...namesIn(artistForm, artistWords),
  ...namesIn(voucherForm, codeWords),
  name: "Nume",
  saleUntil: "Vânzarea se oprește",
  names: "Nume",
  guest: "Invitat",
  list: "Lista",
  places: "Locuri",
  entries: "Intrări",
  kind: "Fel",
  code: "Cod",
  isSet: "Set de coduri",
  codes: "Coduri făcute",
  amount: "Sumă",
  uses: "Bilete de cod",
  perPerson: "Bilete pentru o persoană",
  returnsUses: "Se întoarce la rambursare",
  stripePriceId: ticketWords.stripe_price_id.label,
  saleStartsAt: "În vânzare de la",
  saleEndsAt: "În vânzare până la",
  phases: ticketTexts.phases.title,
  admits: "Lasă să intre",
  imageUrl: "Imagine",
  imagePosition: pictureTexts.position,
  opensAt: "Se deschide la",
  publishAt: "Apare pe site la",
  roomMinutes: "Sala de așteptare, minute înainte",
  seed: "Sămânța tragerii la sorți",
  people: "Oameni în sală",
  reason: "Motiv",
  until: "Până la",
  stop: "Ce",
  stopId: "Oprirea",
  event: "Eveniment",
  tickets: "Bilete emise",
  subject: "Subiect",
  quantity: "Bilete la ușă",
  phone: "Telefon",
  label: "Eticheta biletului",
  rows: "Scanări",
  cashExpected: "Numerar, trebuia",
  cashCounted: "Numerar, numărat",
  mode: "Modul porții",
  usedTickets: "Biletele celor intrați",
};

/** The words for the values of a field that has few values. */
const values: Record<string, Readonly<Record<string, string>>> = {
  imagePosition: pictureTexts.positions,
  codePer: { order: ticketTexts.codePer.order.title, person: ticketTexts.codePer.person.title },
  usedTickets: { refunded: "banii se întorc", kept: "banii rămân" },
  mode: { strict: "strict", open: "deschis" },
  stop: { sale: "vânzarea", refunds: "rambursările", read_only: "tot ce se schimbă" },
  kind: { percent: "procent", fixed: "sumă", unlock: "deschide un tip ascuns" },
};

/** Fields in bani. */
const sums = new Set(["price", "amount", "cashExpected", "cashCounted"]);

export function fieldName(name: string): string {
  return fields[name] ?? name;
}

/** Returns a value for people; for a list its length. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return historyTexts.none;
  if (field === "imageUrl") return historyTexts.picture;
  const valueWord = typeof value === "string" ? values[field]?.[value] : undefined;
  if (valueWord !== undefined) return valueWord;
  if (typeof value === "boolean") return value ? officeTexts.yes : officeTexts.no;
  if (field === "phases" && Array.isArray(value)) return phasesText(value) || historyTexts.none;
  if (Array.isArray(value)) return String(value.length);
  if (sums.has(field) && typeof value === "number") return `${formatLei(value)} LEI`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatShortDate(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatInstant(text);
  return text.length > 120 ? `${text.slice(0, 120)}...` : text;
}

type Phase = { name: string; price: number; endsAt: string | null; tickets: number | null };

/** Returns "Early Bird 80 LEI, până la 01.08.2027, 23:59, 200 bilete; Preț întreg 100 LEI". */
function phasesText(phases: readonly Phase[]): string {
  return phases
    .map(({ name, price, endsAt, tickets }) =>
      historyTexts.phase(name, formatLei(price), [
        ...(endsAt ? [historyTexts.untilMoment(formatInstant(endsAt))] : []),
        ...(tickets ? [historyTexts.untilTickets(tickets)] : []),
      ]),
    )
    .join("; ");
}
