import { counted } from "#kernel/romanian.ts";

/** Texts of a night's gates and their phones, for the chief. */
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
  /** Sentences about rows that are kept or lost when a phone is stopped. */
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
  invitingChief: (gate: string) =>
    `Legi la ${gate} un telefon de șef: codul lui lasă oameni să intre la orice poartă a nopții.`,
  scanWith: (gate: string) => `Scanează cu telefonul de la ${gate}`,
  scanHint: "Cu camera obișnuită a telefonului. Codul leagă un singur telefon, numai în noaptea asta.",
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
