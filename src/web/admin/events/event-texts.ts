import { counted } from "#kernel/romanian.ts";
import type { AfterEnd } from "#ticketing/events/after-end-queries.server.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { TypeBeforeNight } from "#ticketing/events/ticket-type-change.ts";
import { atLeastTaken } from "../field-texts.ts";
import { officeTexts } from "../ui/office-texts.ts";

type Taken = { sold: number; held: number; listed?: number; given?: number; atDoor?: number };

/** Texts of the events screens. Those of the specification are as it quotes them. */
export const eventTexts = {
  title: "Evenimente",
  sub: (inAll: number, coming: number) => `${inAll}, din care ${coming} viitoare`,
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
  all: "Toate",
  groupComing: (n: number, cancelled: number) =>
    cancelled > 0
      ? `Urmează ${n}, și ${counted(cancelled, { one: "anulată", few: "anulate", other: "anulate" })}`
      : `Urmează ${n}`,
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
  switchLabel: (name: string) => `${name} disponibil`,
  bulkShow: "Fă disponibile",
  bulkHide: "Fă indisponibile",
  bulkDone: {
    available: {
      one: "eveniment făcut disponibil",
      few: "evenimente făcute disponibile",
      other: "evenimente făcute disponibile",
    },
    unavailable: {
      one: "eveniment făcut indisponibil",
      few: "evenimente făcute indisponibile",
      other: "evenimente făcute indisponibile",
    },
  },
  nothingChosen: "Alege întâi cel puțin un eveniment.",

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
  name: "Nume",
  nameHint: "Scurt, pentru liste și cod.",
  titleField: "Titlu",
  titleHint: "Cum apare pe afiș.",
  description: "Descriere",
  date: "Data",
  time: "Ora",
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
  doors: "Ușile",
  ends: "Se termină",
  endsHint: "Gol: la 06:00, sau după șase ore dacă începe înainte de 20:00.",
  saleUntil: "Vânzarea online se oprește la",
  saleUntilHint: "Gol: la sfârșitul nopții. 02:00 înseamnă după miezul nopții.",
  saleStopsAt: (weekday: string, time: string) => `Se oprește ${weekday} la ${time}.`,
  minimumAge: "Vârsta minimă",
  address: "Adresă",
  addressHint: "Gol: adresa clubului.",
  directions: "Cum se ajunge",
  location: "Loc",
  capacity: "Capacitate",
  capacityHint: "Câți oameni încap, din motive de siguranță.",
  capacityFloor: ({ sold, held, listed = 0, given = 0, atDoor = 0 }: Taken) =>
    `${atLeastTaken(Math.max(1, sold + held + listed + given + atDoor), { sold, held, given })}${listed > 0 ? ` Pe listele de invitați: ${listed}.` : ""}${atDoor > 0 ? ` Pentru vânzarea la ușă: ${atDoor}.` : ""}`,
  capacityTooSmall: "Capacitatea este cel puțin 1.",
  places: "Locuri",
  artists: "Artiști",
  artistsNote: "în ordinea de pe afiș",
  artist: (n: number) => `Artistul ${n}`,
  addArtist: "Adaugă artist",
  noArtist: "alege un artist",
  artistUp: (name: string) => `Mută mai sus ${name}`,
  foundArtists: "Artiști găsiți",
  noSuchArtist: "Niciun artist cu numele acesta; adaugă-l întâi la Artiști.",
  artistAway: (name: string) => `Scoate ${name}`,
  availableSetting: "Disponibil",
  availableHint: "Odată publicat, se poate cumpăra.",
  save: "Salvează evenimentul",
  history: "Istoric",
  remove: "Șterge",
  seeOnSite: "Vezi pe site",
  conflict: "Evenimentul s-a schimbat între timp",

  confirmDelete: "Are you sure you want to delete this event?",
  deleteNever: officeTexts.neverSold,
  cannotDelete: (name: string) => `„${name}” are comenzi și nu se șterge`,
  deleteOrdered:
    "Îl poți face indisponibil, cu comutatorul de lângă formular: nu se mai vinde, iar biletele plătite rămân valabile.",
} as const;
