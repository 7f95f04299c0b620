import { agreed, counted } from "#kernel/romanian.ts";
import { dayOf, formatDayAndMonth, formatWeekday, wallTimeOf } from "#kernel/time.ts";
import type { AfterEnd } from "#ticketing/events/after-end-queries.server.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { TypeBeforeNight } from "#ticketing/events/ticket-type-change.ts";
import { ticketTexts } from "../tickets/ticket-texts.ts";
import { officeTexts } from "../ui/office-texts.ts";

/** Texts of the nights' screens. Sentences of the specification are byte for byte. */
export const eventTexts = {
  title: "Evenimente",
  sub: (inAll: number, coming: number) => `${inAll}, din care ${agreed(coming, "viitor", "viitoare")}`,
  add: "Adaugă eveniment",
  searchLabel: "Caută evenimente",
  searchHint: "Nume, titlu, loc",
  when: "Când",
  whens: { "": "Toate", coming: "Viitoare", ended: "Încheiate" },
  status: "Status",
  states: {
    draft: "Ciornă",
    scheduled: "Programat",
    on_sale: "Activ",
    few_left: "Activ",
    announced: "Anunțată",
    not_yet: "Anunțată",
    no_types: "Fără bilete",
    code_only: "Doar cu cod",
    price_pending: "Preț în curs",
    stopped: "Vânzare oprită",
    unavailable: "Indisponibil",
    sold_out: "Epuizat",
    sale_ended: "Vânzare încheiată",
    ended: "Încheiat",
    cancelled: "Anulată",
  } satisfies Record<SaleState, string>,
  scheduledFor: (word: string, when: string) => `${word} · ${when}`,
  lacksCode: (word: string) => `${word} · tip fără cod`,
  all: "Toate",
  groupComing: (n: number, cancelled: number) =>
    cancelled > 0 ? `Urmează ${n}, și ${counted(cancelled, "cancelledNight")}` : `Urmează ${n}`,
  groupEnded: (n: number) => `Încheiate ${n}`,
  columns: {
    event: "Eveniment",
    date: "Data",
    artists: "Artiști",
    types: "Tipuri",
    sold: "Vândute",
    percent: "Procent",
    status: "Status",
    available: "Disponibil",
  },
  noneFound: "Niciun eveniment găsit",
  noneFoundText: "Niciun eveniment nu corespunde căutării și filtrelor.",
  none: "Încă niciun eveniment",
  noneText: "Adaugă prima noapte; apoi îi dai tipuri de bilete și se poate cumpăra.",
  unsold: (parts: string) =>
    parts === "" ? "Toate locurile sunt vândute" : `Nevândute: ${parts.toLocaleLowerCase("ro")}`,
  // a pass may still sell them
  unoffered: "Fără bilete de o noapte",
  switchLabel: (name: string) => `${name} disponibil`,
  bulkShow: "Fă disponibile",
  bulkHide: "Fă indisponibile",
  bulkDone: {
    available: (n: number) => counted(n, "event", "făcut disponibil", "făcute disponibile"),
    unavailable: (n: number) => counted(n, "event", "făcut indisponibil", "făcute indisponibile"),
  },
  nothingChosen: "Alege întâi cel puțin un eveniment.",
  someSell: "Cel puțin un eveniment ales se vinde acum: scoate-le de la vânzare pe rând, din lista lor.",
  takeOff: {
    question: (name: string) => `Scoți „${name}” de la vânzare?`,
    sells:
      "Se vinde acum. Pe site va scrie „Momentan Indisponibil”; biletele vândute rămân valabile. O oprire are un motiv și o oră, pe care le vede echipa.",
    stopInstead: "Oprește vânzarea cu motiv și oră",
    act: "Fă indisponibil",
  },

  created: "Event created successfully",
  updated: "Event updated successfully",
  deleted: "Event deleted successfully",
  available: "Event marked as available",
  unavailable: "Event marked as unavailable",
  loadFailed: "Failed to load events",
  saveFailed: "Failed to save event",
  deleteFailed: "Failed to delete event",
  availabilityFailed: "Failed to update event availability",

  newTitle: "Eveniment nou",
  newSub: "Se salvează ca ciornă; pe site apare după ce o publici",
  about: "Despre",
  hasToBeMoved: "Se schimbă doar prin mutarea nopții.",
  movedOnly: "Noaptea are bilete vândute sau în coșuri: data și ora se schimbă prin mutarea ei.",
  movedByAdministrator: "O mută un administrator.",
  typeBeforeNight: ({ type, until, begins }: TypeBeforeNight) =>
    `„${type}” e bun doar până la ${until}, iar intrarea ar începe la ${begins}. Schimbă întâi ora tipului.`,
  afterEnd: ({ what, type = null }: Pick<AfterEnd, "what"> & Partial<AfterEnd>) => {
    const late = {
      sale_until: "se oprește vânzarea online",
      opening: "se deschide vânzarea, cum e anunțată",
      publication: "apare pe site, cum e programată",
      type: `începe vânzarea la „${type}”`,
    };
    return `Noaptea se termină înainte de ora la care ${late[what]}.`;
  },
  saleStopsAt: (weekday: string, time: string) => `Se oprește ${weekday} la ${time}.`,
  places: "Locuri",
  artistsNote: "în ordinea de pe afiș",
  artist: (n: number) => `Artistul ${n}`,
  addArtist: "Adaugă artist",
  noArtist: "alege un artist",
  artistUp: (name: string) => `Mută mai sus ${name}`,
  foundArtists: "Artiști găsiți",
  noSuchArtist: "Niciun artist cu numele acesta; adaugă-l întâi la Artiști.",
  artistAway: (name: string) => `Scoate ${name}`,
  availableSetting: "Disponibil",
  availableHint: "Odată publicat, se poate cumpăra, dacă vânzarea nu este oprită (Opriri).",
  save: "Salvează evenimentul",
  history: "Istoric",
  remove: "Șterge",
  seeOnSite: "Vezi pe site",
  conflict: "Evenimentul s-a schimbat între timp",

  confirmDelete: "Are you sure you want to delete this event?",
  cannotDelete: (name: string) => `„${name}” are comenzi și nu se șterge`,
  deleteOrdered: (state: SaleState) =>
    state === "cancelled"
      ? "Noaptea e anulată: nu se mai vinde nimic, iar biletele ei nu mai intră la poartă."
      : state === "ended"
        ? "Noaptea a trecut și nu se mai vinde; rămâne cu comenzile ei."
        : "Îl poți face indisponibil, cu comutatorul de lângă formular: nu se mai vinde, iar biletele plătite rămân valabile.",
} as const;

/** The words for each field of a night's form. */
export const nightWords = {
  name: { label: "Nume", hint: "Scurt, pentru liste și cod." },
  title: { label: "Titlu", hint: "Cum apare pe afiș." },
  description: { label: "Descriere", hint: officeTexts.written },
  date: { label: "Data" },
  time: { label: "Ora" },
  doors: { label: "Ușile" },
  ends: {
    label: "Se termină",
    hint: "Gol: la 06:00, sau după șase ore dacă începe înainte de 20:00.",
  },
  location: { label: "Loc" },
  address: { label: "Adresă", hint: "Gol: adresa clubului." },
  directions: { label: "Cum se ajunge" },
  sale_until: {
    label: "Vânzarea online se oprește la",
    hint: "Gol: la sfârșitul nopții. 02:00 înseamnă după miezul nopții.",
  },
  minimum_age: { label: "Vârsta minimă" },
  capacity: {
    label: "Capacitate",
    hint: "Câți oameni încap, din motive de siguranță.",
    wrong: { too_small: "Capacitatea este cel puțin 1." },
  },
  artists: { label: "Artiști" },
};

/** Texts of the page that copies a night. */
export const duplicateTexts = {
  open: "Duplică",
  title: (name: string) => `Duplică: ${name}`,
  sub: "Copia e o ciornă: nu apare pe site până nu o publici.",
  copyOf: (name: string) => `${name} II`,
  titleHint: (title: string) => `Pe site, în scrisori și pe bilete. Acum: ${title}.`,
  dateHint: "Cu 7 zile mai târziu, dacă nu alegi altă zi.",
  parts: "Ce se copiază",
  artists: "Artiști",
  noArtists: "niciunul",
  picture: "Imagine și poziție",
  noPicture: "fără imagine",
  codes: "Și codurile",
  codesHint: (names: string) =>
    `${names}. Merg și la copie; folosirile și limitele lor sunt comune celor două nopți.`,
  copyingCodes: "Codurile nopții vor merge și la copie.",
  noCodes: "niciunul legat de noapte sau de biletele ei",
  kept: (location: string, places: string) =>
    `Descrierea, locul (${location}) și capacitatea (${places}) rămân.`,
  types: "Tipuri de bilete, cu stocul de la zero",
  noTypes: "Noaptea nu are tipuri de bilete.",
  columns: { type: "Tip", price: "Preț (LEI)", capacity: "Capacitate", sale: ticketTexts.window },
  shared: "se leagă, stoc comun",
  sold: "vândut deja; noaptea se adaugă din formularul lui",
  always: "fără perioadă",
  moved: "se mută odată cu noaptea",
  note: "Vânzările, rezervările, listele de invitați, ora anunțată a vânzării și istoricul nu se copiază. Fără codurile bifate, un tip care cere cod nu se poate cumpăra până nu îi dai unul. Prețurile noi se creează la Stripe acum.",
  copy: "Duplică evenimentul",
  done: "Eveniment duplicat. E o ciornă până îl publici.",
  failed: "Nu s-a putut duplica evenimentul",
  otherType: "Un tip de bilet ales s-a schimbat între timp. Alege din nou.",
  olderBuild:
    "Programul tocmai se actualizează. Biletele cu faze, fond comun, cod sau oră de intrare se pot copia peste câteva minute.",
  soldPass: (type: string) =>
    `„${type}” e deja vândut. Duplică noaptea fără el, apoi adaugă noaptea din formularul lui.`,
} as const;

/** Texts about the announced opening of a sale, in a night's form. */
export const openingTexts = {
  title: "Deschiderea vânzării",
  none: "Se vinde de când apare un tip de bilet vizibil. Poți anunța o oră: până atunci pagina arată data și ora, fără buton.",
  at: (when: string) => `Anunțată pentru ${when}`,
  room: (from: string) => `Sala de așteptare se deschide la ${from}.`,
  noRoom: "Fără sală de așteptare.",
  begun: "Vânzarea a început la ora anunțată; nu se mai schimbă.",
  running: "Oamenii intră acum din sala de așteptare.",
  announce: "Anunță o oră",
  change: "Schimbă",
  question: (name: string) => `Când se deschide vânzarea pentru ${name}?`,
  sub: "Până la ora anunțată nimeni nu poate reține locuri; abonamentele se vând în continuare.",
  day: "Data",
  time: "Ora",
  roomField: "Sală de așteptare",
  roomHint: "Cine vine înainte intră la întâmplare, cine vine după, la rând. Un loc de cont.",
  roomOff: "Fără",
  roomOpens: (minutes: number) => `Se deschide cu ${counted(minutes, "minute")} înainte`,
  draw: (pace: string) => `La ora anunțată se trage ordinea; apoi intră ${pace} pe secundă.`,
  save: "Anunță deschiderea",
  withdraw: "Retrage anunțul",
  saved: "Deschiderea a fost anunțată.",
  withdrawn: "Anunțul a fost retras; vânzarea merge ca înainte.",
  stopsSale: "Biletele se vând acum. Vânzarea se oprește până la ora anunțată.",
  refused: {
    has_begun: "Ora anunțată a venit deja: deschiderea nu se mai schimbă.",
    night_has_begun: "Noaptea a început: vânzarea ei se oprește din Opriri, nu cu o oră anunțată.",
    cancelled: "Noaptea s-a anulat: nu mai are ce vinde.",
  },
  failed: "Nu s-a putut salva. Încearcă din nou.",
} as const;

/** Returns "vineri, 28 noiembrie, 10:00". Takes a Date or its ISO text. */
export function appearsAt(at: Date | string): string {
  const instant = new Date(at);
  const day = dayOf(instant);
  return `${formatWeekday(day)}, ${formatDayAndMonth(day)}, ${wallTimeOf(instant)}`;
}

/** Texts of a night's state beside its form, and of the page that publishes it. */
export const publishingTexts = {
  way: "Drumul până pe site",
  steps: { draft: "1. Ciornă", ready: "2. Gata de vânzare", published: "3. Pe site" },
  saved: "Salvată.",
  ready: "Are cel puțin un tip de bilet cu preț.",
  noTypes: "Adaugă mai jos un tip de bilet vizibil.",
  unpriced: "Prețul se confirmă la Stripe; încarcă pagina din nou peste puțin timp.",
  draft: "Doar administratorii o văd. Pe site adresa ei nu există.",
  scheduled: (when: string) => `Apare pe site ${when} (ora României). Până atunci adresa ei nu există.`,
  published: (since: string) => `Pe site din ${since}.`,
  publish: "Publică",
  change: "Schimbă",
  takeBack: "Ia de pe site",
  question: (name: string) => `Publici „${name}”?`,
  sub: "Biletele vizibile se vând din clipa în care apare, dacă nu ai anunțat o oră de deschidere.",
  now: "Publică acum",
  later: "Sau la o oră anume, ora României",
  day: "Ziua",
  time: "Ora",
  schedule: "Programează",
  toDraft: "Înapoi la ciornă",
  ordered: "Noaptea are comenzi, deci rămâne pe site: cine are bilet o găsește. O poți face indisponibilă.",
  over: "Noaptea aceasta s-a încheiat, deci nu mai apare pe site. Dacă are loc în altă zi, schimbă-i data.",
  done: {
    published: "Evenimentul a fost publicat.",
    scheduled: "Publicarea a fost programată.",
    draft: "Evenimentul e din nou ciornă.",
  },
  failed: "Nu s-a putut salva. Încearcă din nou.",
} as const;

/** Texts of a night's preview. */
export const previewTexts = {
  open: "Previzualizează",
  title: (name: string) => `Previzualizare: ${name || "fără nume"}`,
  sub: "Așa va arăta după salvare. Doar administratorii văd pagina aceasta.",
  subHidden: "Așa va arăta după ce o publici. Doar administratorii văd pagina aceasta.",
  nothing: "Nimic de previzualizat",
  nothingText: "Previzualizarea se deschide din formularul unui eveniment, cu ce ai scris acolo.",
  screen: "Pagina evenimentului",
  phone: "Telefon, 390 px",
  wide: "Laptop, 1280 px",
  choose: "Alege biletele",
  from: (price: string) => `De la ${price} LEI`,
  noPrice: "Încă fără bilete",
  checks: "Înainte să apară",
  ready: "gata",
  look: "de văzut",
  complete: "Nume, titlu, dată, loc, descriere",
  missing: (fields: string) => `Lipsește: ${fields}`,
  fillIn: "se completează în formular",
  picture: "Imagine, cu text alternativ",
  pictureWithoutWords: "Imagine fără text alternativ",
  pictureWithoutWordsText: "cine nu o vede nu află ce este",
  noPicture: "Fără imagine",
  noPictureText: "se vede orizontul pictat",
  noArtists: "Niciun artist",
  noArtistsText: "pagina merge și fără",
  types: (n: number) => counted(n, "type", "vizibil", "vizibile"),
  noTypes: "Niciun tip de bilet vizibil",
  noTypesText: "noaptea se vede, dar nu se poate cumpăra",
  notAgreed: (type: string) => `${type}: prețul nu e confirmat la Stripe`,
  notAgreedText: "se vede, dar nu se poate cumpăra",
  hidden: (type: string) => `${type} e ascuns`,
  hiddenText: "nu se vede pe site",
  changes: "Schimbat față de site",
  unchanged: "Nimic.",
  soon: "Se vede de toți în cel mult o secundă după salvare.",
  back: "Înapoi la formular",
  save: "Salvează și arată pe site",
} as const;
