import { counted } from "#kernel/romanian.ts";

/** Texts of the chief at the door: the gates of a night and their phones. */
export const gatesTexts = {
  title: "Porți",
  board: "Panou",
  orders: "Comenzi",
  parts: "Părțile ușii",
  advice: "Pune mod strict, cu o poartă pentru fiecare tip de bilet",
  adviceHint:
    "O poartă nouă e deschisă: fără internet lasă orice bilet bun, primul câștigă, iar dublele se văd pe panou. La una strictă hotărăște un singur telefon, „hotărăște fără internet”; celelalte ajută, adică trimit persoana la el.",
  typesOf: (gate: string) => `De ce bilete răspunde ${gate}`,
  allTypes: "Nimic bifat înseamnă toate tipurile. Cu internet orice poartă primește orice bilet.",
  saveGate: "Salvează",
  saved: (gate: string) => `${gate} e salvată.`,
  modeOf: (gate: string) => `Mod la ${gate}`,
  modes: { strict: "strict", open: "deschis" },
  modeSet: (gate: string, mode: string) => `La ${gate} modul e ${mode}.`,
  settingMode: (gate: string, mode: string) => `Pui modul ${mode} la ${gate}.`,
  noPhones: "Niciun telefon legat.",
  bound: (at: string, decides: boolean, isChief: boolean) =>
    `legat ${at} · ${decides ? "hotărăște fără internet" : "ajută"}${isChief ? " · al șefului" : ""}`,
  stop: "Oprește",
  stopPhone: (name: string) => `Oprește telefonul ${name}`,
  stopping: (name: string) => `Oprești telefonul „${name}”.`,
  stopped: (name: string) => `Telefonul „${name}” e oprit.`,
  bind: "Leagă un telefon",
  bindTo: (gate: string) => `Leagă un telefon de ${gate}`,
  bindChief: "Leagă telefonul șefului",
  bindChiefTo: (gate: string) => `Leagă telefonul șefului de ${gate}`,
  stoppedPhones: "Scrise de telefoane oprite",
  stoppedPhonesHint: "Nu se numără. Dacă știi că telefonul era la poartă, numără-le.",
  stoppedRows: (gate: string, rows: number) =>
    `${gate} · ${counted(rows, { one: "scanare", few: "scanări", other: "scanări" })}`,
  accept: "Numără",
  acceptPhone: (name: string) => `Numără scanările telefonului ${name}`,
  accepting: (name: string) => `Numeri scanările telefonului oprit „${name}”.`,
  accepted: (rows: number) =>
    `${counted(rows, { one: "scanare", few: "scanări", other: "scanări" })} se numără acum.`,
  newGate: "Poartă nouă",
  name: "Numele porții",
  namePlaceholder: "Poarta A",
  addGate: "Adaugă poarta",
  lost: "Oprește un telefon pierdut",
  lostHint:
    "Întâi trimite ce are, apoi își șterge lista și cheia: sub un minut, dacă are internet. Altfel, la prima legătură.",
  scanWith: (gate: string) => `Scanează cu telefonul de la ${gate}`,
  scanHint: "Cu camera obișnuită a telefonului. Codul leagă un singur telefon, numai în noaptea asta.",
  goodUntil: (at: string) => `Codul e bun până la ${at}.`,
  qrLabel: (gate: string) => `Cod de legare la ${gate}`,
  done: "Gata",
  wrong: {
    name: "Scrie un nume de cel mult 60 de semne.",
    types: "Alege tipuri din listă.",
    name_taken: "Mai e o poartă cu numele acesta.",
    too_many: "O noapte are cel mult 24 de porți.",
    unknown_type: "Un tip bifat nu mai e al nopții. Încarcă iar pagina.",
  },
  phoneAway: (phone: string) =>
    `Telefonul „${phone}” e fără internet și hotărăște după cum știa. Așteaptă-l sau oprește-l.`,
} as const;
