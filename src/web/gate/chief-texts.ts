import { agreed, asSentence, counted, grouped, spanInWords } from "#kernel/romanian.ts";
import type { FoundRow, OverrideRow } from "#ticketing/gate/door-board-queries.server.ts";
import type { DoorTill } from "#ticketing/gate/door-till-queries.server.ts";
import { durations } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { gateTexts } from "./gate-texts.ts";
import { scannerTexts } from "./scanner/scanner-texts.ts";

/** Texts of the chief at the door: the gates of a night and their phones. */
export const gatesTexts = {
  title: "Porți",
  board: "Panou",
  orders: "Comenzi",
  sale: "Vânzare",
  after: "După noapte",
  parts: "Părțile ușii",
  advice: "Pune mod strict, cu o poartă pentru fiecare tip de bilet",
  adviceHint:
    "O poartă nouă e deschisă: fără internet lasă orice bilet bun, primul câștigă, iar dublele se văd pe panou. La una strictă hotărăște un singur telefon, „hotărăște fără internet”; celelalte ajută, adică trimit persoana la el.",
  typesOf: (gate: string) => `De ce bilete răspunde ${gate}`,
  typesNow: (names: readonly string[]) =>
    names.length === 0 ? "Toate tipurile de bilete" : `Bilete: ${names.join(", ")}`,
  allTypes: "Nimic bifat înseamnă toate tipurile. Cu internet orice poartă primește orice bilet.",
  saveGate: "Salvează",
  saved: (gate: string) => `${gate} e salvată.`,
  modeOf: (gate: string) => `Mod la ${gate}`,
  modes: { strict: "strict", open: "deschis" },
  modeSet: (gate: string, mode: string) => `La ${gate} modul e ${mode}.`,
  settingMode: (gate: string, mode: string) => `Pui modul ${mode} la ${gate}.`,
  noPhones: "Niciun telefon legat.",
  bound: (at: string, part: "decides" | "helps", isChief: boolean) =>
    `legat ${at} · ${gatesTexts.roles[part]}${isChief ? " · al șefului" : ""}`,
  roles: {
    decides: "hotărăște fără internet",
    helps: "ajută",
  },
  noneDecides:
    "Niciun telefon nu hotărăște fără internet. Oprește unul și leagă-l din nou: primul legat hotărăște.",
  stop: "Oprește",
  stopPhone: (name: string) => `Oprește telefonul ${name}`,
  stopTitle: (name: string) => `Oprești telefonul „${name}”?`,
  /** What stays and what is lost when a phone is stopped. */
  stopMeans: {
    kept: "Ce a trimis până acum rămâne numărat.",
    unsent: (rows: number) =>
      rows === 1
        ? "O scanare nu s-a trimis: telefonul o trimite la prima legătură, dar nu se numără până nu apeși „Numără”."
        : `${counted(rows, "scan")} nu s-au trimis: telefonul le trimite la prima legătură, dar nu se numără până nu apeși „Numără”.`,
    away: "Nu răspunde: ce a scanat de atunci nu se știe, și nici el nu află că e oprit. Ia-l de la poartă.",
    decides: (gate: string) => `La ${gate} nu mai hotărăște niciun telefon fără internet, până legi altul.`,
    again: "Își șterge lista și cheia. Ca să scaneze iar, se leagă din nou.",
  },
  keepPhone: "Renunță",
  stopped: (name: string) => `Telefonul „${name}” e oprit.`,
  bind: "Leagă un telefon",
  bindTo: (gate: string) => `Leagă un telefon de ${gate}`,
  bindChief: "Leagă telefonul șefului",
  bindChiefTo: (gate: string) => `Leagă telefonul șefului de ${gate}`,
  stoppedPhones: "Scrise de telefoane oprite",
  stoppedPhonesHint: "Nu se numără. Dacă știi că telefonul era la poartă, numără-le.",
  stoppedRows: (gate: string, rows: number) => `${gate} · ${counted(rows, "scan")}`,
  accept: "Numără",
  acceptPhone: (name: string) => `Numără scanările telefonului ${name}`,
  accepting: (name: string) => `Numeri scanările telefonului oprit „${name}”.`,
  accepted: (rows: number) => `${counted(rows, "scan")} se numără acum.`,
  newGate: "Poartă nouă",
  name: "Numele porții",
  namePlaceholder: "Poarta A",
  addGate: "Adaugă poarta",
  lost: "Oprește un telefon pierdut",
  lostHint:
    "Întâi trimite ce are, apoi își șterge lista și cheia: sub un minut, dacă are internet. Altfel, la prima legătură.",
  inviting: (gate: string) => `Legi un telefon la ${gate}: lasă oameni să intre până la sfârșitul nopții.`,
  invitingChief: (gate: string) =>
    `Legi la ${gate} un telefon de șef: codul lui lasă oameni să intre la orice poartă a nopții.`,
  scanWith: (gate: string) => `Scanează cu telefonul de la ${gate}`,
  scanHint:
    "Cu camera obișnuită a telefonului. Codul leagă un singur telefon, numai pentru noaptea aceasta, până se încheie.",
  goodUntil: (at: string) => `Codul e bun până la ${at}.`,
  qrLabel: (gate: string) => `Cod de legare la ${gate}`,
  done: "Gata",
  wrong: {
    name: "Scrie un nume de cel mult 60 de semne.",
    types: "Alege tipuri din listă.",
    name_taken: "Mai e o poartă cu numele acesta.",
    changed_meanwhile: "Altcineva a schimbat între timp ce intră pe aici. Încarcă iar pagina.",
    too_many: "O noapte are cel mult 24 de porți.",
    unknown_type: "Un tip bifat nu mai e al nopții. Încarcă iar pagina.",
  },
  phoneAway: (phone: string) =>
    `Telefonul „${phone}” e fără internet și hotărăște după cum știa. Așteaptă-l sau oprește-l.`,
} as const;

type FindingFacts = Pick<FoundRow, "finding" | "isGuest" | "label" | "counts">;

/** What is counted of a ticket: entries, or of an add-on how many were handed out. */
const nounOf = (isAddOn: boolean) => (isAddOn ? "addOn" : "entry");

/** What a row with a finding counts as, of one person or add-on and of several. */
const countsTexts: Readonly<Record<FoundRow["counts"], (n: number) => string>> = {
  person: (n) => (n === 1 ? "persoana e numărată" : `${counted(n, "person")} sunt numărate`),
  nobody: () => "nu schimbă câți au intrat",
  add_on: (n) =>
    n === 1 ? "e dat, nu e o intrare" : `${counted(n, "addOn", "dat", "date")}, nu sunt intrări`,
  undo: () => "anularea e făcută",
  undone: () => "s-a anulat",
  nothing: () => "nu se numără",
  waiting: () => "nu se numără, telefonul e oprit",
};

/** Texts of the chief's board: who is inside, and what the phones know. */
export const boardTexts = {
  title: "Panou",
  inside: "Înăuntru",
  insideAtLeast: "Înăuntru cel puțin",
  of: (capacity: number) => `din ${grouped(capacity)}`,
  lastQuarter: (people: number) => `ultimele 15 min: ${grouped(people)}`,
  without: (gates: string) => `, fără ce lipsește de la ${gates}`,
  withoutStopped: (phones: string) => `, fără ce nu a trimis până la oprire ${phones}`,
  about: "cam",
  ifAsBefore: (gates: string) => `, dacă la ${gates} se intră ca înainte`,
  asOf: (at: string) => `Cifrele sunt de la ${at}.`,
  curve: "Intrări pe sferturi de oră",
  quarter: (from: string, until: string, people: number) => `${from} - ${until}: ${grouped(people)}`,
  lastNews: (at: string) => `la ${at}, ultima veste`,
  silentFor: (minutes: number) => `tace de ${grouped(minutes)} min`,
  unsentUnknown: "netrimise: nu se știe",
  entered: "intrați",
  outside: "afară cu ștampilă",
  missingFrom: (gates: string, since: string) => `Lipsesc date de la ${gates} (de la ${since})`,
  missingHint: (phones: string) =>
    `${phones}: scanează mai departe și trimite tot când are iar internet. Un telefon golit, stricat sau plecat nu mai revine:`,
  stopIt: "oprește-l la Porți",
  everyType: "Toate tipurile",
  mode: { open: "mod deschis, primul câștigă", strict: "mod strict" },
  noPhones: "Niciun telefon legat.",
  decides: "hotărăște",
  helps: "ajută",
  secondsAgo: (seconds: number) => `acum ${seconds} s`,
  stopped: "oprit",
  doubles: (n: number) => `Intrări duble (${n})`,
  doublesHint: "Același bilet, supliment sau nume de pe listă, de mai multe ori decât se poate.",
  entries: (n: number, isAddOn: boolean) => counted(n, nounOf(isAddOn)),
  moreEntries: (n: number, isAddOn: boolean) => `și încă ${boardTexts.entries(n, isAddOn)} între ele`,
  noDoubles: "Niciuna. Dacă apare una, o vezi aici cu porțile și orele ei.",
  /** `by` is empty when the person's account was deleted. */
  marked: (by: string, at: string, word: string) =>
    `lămurit ${by === "" ? "" : `de ${by}, `}la ${at}: ${word}`,
  phoneAccepted: "ce a scris telefonul se numără",
  clearUp: "Lămurește",
  clearUpOf: (...line: readonly string[]) => `Lămurește: ${line.join(" ")}`,
  typedGate: "Scris la poartă",
  typedGateHint: "Pe pagina cu coduri scrise sau din Comenzi, fără telefon legat.",
  battery: (percent: number) => `baterie ${percent}%`,
  excess: (n: number) => `+${n}`,
  overrides: (n: number) => `De la șef (${n})`,
  overrideUndo: (of: string) => (of ? `Anulare: ${of}` : "Anulare"),
  freeEntry: (type: string) => `Protocol: ${type}`,
  letIn: ({ kind, isUndone, tickets, entries, isAddOn }: OverrideRow): string => {
    if (kind === "undo") return "";
    if (isUndone) return countsTexts.undone(entries);
    const sold = tickets === null || isAddOn ? "" : counted(tickets, "ticket");
    return [sold, boardTexts.entries(entries, isAddOn)].filter(Boolean).join(", ");
  },
  found: (n: number) => `Altele de lămurit (${n})`,
  foundHint: "Ce a aflat serverul și telefonul nu știa.",
  noneFound: "Nimic.",
  findings: {
    void: gateTexts.what.void,
    cancelled: gateTexts.what.cancelled,
    given_back: gateTexts.what.given_back,
    replaced: "Cod înlocuit între timp",
    suspended: gateTexts.what.suspended,
    elsewhere: gateTexts.what.elsewhere,
    unproven: "Fără codul semnat al biletului",
    revoked: "Scris de un telefon oprit",
    same_number: "Două rânduri cu același număr",
    unreadable: "Rând care nu se poate citi",
    late_undo: "Anulat în afara celor cinci minute de după intrare",
    no_chief: "Lăsat „de la șef” sau fără plată, fără codul șefului",
    chief_stopped: "Lăsat „de la șef”, cu un telefon de șef oprit între timp",
    same_code: "Codul șefului arătat de două ori",
    no_exit: "Reintrare fără ieșire scrisă",
    other_answer: "Serverul a lăsat înăuntru, telefonul a scris altceva",
    over_places: "Mai mulți invitați decât locuri",
    over_stock: "Vândut peste ce era pus deoparte",
    other_price: "Vândut cu alt preț decât cel pus deoparte",
  },
  /**
   * A name has no ticket that could be cancelled or refunded: it was taken off its list. What is unproven and has a
   * label was typed, with a check group that is not the ticket's. A late undo that does not count is of another phone's row.
   */
  finding: ({ finding, isGuest, label, counts }: FindingFacts): string => {
    if (finding === "void" && isGuest) return gateTexts.guestWhat.void;
    if (finding === "unproven" && label !== null) return boardTexts.wrongGroup;
    if (finding === "late_undo" && counts === "nothing") return boardTexts.undoOfOther;
    return boardTexts.findings[finding];
  },
  undoOfOther: "Anularea unui rând al altui telefon, fără codul șefului",
  wrongGroup: "Cod scris cu o grupă de control care nu e a biletului",
  unknown: (n: number) => `Coduri necunoscute (${grouped(n)})`,
  unknownHint:
    "Fals: seamănă cu un bilet și nu e semnat de noi. Străin: al altcuiva. N-a intrat nimeni cu ele.",
  times: (n: number) => `același cod de ${counted(n, "time")}`,
  forgedLately: (n: number) =>
    `${counted(n, "code", "fals", "false")} în ultimele ${spanInWords(durations.forgedCodes)}`,
  forgedHint: "Cineva poate vinde bilete false. Mai jos scrie la ce poartă; întreabă oamenii de unde le au.",
  countsAs: ({ counts, entries: n }: Pick<FoundRow, "counts" | "entries">): string => countsTexts[counts](n),
  row: (gate: string, phone: string) => `${gate}, ${phone}`,
} as const;

/** Texts of the chief's search for people without a code. */
export const doorOrdersTexts = {
  title: "Comenzi",
  lost: "Telefon pierdut",
  compare: "Compară numele cu buletinul",
  compareHint: "Nu fotografia actul. Ce faci aici rămâne în jurnal, cu numele tău.",
  search: "Nume, e-mail sau comandă",
  short: "Scrie cel puțin două litere.",
  none: "Niciun bilet al nopții nu se potrivește.",
  found: (n: number) => counted(n, "ticket", "găsit", "găsite"),
  more: "Sunt mai multe. Scrie și alt cuvânt.",
  order: orderName,
  noNumber: "Comandă",
  left: (used: number, total: number, isAddOn: boolean) =>
    isAddOn
      ? `${used} din ${counted(total, "addOn", "dat", "date")}`
      : `${used} din ${counted(total, "entry", "folosită", "folosite")}`,
  reason: "Motiv",
  reasons: scannerTexts.reasons,
  letIn: "Lasă să intre",
  reissue: "Emite din nou",
  reissueOf: (label: string) => `Emite din nou ${label}`,
  letInOn: (label: string) => `Lasă să intre pe ${label}`,
  notReissued: {
    not_valid: "Biletul nu mai e valabil.",
    not_now: "Un cod nou se face la poartă numai cât timp se intră cu biletul acesta.",
  },
  lettingIn: (holder: string, n: number) =>
    `Lași să intre ${counted(n, "person")} pe biletul lui ${holder}, fără cod.`,
  reissuing: (holder: string) => `Emiți din nou biletul lui ${holder}. Codul de acum nu mai intră.`,
  admitted: (left: number) =>
    left === 0 ? "A intrat. Nu mai sunt intrări pe bilet." : `A intrat. Mai sunt ${counted(left, "entry")}.`,
  newTicket: "Bilet nou. Cel vechi e oprit.",
  newTicketHint: "Persoana îl fotografiază acum.",
  sentTo: (to: string) => `A plecat și pe ${to}.`,
  notSent: "Comanda nu are adresă: biletul e numai aici.",
  know: "Telefoanele cu internet îl știu oprit în câteva secunde, celelalte la revenire.",
  qrLabel: (n: number) => `Codul nou al biletului, ${counted(n, "entry")}`,
  done: "Gata",
} as const;

type OpenTill = Pick<DoorTill, "isLate" | "isLeft">;

/** Texts of sale at the door, for the people who set tickets aside and count the tills. */
export const doorSaleTexts = {
  title: "Vânzare la ușă",
  tab: "Vânzare",
  advice: "Pui deoparte bilete pentru un telefon",
  adviceHint:
    "Ies din vânzarea obișnuită și le vinde numai telefonul acela, și fără internet. Ce rămâne întorci aici, când vrei.",
  noPhones: "Niciun telefon legat. Leagă unul la Porți.",
  phone: (gate: string, phone: string) => `${gate}, ${phone}`,
  share: (name: string, price: string) => `${name} · ${price}`,
  counts: (left: number, all: number, sold: number) =>
    `${grouped(left)} din ${grouped(all)} rămase, ${agreed(sold, "vândut", "vândute")}`,
  overSold: (n: number) => `cu ${counted(n, "ticket")} peste ce era pus deoparte`,
  cancelledNight: "anulată",
  type: "Tip",
  /** A narrow phone cuts off the end, so the number comes first. */
  offer: (name: string, price: string, left: number) =>
    `${agreed(left, "rămas", "rămase")}: ${name}, ${price}`,
  quantity: "Câte bilete",
  setAside: "Pune deoparte",
  setAsideFor: (phone: string) => `Pune deoparte pentru ${phone}`,
  giveBack: (n: number) => `Întoarce ${counted(n, "ticket")}`,
  /** `by` is null when the phone's time was over, and empty when the account of the person who stopped it is deleted. */
  closed: (at: string, by: string | null) =>
    by === null
      ? `Legarea lui s-a încheiat la ${at}.`
      : asSentence(`Oprit la ${at}${by === "" ? "" : ` de ${by}`}`),
  /** `handedOver`: when its till was handed over, if nothing was sold since. */
  unsettled: (unsent: number, isClosed: boolean, handedOver: string | null) =>
    unsent === 0
      ? isClosed
        ? "Nu mai dădea semn nici înainte: ce a mai vândut nu se știe."
        : handedOver
          ? `Tura e predată la ${handedOver}; de atunci telefonul nu mai dă semn.`
          : "Telefonul nu dă semn. Ce vinde acum fără internet se vede abia când revine."
      : `Telefonul are ${counted(unsent, "row", "netrimis", "netrimise")}. Ce a vândut poate fi mai mult; dacă întorci acum, vânzările acelea apar „peste ce era pus deoparte”.`,
  wasSetAside: (phone: string, type: string, n: number, price: string, isOldPrice: boolean) =>
    `${phone} are acum ${counted(n, "ticket")} „${type}”, la ${price} LEI${isOldPrice ? ", ca cele rămase. La prețul de acum le vinde după ce le-a vândut pe acelea, sau alt telefon" : ""}.`,
  wasGivenBack: (n: number) =>
    `${n === 1 ? "S-a întors" : "S-au întors"} în vânzare ${counted(n, "ticket")}.`,
  refused: {
    bad_quantity: "Scrie câte bilete, între 1 și 5.000.",
    cancelled: "Noaptea e anulată.",
    over: "Noaptea a trecut.",
    read_only: "Vânzarea e oprită (Opriri).",
    phone_stopped: "Telefonul e oprit sau i-a expirat legarea.",
    changed_meanwhile:
      "Între timp s-a schimbat ce are telefonul deoparte: poate formularul a ajuns deja. Încarcă iar pagina.",
    nothing_left: "Nu mai e nimic de întors.",
    bad_sum: "Scrie cât ai numărat, în lei: 1.240 sau 1240,50.",
    missing: "Telefonul sau tipul nu mai e al nopții. Încarcă iar pagina.",
    not_enough: (available: number) =>
      available === 0
        ? "Nu mai e niciun bilet liber."
        : `Mai ${available === 1 ? "e" : "sunt"} numai ${counted(available, "ticket")}.`,
  },
  sums: "Vândut la ușă",
  nothingSold: "Încă nimic.",
  means: { cash: "Numerar", terminal: "Card la POS", protocol: "Protocol" },
  sum: (n: number, persons: number) => `${counted(n, "ticket")}, ${counted(persons, "person")}`,
  tills: "Case",
  noTills: "Nicio casă cu numerar încă.",
  tillAt: (phone: string, at: string) => `${phone}, predată ${at}`,
  /** The earlier tills of a phone together, the last of them handed over at `at`. */
  tillsUntil: (phone: string, n: number, at: string) =>
    `${phone}, ${doorSaleTexts.handedOver(n)} până la ${at}`,
  handedOver: (n: number): string => counted(n, "till", "predată", "predate"),
  tillByOffice: (phone: string, at: string) => `${phone}, numărată de birou ${at}`,
  /** Of a till that came after the office had counted the phone's cash. */
  late: (tills: number) => (tills > 1 ? "sosite după numărătoare" : "sosită după numărătoare"),
  /** What to do with cash that came to light after the office had counted the phone's till. */
  lateAdvice:
    "Casa telefonului s-a numărat o dată și nu se mai numără: compară suma aceasta cu diferența scrisă la numărătoare.",
  countTill: (sum: string) => `Casa lui: trebuie ${sum}. Numărat, în lei:`,
  closeTill: "Închide casa",
  tillClosed: "Casa e numărată.",
  tillOpen: (phone: string, state: OpenTill) => `${phone}, ${doorSaleTexts.open(state)}`,
  /** The state of a till that nobody has counted. */
  open: ({ isLate, isLeft }: OpenTill): string =>
    isLate ? "rânduri sosite după numărătoare" : isLeft ? "telefon închis, nenumărată" : "deschisă",
  expected: "trebuie",
  opening: (sum: string) => ` (cu fondul de ${sum})`,
  counted: "numărat",
  /** Of several tills that differ both ways it says what is missing and what is too much. */
  difference: ({ short, over }: Pick<DoorTill, "short" | "over">, inWords: (bani: number) => string) => {
    const signed = (bani: number) => (bani > 0 ? `+${inWords(bani)}` : inWords(bani));
    return short > 0 && over > 0
      ? `diferențe ${signed(-short)} și ${signed(over)}`
      : `diferență ${signed(over - short)}`;
  },
  nights: "Nopți",
  noNights: "Nicio noapte în zilele acestea.",
} as const;

/** Texts of the page that the chief opens when a night is over. */
export const afterTexts = {
  title: "După noapte",
  journal: "Jurnal",
  file: (form: string) => `Jurnal ${form}`,
  /** `at`: the oldest last sign of a phone that still scans. What it wrote since is not known yet. */
  settled: (n: number, at: string | null) =>
    n === 0
      ? "Niciun telefon legat."
      : `${n === 1 ? "Telefonul a trimis tot" : `Toate cele ${counted(n, "phone")} au trimis tot`}${at === null ? "" : ` până la ultimul semn, ${at}`}; nimic netrimis.`,
  unsettled: (n: number, unsent: number) =>
    `${counted(n, "phone")} mai ${n === 1 ? "are" : "au"} ${counted(unsent, "row")} de trimis.`,
  unheard: (n: number) =>
    `${counted(n, "phone")} n-${n === 1 ? "a" : "au"} mai dat semn: nu se știe ce ${n === 1 ? "a" : "au"} scris de atunci.`,
  unsettledHint: `Cifrele de mai jos se schimbă când vin; ale unui telefon oprit, abia după „${gatesTexts.accept}”.`,
  figures: {
    entered: "Au intrat",
    missing: "N-au venit",
    missingYet: "N-au venit încă",
    look: "De lămurit",
    sales: "Vânzare la ușă",
    given: "Suplimente date",
  },
  given: (type: string, n: number) => `${type} ${grouped(n)}`,
  ofTickets: ({ came, awaited }: { came: number; awaited: number }, inAll: number) =>
    `${grouped(came)} din ${grouped(came + awaited)} cu bilet${came === inAll ? "" : "; restul: invitați, vânzare la ușă, duble"}`,
  unused: "intrări vândute, nefolosite",
  looked: (doubles: number, found: number) =>
    `${agreed(doubles, "dublă", "duble")}, ${agreed(found, "altul", "altele")}`,
  tickets: (n: number) => counted(n, "ticket"),
  howCleared: "Cum s-a lămurit",
  cleared: "Lămurit",
  clearedOf: (...line: readonly string[]) => `Lămurit: ${line.join(" ")}`,
  clearedNow: "E lămurit. Ce e scris rămâne scris.",
  wordWrong: "Scrie pe scurt, în cel mult 80 de semne, cum s-a lămurit.",
  changed: "Între timp a mai intrat cineva. Uită-te din nou.",
  gone: "Nu mai e nimic de lămurit aici.",
  people: "Lăsați de șef și anulări, pe telefon",
  peopleHint: "Telefonul poartă numele scris la legare, oricine ar scana cu el.",
  nobody: "Niciun telefon.",
  admitted: (n: number) => agreed(n, "admis", "admise"),
  overrides: (n: number) => `${agreed(n, "lăsat", "lăsați")} de șef`,
  undos: (n: number, reasons: string) => (n === 0 ? "nicio anulare" : `${counted(n, "undo")}: ${reasons}`),
  reason: (n: number, reason: string) => `${grouped(n)} ${reason.toLowerCase()}`,
  // the file
  columns: {
    what: "Ce",
    time: "Ora",
    gate: "Poarta",
    phone: "Telefonul",
    subject: "Bilet sau tip",
    people: "Câți",
    lei: "Lei",
    how: "Cum",
    note: "Observație",
  },
  kinds: {
    double: "Intrare dublă",
    doubleAddOn: "Supliment dublu",
    found: "De lămurit",
    unknown: "Cod necunoscut",
    overrides: "Lăsați de șef",
    sale: "Vânzare la ușă",
    till: "Casă",
  },
  listedGuest: "Invitat de pe listă",
  soldAtDoor: (type: string) => `La ușă: ${type}`,
  counted: (sum: string) => `numărat ${sum}`,
  countedByOffice: (sum: string) => `numărat de birou ${sum}`,
} as const;
