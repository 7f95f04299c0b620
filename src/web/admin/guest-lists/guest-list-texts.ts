import { agreed, counted, grouped } from "#kernel/romanian.ts";
import type { NewListedGuest, RowDoubt, WrongRow } from "#ticketing/guest-lists/guest-rows.ts";
import { limits } from "#ticketing/limits.ts";

const inside = (n: number) => agreed(n, "intrat", "intrați");

const ofRow: Record<WrongRow | RowDoubt, string> = {
  no_name: "nu are un nume",
  no_number: "numărul de oameni nu se înțelege",
  too_long: "numele sau nota e prea lungă",
  too_big: `cel mult ${counted(limits.placesPerGuest, "human")} pe un nume`,
  number: "numărul s-a luat drept câți oameni vin",
  pair: "par doi oameni; sunt un singur nume",
  several: "nota pare un nume; câte un om pe rând",
  odd: "numele are cifre sau semne; câți vin se scrie „x3”",
  places: "are două numere de oameni; s-a luat cel mai mare",
  twice: "același nume de două ori; intră o dată, cu numărul cel mai mare",
};

/** Texts of a night's guest lists. */
const placesLeft = (n: number) => (n > 0 ? `mai are ${counted(n, "place")}.` : "nu mai are locuri.");

export const guestListTexts = {
  open: "Invitați",
  nights: "Nopțile care vin",
  noNights: "Nicio noapte nu vine",
  noNightsText: "Listele se fac pentru nopțile care n-au trecut și nu s-au anulat.",
  ofNight: (date: string, seats: number) => (seats === 0 ? date : `${date}, ${counted(seats, "place")}`),
  title: (night: string) => `Invitați, ${night}`,
  print: "Tipărește lista",
  tiles: { listed: "Locuri pe listă", entered: "Au intrat", capacity: "Din capacitate" },
  names: (n: number) => counted(n, "name"),
  seats: (n: number) => counted(n, "place"),
  of: (n: number) => `din ${n}`,
  lastAt: (time: string, beyond: number) =>
    `ultimul la ${time}${beyond === 0 ? "" : `; ${counted(beyond, "human")} peste locurile de pe liste`}`,
  nobodyYet: "încă nimeni",
  notSold: "gratuite, nu intră la vândute",
  lists: "Liste",
  noLists: "Nicio listă încă",
  noListsText: "Fă întâi o listă: a casei, a unui promoter, a presei. Pe ea pui numele.",
  noLimit: (entered: number) => `fără limită; ${inside(entered)}`,
  ofQuota: (quota: number, entered: number, isFull: boolean) =>
    `${counted(quota, "place")}; ${inside(entered)}${isFull ? "; plină" : ""}`,
  newList: "Listă nouă",
  changeList: "Schimbă lista",
  listName: "Numele listei",
  listNameHint: "Casa, presă, numele promoterului.",
  quota: "Locuri",
  quotaHint: "Se scad din noapte de acum. Gol înseamnă fără limită: se scade fiecare nume.",
  saveList: "Salvează lista",
  add: "Adaugă pe listă",
  addOne: "Adaugă",
  name: "Nume",
  namePlaceholder: "Prenume Nume",
  places: "Locuri",
  list: "Lista",
  note: "Notă",
  paste: "Lipește o listă: un nume pe rând",
  pasted: "Nume, câte unul pe rând",
  pastedHint:
    "„+2” înseamnă încă doi oameni, „x3” trei cu tot cu el. După virgulă sau în coloana a treia vine o notă.",
  adding: (guests: readonly NewListedGuest[]) => {
    const codes = guests.filter(({ email }) => email).length;
    const seats = guests.reduce((n, { places }) => n + places, 0);
    const mailed = codes === 0 ? "" : `, cu ${counted(codes, "code")} pe email`;
    return `Adaugi ${counted(guests.length, "name")}, ${counted(seats, "place")}${mailed}.`;
  },
  correcting: (places: number, email: string | null) =>
    `Un nume de pe listă va avea ${counted(places, "place")}${email ? `, cu codul trimis la ${email}` : ""}.`,
  addAll: "Adaugă toate",
  addAsked: "Adaugă așa",
  wrongRows: (n: number) =>
    `${counted(n, "row")} nu se ${n === 1 ? "înțelege" : "înțeleg"}: corectează și trimite din nou`,
  ofRow: (line: number, text: string, what: WrongRow | RowDoubt) =>
    `Rândul ${line}, „${text}”: ${ofRow[what]}.`,
  moreSaid: (n: number) => `Și încă ${grouped(n)}.`,
  understood: (n: number, seats: number) =>
    `Așa s-au înțeles: ${counted(n, "name")}, ${counted(seats, "place")} în total`,
  askedFor: (seats: number, line: number, row: string) =>
    `Numele noi cer ${counted(seats, "place")}; nu mai încape rândul ${line}: „${row}”.`,
  understoodAs: (guest: NewListedGuest) =>
    `${guest.name}, ${counted(guest.places, "place")}${guest.note === null ? "" : `, ${guest.note}`}${
      guest.email ? `; codul merge la ${guest.email}` : ""
    }`,
  email: "Email pentru codul QR",
  badName: "Un nume are cel puțin o literă.",
  badEmail: "Adresa nu este validă.",
  sendCode: "Trimite codul QR pe email",
  withCode: "Cui îi trebuie un bilet în contul lui îi dai o invitație, nu un loc pe listă.",
  invite: "Dă o invitație",
  searchLabel: "Caută în liste",
  searchHint: "Nume sau notă",
  filters: { list: "Lista", gate: "Poarta" },
  all: "Toate",
  gates: { all: "Toți", in: "Intrați", out: "Neintrați" },
  columns: { name: "Nume", places: "Locuri", list: "Pe lista", note: "Notă, email", gate: "La poartă" },
  forgotten: "nume șters",
  awaited: "așteptat",
  notAwaited: "neintrat",
  cancelled: "Noaptea s-a anulat: nu mai e așteptat nimeni, iar listele rămân cum sunt.",
  enteredAt: (places: number, time: string) => `${places === 1 ? "intrat" : "intrați"} ${time}`,
  partly: (entered: number, places: number, time: string) => `${entered} din ${places}, ${time}`,
  removeName: (name: string) => `Scoate ${name} de pe listă`,
  shown: (shown: number, all: number) => `${shown} din ${counted(all, "name")}`,
  atDoor: "La poartă intră pe nume, cu un act, sau cu codul QR din email.",
  none: "Niciun nume încă",
  noneText: "Adaugă primul nume mai sus, sau lipește o listă întreagă.",
  noneFound: "Niciun nume nu se potrivește",
  noneFoundText: "Încearcă alt cuvânt sau șterge filtrele.",
  saved: (name: string) => `Lista „${name}” e salvată.`,
  added: (n: number, seats: number, known: number) =>
    `${n === 0 ? "Niciun nume nou" : `Adăugat: ${counted(n, "name")}, ${counted(seats, "place")}`}.${
      known === 0 ? "" : ` Deja pe o listă: ${known}.`
    }`,
  removed: "Numele nu mai e pe listă.",
  removedNames: (n: number) => `Scoase de pe liste: ${counted(n, "name")}`,
  restore: "Pune la loc",
  restoreName: (name: string) => `Pune ${name} la loc pe listă`,
  restored: (name: string) => `${name} e din nou pe listă.`,
  correct: (name: string) => `Corectează ${name}`,
  saveCorrection: "Salvează",
  correctedAnd: {
    corrected: "Locurile și nota s-au salvat.",
    sent: "S-a salvat. Codul QR pleacă acum.",
    sent_before: "S-a salvat. Codul QR a fost trimis deja pe adresa aceasta.",
  },
  refused: {
    missing: "Lista sau numele nu mai există. Încarcă din nou pagina.",
    cancelled: "Noaptea s-a anulat: listele ei rămân cum sunt.",
    over: "Noaptea a trecut: listele ei rămân cum sunt.",
    name_taken: "Noaptea are deja o listă cu acest nume",
    listed: "Numele e deja pe o listă a nopții.",
    entered: "Cineva a intrat deja pe acest nume: rămâne pe listă.",
    changed_meanwhile: "Altcineva a schimbat același lucru între timp. Încarcă din nou pagina.",
    failed: "Nu s-a salvat. Încearcă din nou.",
  },
  nightFull: (left: number) => `Noaptea ${placesLeft(left)}`,
  listFull: (left: number) => `Lista ${placesLeft(left)}`,
  belowEntered: (entered: number) => `Pe acest nume au intrat deja ${counted(entered, "human")}`,
  belowNamed: (named: number) => `Pe listă sunt deja ${counted(named, "place")}`,
  tooManyPeople: `Cel mult ${counted(limits.placesPerGuest, "human")} pe un nume`,
  tooManyLines: `Cel mult ${counted(limits.guestsPerPaste, "name")} o dată, pe cel mult ${counted(limits.linesPerPaste, "row")}`,
} as const;
