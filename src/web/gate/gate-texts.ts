import { nounFor } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";

type Night = { readonly title?: string | null; readonly date?: string };

const refusedAdvice = {
  used: "Toate intrările biletului au fost deja date. Cere actul de identitate și trimite persoana la șeful de la ușă.",
  cancelled: "Noaptea nu mai are loc. Ce se întâmplă cu banii scrie pe biletul fiecăruia.",
  void: "Banii au fost returnați sau biletul a fost anulat. Persoana poate cumpăra altul.",
  given_back:
    "La cererea cumpărătorului, abonamentul nu mai e bun pentru noaptea aceasta. Celelalte nopți rămân.",
  replaced:
    "Biletul are alt cod: a fost împărțit, refăcut sau trimis altcuiva. Codul nou e în emailul și în profilul persoanei care are biletul acum.",
  suspended: "Biletul nu admite pe nimeni până se lămurește plata. Trimite persoana la șeful de la ușă.",
  elsewhere: "Verifică noaptea de pe bilet.",
  past_hour: "Biletul intra numai până la ora scrisă pe el. Trimite persoana la șeful de la ușă.",
  early: "Biletul se poate folosi în ziua evenimentului.",
  late: "Biletul a fost pentru o noapte trecută.",
  other_gate:
    "Telefonul care hotărăște acolo e fără internet și poate l-a lăsat deja să intre. Trimite persoana la poarta biletului sau la șef.",
  invalid:
    "Citește din nou codul. La scris de mână trebuie și grupa de control. Un bilet împărțit are coduri noi: cere codul nou.",
} as const;

/** Texts for the gate's staff, short enough for a queue. */
export const gateTexts = {
  pageTitle: "Poarta",
  notYours: {
    title: "Nu ai dreptul să deschizi poarta",
    text: "Contul tău nu are rolul pentru pagina aceasta. Cere-l unui administrator al clubului.",
  },
  /** For a form that the page does not know, or that is refused without a reason of its own. */
  notDone: {
    title: "Nu s-a făcut nimic",
    text: "Pagina nu cunoaște formularul trimis; poate era deschisă de mult. Deschide-o din nou și încearcă iar.",
  },
  noSuchNight: {
    title: "Nu există",
    text: "Noaptea aceasta nu există, a fost ștearsă sau nu e deschisă la ușă. Oamenii unei nopți se văd aici din ajun până a doua zi.",
  },
  home: "Prima pagină",
  account: "Contul tău",
  groupMissing: "Scrie și grupa de control de 8 semne.",
  codeMissing: "Scrie sau lipește codul de pe bilet.",
  locked: (minutes: number) => `Prea multe coduri greșite. Mai așteaptă ${minutes} min.`,
  /** `day` is "now" while the night is running. `end`: why nobody is let in any more. */
  nightNote: (day: string, time: string | null, end: string | null) => {
    const when = day === "now" ? ["acum", time && `de la ${time}`] : [day, time && `ora ${time}`];
    return [when.filter(Boolean).join(", "), end].filter(Boolean).join(" · ");
  },
  days: ["ieri", "azi", "mâine"],
  ended: "Încheiată",
  cancelled: "Anulată",
  what: {
    used: "Bilet deja folosit",
    cancelled: "Noaptea s-a anulat",
    void: "Bilet anulat sau rambursat",
    given_back: "Banii nopții s-au dat înapoi",
    replaced: "Cod înlocuit: cere biletul nou",
    suspended: "Plata biletului este în verificare",
    elsewhere: "Bilet pentru alt eveniment",
    past_hour: "Ora de intrare a biletului a trecut",
    early: "Încă nu a început",
    late: "Noaptea a trecut",
    other_gate: "Altă poartă răspunde de acest bilet",
    invalid: "Cod necunoscut",
  },
  advice: refusedAdvice,
  /** For a ticket of another night, the advice names that night, as far as it is known; for one that is not yet good, its day. */
  adviceOf(verdict: keyof typeof refusedAdvice, night: Night | null | undefined): string {
    if ((verdict !== "elsewhere" && verdict !== "early") || !night?.date) return refusedAdvice[verdict];
    const day = formatShortDate(night.date);
    if (verdict === "early") return `Noaptea e pe ${day}. ${refusedAdvice.early}`;
    return night.title ? `E pentru „${night.title}”, ${day}.` : `E pentru noaptea din ${day}.`;
  },
  pastHour: (until: string, now: string) => `Intrare până la ${until} · acum e ${now}`,
  alreadyGiven: "Deja ridicat",
  nothingLeft: "Tot ce s-a cumpărat cu acest cod a fost deja dat.",
  notAnEntry: "Nu ține loc de intrare.",
  admittedWhat: (type: string, entries: string) => `${type}, ${entries}`,
  /** The ticket's position in its order, so that the door knows how many are still to come. */
  ticketOf: (no: number, of: number) => `Biletul ${no} din ${of}`,
  title: "Poarta",
  leave: "Schimbă noaptea sau ieși",
  online: "Online",
  entered: (sold: number) => `intrați din ${sold} cu bilet`,
  enteredLabel: "Intrați",
  code: "Codul de pe bilet",
  codePlaceholder: "FSC-0000-000000",
  codeHint: "Codul QR citit de un scaner sau eticheta scrisă sub el.",
  group: "Grupa de control",
  groupPlaceholder: "XXXXXXXX",
  groupHint: "Ultimele 8 semne, numai pentru eticheta scrisă de mână.",
  openBoard: "Panou, porți și telefoane",
  guests: "Invitați",
  openGuests: (entered: number, places: number) => `Invitați: ${entered} din ${places}`,
  guestName: "Numele de pe listă",
  findGuest: "Caută",
  noGuest: "Niciun nume nu se potrivește. Încearcă doar primele litere.",
  moreGuests: "Sunt mai multe nume. Scrie câteva litere din cel căutat.",
  guestIn: (entered: number, places: number) => `${entered} din ${places}`,
  guestList: (name: string) => `lista ${name}`,
  enters: (n: number) => `intră ${n}`,
  backToCodes: "La codurile de bilete",
  guestWhat: { used: "Pe acest nume au intrat toți", void: "Numele nu mai e pe listă" },
  guestAdvice: "Trimite persoana la șeful de la ușă.",
  paste: "Lipește",
  check: "Verifică",
  checking: "Se verifică...",
  checkingHint: "Până la răspuns nu intră nimeni.",
  unread: "Ultimul cod scanat nu a fost citit",
  again: "Scanează-l din nou.",
  latest: "Ultimele",
  nobodyYet: "Pe acest telefon încă nimeni. Prima intrare apare aici.",
  verdicts: { admitted: "ADMIS", refused: "REFUZAT", look: "VERIFICĂ" },
  given: (n: number) => `DĂ ${n}`,
  givenLeft: (n: number) => nounFor(n, "ticketLeft"),
  entriesLeft: (n: number) => nounFor(n, "entry", "rămasă", "rămase"),
  ofEntries: (inAll: number) => `din ${inAll}`,
  moreNow: "Mai intră acum?",
  oneMore: (n: number) => `încă ${n}`,
  allOfThem: (n: number) => `toate ${n}`,
  next: "Următorul",
  chooseTitle: "Unde ești în seara asta?",
  chooseNight: "Noaptea",
  chooseButton: "Începe",
  chooseNone: "Nicio noapte deschisă acum. Poarta se deschide în ziua evenimentului.",
  chooseNote: "Un bilet de altă noapte se refuză și spune de ce.",
} as const;

/** The buttons for how many people come in: one, two, all; none without anybody left. `some`: the words below all. */
export function guestChoices(left: number, some: (n: number) => string = gateTexts.enters) {
  return [...new Set([1, 2, left])]
    .filter((n) => n > 0 && n <= left)
    .map((n) => ({ n, text: n > 1 && n === left ? gateTexts.allOfThem(n) : some(n) }));
}
