import { agreed, counted } from "#kernel/romanian.ts";
import type { PhaseValues } from "#ticketing/events/price-phase-form.ts";
import type { FieldProblem } from "#ticketing/forms/field-problem.ts";
import { limits } from "#ticketing/limits.ts";
import type { LinkedNights, LinkNightsRefusal } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { fieldSentences, takenText } from "../field-texts.ts";

const phaseLabelOf = {
  name: (no: number) => `Numele fazei ${no}`,
  price: (no: number) => `Prețul fazei ${no}, în lei`,
  until: (no: number) => `Până la data, faza ${no}`,
  tickets: (no: number) => `Până la câte bilete, faza ${no}`,
} as const;
const pricesInLei = (n: string) => `${n}, prețuri în LEI`;
const quick = "Cumpărare rapidă";

/** Texts of the two screens of ticket types. Sentences of the specification are byte for byte. */
export const ticketTexts = {
  searchHint: "Tip, descriere, eveniment",
  filters: {
    all: "Toate",
    few: `Sub ${counted(limits.fewTickets, "place")}`,
    visible: "Vizibile",
    hidden: "Ascunse",
    special: "Speciale",
    unused: "Disponibile",
    used: "Folosite",
  },
  filterLabel: "Filtre",
  ofNight: "Noaptea",
  columns: {
    type: "Tip",
    nights: "Eveniment",
    description: "Descriere",
    price: "Preț",
    entries: "Intrări",
    capacity: "Cap.",
    held: "Reținute",
    sold: "Vândute",
    left: "Rămase",
    agreement: "Preț Stripe",
    visible: "Vizibil",
    used: "Folosit",
    quick,
  },
  tags: { season_pass: "Abonament", early_bird: "Early Bird", ordinary: "Special" },
  agreed: "Stripe",
  notAgreed: "Preț diferit",
  noPrice: "Fără preț",
  visibleLabel: (name: string) => `${name} vizibil`,
  usedLabel: (name: string) => `${name} folosit`,
  quickLabel: (name: string) => `Cumpărare rapidă cu ${name}`,
  bulkShow: "Arată",
  bulkHide: "Ascunde",
  bulkDone: {
    shown: (n: number) => counted(n, "ticket", "marcat ca vizibil", "marcate ca vizibile"),
    hidden: (n: number) => counted(n, "ticket", "marcat ca ascuns", "marcate ca ascunse"),
    marked_used: (n: number) => counted(n, "ticket", "marcat ca folosit", "marcate ca folosite"),
    marked_unused: (n: number) => counted(n, "ticket", "marcat ca disponibil", "marcate ca disponibile"),
  },
  marked: {
    shown: "Bilet marcat ca vizibil",
    hidden: "Bilet marcat ca ascuns",
    marked_used: "Bilet marcat ca folosit",
    marked_unused: "Bilet marcat ca disponibil",
  },
  nothingChosen: "Alege întâi cel puțin un bilet.",
  noneFound: "Niciun bilet găsit",
  noneFoundText: "Niciun tip de bilet nu corespunde căutării și filtrelor.",
  quickNow: (name: string) => `Cumpărare rapidă: ${name}`,
  quickText: "Doar un bilet poate fi ales; alegând altul, acesta se oprește.",
  quickOn: "Cumpărare rapidă pornită",
  quickOff: "Cumpărare rapidă oprită",

  loadFailed: "Failed to load data",
  statusFailed: "Failed to update ticket status",
  visibilityFailed: "Failed to update ticket visibility",
  quickFailed: "Nu s-a putut actualiza statusul achiziției rapide",
  noNight: "At least one event must be available to create a season pass ticket",
  duplicate: fieldSentences.duplicate,
  passConflict: "Error saving season pass ticket: A configuration already exists with this key.",

  kind: {
    every: {
      title: "Bilete",
      sub: pricesInLei,
      searchLabel: "Caută bilete",
      add: "Adaugă bilet",
      newTitle: "Bilet nou",
      save: "Salvează biletul",
      created: "Bilet creat cu succes",
      updated: "Bilet actualizat cu succes",
      deleted: "Bilet șters cu succes",
      saveFailed: "Failed to save ticket",
      deleteFailed: "Failed to delete ticket",
      section: "Bilet",
      conflict: "Biletul s-a schimbat între timp",
      confirmDelete:
        "Are you sure you want to delete this ticket? All its purchase records will also be deleted.",
      none: "Încă niciun bilet",
      noneText: "Adaugă un tip de bilet: un preț, câte sunt și la ce nopți intră.",
    },
    special: {
      title: adminTexts.specialTickets,
      sub: pricesInLei,
      searchLabel: "Caută bilete speciale",
      add: "Adaugă abonament",
      newTitle: "Abonament nou",
      save: "Salvează abonamentul",
      created: "Abonamentul a fost creat cu succes",
      updated: "Abonamentul a fost actualizat cu succes",
      deleted: "Abonamentul a fost șters cu succes",
      saveFailed: "Nu s-a putut salva abonamentul",
      deleteFailed: "Nu s-a putut șterge abonamentul",
      section: "Abonament",
      conflict: "Abonamentul s-a schimbat între timp",
      confirmDelete: "Sigur doriți să ștergeți acest abonament?",
      none: "Încă niciun bilet special",
      noneText: "Abonamente, oferte early bird, bilete de grup și de cuplu apar aici.",
    },
  },
  archive: "Arhivează",
  confirmArchive: (name: string) => `Arhivezi „${name}”?`,
  archived: (deleted: string) => `${deleted}. E în arhivă; la biletele vândute nu se schimbă nimic.`,
  remove: "Șterge",
  keptText:
    "Nu se mai vinde și iese din liste. Achizițiile plătite rămân în arhivă, iar la biletele lor nu se schimbă nimic.",
  loadSpecialFailed: "A apărut o eroare la încărcarea abonamentelor",

  phases: {
    title: "Faze de preț",
    caption: "Faze de preț, în ordine",
    name: "Fază",
    lei: "Lei",
    untilDate: "Până la data",
    orTickets: "sau bilete",
    sold: "Vândute",
    now: "Acum",
    acts: "Ordine și ștergere",
    labels: phaseLabelOf,
    up: (no: number) => `Mută mai sus faza ${no}`,
    away: (no: number) => `Șterge faza ${no}`,
    add: "Adaugă fază",
    alone: (name: string) => `Adaugă și faza următoare: cu ce preț se vinde după „${name}”`,
    dearer: (name: string, following: string) =>
      `„${name}” e mai scumpă decât „${following}”, care vine după ea.`,
    past: (name: string) => `Data fazei „${name}” a trecut: la prețul ei nu se mai vinde.`,
    noPhases: "Un singur preț, cel de mai sus.",
    hint: "O fază se termină la data ei sau după atâtea bilete, ce vine întâi. Ultima nu se termină: prețul ei e și prețul biletului. Un rând gol nu contează.",
    of: (tickets: number) => `din ${tickets}`,
    held: (held: number) => ` + ${agreed(held, "reținut", "reținute")}`,
    states: { over: "încheiată", on_sale: "în vânzare", later: "urmează" },
    none: "Nicio fază nu mai are bilete.",
    seen: (said: string, held: number) =>
      `Cumpărătorul vede: „${said}”. Cine ține deja un bilet plătește prețul de la ținere, chiar dacă faza se schimbă (acum: ${held}).`,
    taken: (name: string, sold: number, held: number) =>
      `Faza „${name}” nu se poate șterge: ${takenText(sold, held)}. Pune-o la loc.`,
    inShort: (name: string, price: string) => `${name} ${price}`,
  },
  pool: {
    none: "Fără: doar cantitatea proprie",
    new: "Fond comun nou",
    option: (name: string, capacity: number, night: string) =>
      `${name}, ${counted(capacity, "place")} · ${night}`,
    hint: "Un număr de oameni pe care îl împart mai multe tipuri ale aceleiași nopți. Cantitatea proprie rămâne și ea o limită.",
    stock: (name: string) => `Fondul „${name}”, în oameni`,
    sold: (sold: number, held: number) =>
      `Tipul are deja ${takenText(sold, held)}: fondul se alege înainte de prima vânzare.`,
    otherNight: "Fondul ales nu e al nopții acestui bilet.",
  },
  addOnTag: "Supliment",
  addOnOfSold: (sold: number, held: number) =>
    `Biletele deja luate rămân cum au fost cumpărate: ${takenText(sold, held)}`,
  gate: "La poartă",
  enterUntilHint: "Ca 23:00. După oră, biletul nu mai e bun. Gol: toată noaptea.",
  earlierEntry: (was: string | null) =>
    was === null
      ? "Sunt deja luate bilete fără oră: nu se mai poate pune una."
      : `Sunt deja luate bilete cu intrare până la ${was}: ora poate fi doar mai târzie.`,
  entryBeforeNight: (begins: string) => `Intrarea începe la ${begins}: pune o oră de după.`,
  olderBuild:
    "Programul tocmai se actualizează. Fazele, fondurile, codul și ora de intrare se pot salva peste câteva minute.",
  hiddenTag: "Cu cod",
  untilTag: (hour: string) => `Până la ${hour}`,
  /** Why less is left of a type than its capacity less what was sold and is held. */
  nightTag: (left: number) => (left === 0 ? "noaptea e plină" : `noaptea mai are loc numai pentru ${left}`),
  cancelledTag: "noaptea s-a anulat",
  poolTag: (name: string, left: number) => `${name}: ${counted(left, "place", "liber", "libere")}`,
  currency: "LEI",
  backToNight: "Înapoi la noapte",
  codePer: {
    order: { title: "Unul pe comandă", note: "3 prieteni, un cod, trei intrări" },
    person: { title: "Unul pe persoană", note: "fiecare intră singur, cu biletul lui" },
  },
  codeHint: "Schimbarea e pentru comenzile de acum înainte; biletele vândute rămân cum sunt.",
  stock: "Stoc",
  leftHint: "Capacitatea minus ce e deja luat; una o mișcă pe cealaltă.",
  priceTitle: "Preț la Stripe",
  agreedTitle: "Se potrivește",
  agreedText: (amount: string, when: string) =>
    `${amount} LEI, același preț la Stripe și aici. Verificat ${when}.`,
  waitingTitle: "Prețul nu e confirmat la Stripe",
  waitingText: "Biletul se vede, dar nu se poate cumpăra până când prețul e confirmat.",
  noPriceTitle: "Încă fără preț la Stripe",
  makePrice: "Creează prețul la Stripe",
  checkPrice: "Verifică din nou",
  freeText: "Un bilet de 0 LEI se vede, dar nu se poate plăti cu cardul.",
  priceMade: "Prețul a fost creat la Stripe",
  priceAgreed: "Prețul se potrivește la Stripe",
  priceProblems: {
    missing: "Biletul s-a schimbat între timp; încearcă din nou.",
    free: "Un bilet de 0 LEI nu are preț la Stripe.",
    no_price: "Biletul nu are încă preț la Stripe.",
    unknown_price: "La Stripe nu există un preț cu acest id. Vânzarea e oprită.",
    unreachable: "Stripe nu a răspuns. Biletul e salvat; încearcă din nou peste câteva secunde.",
    differs: (there: string) => `La Stripe ${there}. Vânzarea e oprită până se potrivesc.`,
  },
  noAmount: "nu are o sumă fixă",
  window: "Perioada de vânzare",
  offer: "Ofertă",
  visibleSetting: "Vizibil",
  visibleHint: "Apare pe site.",
  usedSetting: "Folosit",
  usedHint: "Semn intern; nu oprește vânzarea.",
  quickSetting: quick,
  quickHint: "Doar unul poate fi ales.",
  history: "Istoric",
  /** The price is that of the phase on sale, when there is one. */
  subSaved: (price: string, phase: string | null, sold: number) =>
    `${phase === null ? "" : `${phase} `}${price} LEI, ${agreed(sold, "vândut", "vândute")}`,
} as const;

const notAdded = "Restul e salvat, dar noaptea nu s-a adăugat";

/** Says how many people got tickets for nights that were added to a pass; null when nobody did. */
export function linkedSentence({ holders, nights }: LinkedNights): string | null {
  if (holders === 0) return null;
  return `${counted(holders, "holder", "primește", "primesc")} bilet și email pentru ${nights === 1 ? "noaptea adăugată" : "nopțile adăugate"}.`;
}

/**
 * Says why a night was not added to a sold pass. It stands beside the nights; the rest of the form is already saved.
 */
export function notLinkedSentence(
  refusal: Exclude<LinkNightsRefusal, { reason: "missing" | "not_allowed" | "read_only" }>,
): string {
  if (refusal.reason === "not_enough_places")
    return `${notAdded}: „${refusal.night}” are ${counted(refusal.free, "place", "liber", "libere")}, iar cine a cumpărat deja are nevoie de ${counted(refusal.needed, "place")}.`;
  if (refusal.reason === "not_published")
    return `${notAdded}: „${refusal.night}” nu e publicată, iar cine are abonamentul ar primi bilet la ea. Publică noaptea, apoi salvează din nou.`;
  if (refusal.held === 0) return `${notAdded}: tocmai acum se vinde. Salvează din nou.`;
  return `${notAdded}: ${counted(refusal.held, "ticket", "e reținut", "sunt reținute")} de cineva care plătește. Ascunde biletul până se termină, apoi salvează din nou.`;
}

/** Texts of the lists in which nights and types are chosen. */
export const tickTexts = {
  nights: {
    search: "Caută o noapte",
    past: (n: number) => `Arată și ${counted(n, "night", "încheiată", "încheiate")}`,
    noneComing: "Nicio noapte nu urmează.",
  },
  types: {
    search: "Caută un tip",
    past: (n: number) => `Arată și ${counted(n, "type", "al unei nopți", "ale unor nopți")} încheiate`,
    noneComing: "Niciun tip al nopților care urmează.",
  },
  draft: "ciornă",
  scheduled: "programată",
  cancelled: "anulată",
} as const;

/** The words for each field of a type's form. */
export const ticketWords = {
  type: { label: "Tip", hint: "Numele de pe site și de pe bilet." },
  price: {
    label: "Preț",
    unit: ticketTexts.currency,
    hint: "Lei întregi. Cu faze: al ultimei.",
    wrong: { not_a_number: "Scrie un preț în lei întregi", too_big: "Prețul este prea mare" },
  },
  entries: { label: "Intrări per bilet", wrong: { too_small: "Cel puțin o intrare" } },
  description: { label: "Descriere", hint: "La abonamente, fiecare rând e un beneficiu." },
  events: {
    label: "Evenimente",
    hint: "Doar la abonament poate rămâne gol: se ia prima noapte. Cine are deja abonamentul primește bilet și email pentru nopțile adăugate.",
    wrong: { required: "Alege cel puțin un eveniment" },
  },
  quantity_available: { label: "Rămase de vânzare" },
  is_season_pass: { label: "Abonament", hint: "Un cod pentru toate nopțile alese." },
  code_per: { label: "Codul QR" },
  stripe_price_id: {
    label: "Stripe price id",
    hint: "Fără el se creează un preț la salvare.",
    wrong: { unknown: "Un id de preț începe cu price_" },
  },
  sale_starts_at: { label: "De la" },
  sale_ends_at: { label: "Până la" },
  offer_rank: {
    label: "Locul pe pagina Bilete",
    hint: "Gol: nu apare pe pagina Bilete.",
    wrong: { not_a_number: "Un loc de la 1 la 99, sau gol" },
  },
  requires_code: { label: "Cere un cod", hint: "Ascuns fără cod, și în sursa paginii." },
  is_add_on: {
    label: "Supliment",
    hint: "Parcare, pătură: se ia doar lângă un bilet și nu ocupă un loc.",
  },
  enter_until: { label: "Intră doar până la o oră" },
  pool: { label: "Fond comun" },
  pool_name: { label: "Numele fondului nou" },
  pool_capacity: { label: "Locuri în fond", hint: "Gol: rămâne cât e." },
};

/** Sentences for a phase's fields where the general one says too little. */
export const wrongPhaseTexts: Partial<Record<keyof PhaseValues, Partial<Record<FieldProblem, string>>>> = {
  price: { too_small: "Cel puțin 2 lei: atât ia cardul", not_a_number: "Lei întregi" },
  until: { before_start: "Trebuie să fie după faza dinainte" },
  tickets: { too_small: "Cel puțin un bilet" },
};
