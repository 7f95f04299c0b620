import { counted, grouped, spanInWords } from "#kernel/romanian.ts";
import { gateTexts } from "../gate-texts.ts";

const entries = { one: "intrare", few: "intrări", other: "intrări" };

/** Texts of the phones that scan at the door: short, and read from a step away. */
export const scannerTexts = {
  pageTitle: "Scanare",
  loading: "Se deschide...",
  needsScript: "Scanarea are nevoie de JavaScript. Fără el, codurile se scriu la /gate.",
  // the pill
  online: "Online",
  offline: (rows: number) =>
    rows === 0
      ? "Fără internet"
      : `Fără internet · ${grouped(rows)} ${rows === 1 ? "netrimisă" : "netrimise"}`,
  old: (minutes: number) => `Vechi: date de acum ${minutes} min`,
  // binding
  unbound: "Telefonul nu e legat de nicio poartă.",
  unboundHint: "Șeful de la ușă arată un cod. Deschide-l cu camera telefonului.",
  binding: "Se leagă telefonul...",
  expired: "Codul a expirat. Cere altul.",
  bindFailed: "Nu e internet",
  bindFailedHint: "Codul rămâne bun 10 minute.",
  bindAgain: "Încearcă iar",
  whoScans: "Cine scanează",
  bind: "Leagă telefonul",
  bound: (gate: string) => `Telefonul este legat de ${gate}.`,
  boundUntil: (until: string) => `Până la ${until}.`,
  prepare: "Pregătește telefonul",
  stopped: "Telefonul a fost oprit de la poartă.",
  stoppedHint: "Scanările lui s-au trimis. Ca să scaneze iar, șeful îl leagă din nou.",
  stoppedUnsent: (rows: number) =>
    rows === 1
      ? "O scanare încă nu s-a trimis. Lasă pagina deschisă."
      : `${grouped(rows)} scanări încă nu s-au trimis. Lasă pagina deschisă.`,
  // getting ready
  prepareTitle: "Pregătire",
  list: (tickets: number, seconds: number) => `Bilete: ${grouped(tickets)} · acum ${spanInWords(seconds)}`,
  listHint: "se aduc singure",
  listMissing: "Lista de bilete nu a venit încă",
  listMissingHint: "Stai în locul cu internet până vine.",
  camera: "Camera vede",
  cameraMissing: "Camera nu pornește",
  cameraMissingHint: "Dă voie camerei în setările telefonului.",
  torchWorks: "lanterna merge",
  noTorch: "fără lanternă",
  soundHeard: "Sunetul se aude",
  soundHint: "un ton pentru fiecare răspuns",
  soundUnheard: "Sunetul nu s-a auzit încă",
  soundUnheardHint: "Dă volumul tare, apoi atinge și ascultă.",
  trySound: "Probează sunetul",
  storageWorks: "Loc pe telefon",
  storageHint: "se scrie și se citește înapoi",
  storageFails: "Telefonul nu poate scrie",
  storageFailsHint: "Fă loc pe telefon sau închide fereastra privată.",
  clockRight: "Ceasul e bun",
  clockHint: "diferență sub un minut",
  clockWrong: (minutes: number) => `Ceasul e greșit cu ${spanInWords(minutes * 60)}`,
  clockWrongHint: "Pune ora automată în setările telefonului.",
  shell: "Pagina e pe telefon",
  shellHint: "se deschide și fără internet",
  shellMissing: "Pagina nu e încă pe telefon",
  shellMissingHint: "Fără internet nu s-ar mai deschide.",
  right: "bun",
  wrong: "de rezolvat",
  ready: "Gata și fără internet",
  notReady: (n: number) => (n === 1 ? "Mai e un lucru de rezolvat" : `Mai sunt ${n} lucruri de rezolvat`),
  begin: "Începe tura",
  // scanning
  scanTitle: "Scanare",
  aim: "Imaginea camerei",
  lamp: "Lanternă",
  lens: "Altă cameră",
  latest: "Ultimele",
  nobodyYet: "Încă nimeni. Prima scanare apare aici.",
  oldData: "Datele sunt vechi",
  oldDataHint: "Un bilet vândut între timp poate să nu fie pe telefon.",
  // verdicts
  nextByItself: "Arată biletul următor",
  doneShowNext: "Gata? Arată biletul următor.",
  next: "Următorul",
  more: (n: number) => ["încă", String(n)] as const,
  all: (n: number) => ["toate", String(n)] as const,
  used: (at: string, gate: string) => `${at}, ${gate}`,
  otherGate: (gate: string) => `${gate} răspunde de acest bilet`,
  anotherGate: "Altă poartă",
  otherGateHint: "Trimite persoana acolo. Fără internet, numai poarta aceea știe cine a intrat.",
  ticket: "Bilet",
  unknown: "Bilet necunoscut pe acest telefon",
  unknownHint:
    "Semnătura e bună. Poate e vândut după ce lista nu s-a mai primit. Trimite persoana la șeful de la ușă.",
  unknownIn: "Semnătura e bună. Biletul nu e încă pe lista telefonului.",
  keepOut: "Nu intră",
  back: "REINTRARE",
  stamp: "Ștampilă?",
  stampYes: "Da",
  stampNo: "Nu",
  adult: "18+",
  adultHint: "cere buletinul",
  notWritten: "Nu s-a scris pe telefon",
  notWrittenHint: "Telefonul nu a putut ține minte intrarea. Nu lăsa persoana; deschide iar pagina.",
  openAgain: "Deschide iar pagina",
  // undoing
  latestTitle: "Ultimele scanări",
  why: (n: number) => `De ce anulezi ${counted(n, entries)}?`,
  whyHint: "Rămâne în jurnal.",
  reasons: { mistake: "Greșit apăsat", not_entered: "Nu a intrat", other: "Altul" },
  undone: (reason: string) => `anulat: ${reason}`,
  refused: (verdict: string | null) =>
    verdict !== null && Object.hasOwn(gateTexts.what, verdict)
      ? gateTexts.what[verdict as keyof typeof gateTexts.what]
      : gateTexts.verdicts.look,
  scan: "Scanează",
  entries: (n: number) => counted(n, entries),
} as const;
