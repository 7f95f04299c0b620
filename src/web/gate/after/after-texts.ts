import { counted, grouped } from "#kernel/romanian.ts";

/** Texts of the chief's page about a night that is over. */
export const afterTexts = {
  title: "După noapte",
  journal: "Jurnal",
  file: (form: string) => `Jurnal ${form}`,
  settled: (n: number) =>
    n === 0
      ? "Niciun telefon legat."
      : `${n === 1 ? "Telefonul a trimis tot" : `Toate cele ${counted(n, "phone")} au trimis tot`}; nimic netrimis.`,
  unsettled: (n: number, unsent: number) =>
    `${counted(n, "phone")} mai ${n === 1 ? "are" : "au"} ${counted(unsent, "row")} de trimis.`,
  unheard: (n: number) =>
    `${counted(n, "phone")} n-${n === 1 ? "a" : "au"} mai dat semn: nu se știe ce ${n === 1 ? "a" : "au"} scris de atunci.`,
  unsettledHint: "Cifrele de mai jos se schimbă până vin toate.",
  figures: {
    entered: "Au intrat",
    missing: "N-au venit",
    missingYet: "N-au venit încă",
    look: "De lămurit",
    sales: "Vânzare la ușă",
  },
  ofSold: (sold: number) => `din ${grouped(sold)} vândute, invitați și vânzare la ușă pe lângă`,
  unused: "intrări vândute, nefolosite",
  looked: (doubles: number, found: number) =>
    `${doubles === 1 ? "1 dublă" : `${grouped(doubles)} duble`}, ${grouped(found)} ${found === 1 ? "altul" : "altele"}`,
  tickets: (n: number) => counted(n, "ticket"),
  howCleared: "Cum s-a lămurit",
  cleared: "Lămurit",
  clearedOf: (...line: readonly string[]) => `Lămurit: ${line.join(" ")}`,
  clearedNow: "E lămurit. Ce e scris rămâne scris.",
  wordWrong: "Scrie pe scurt, în cel mult 80 de semne, cum s-a lămurit.",
  changed: "Între timp a mai intrat sau s-a anulat cineva. Uită-te din nou.",
  gone: "Nu mai e nimic de lămurit aici.",
  people: "Lăsați de șef și anulări, pe telefon",
  peopleHint: "Telefonul poartă numele cui scanează.",
  nobody: "Niciun telefon.",
  admitted: (n: number) => `${grouped(n)} ${n === 1 ? "admis" : "admise"}`,
  overrides: (n: number) => `${grouped(n)} ${n === 1 ? "lăsat" : "lăsați"} de șef`,
  undos: (n: number, reasons: string) =>
    n === 0 ? "nicio anulare" : `${grouped(n)} ${n === 1 ? "anulare" : "anulări"}: ${reasons}`,
  reason: (n: number, reason: string) => `${grouped(n)} ${reason.toLowerCase()}`,
  // columns of the file
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
    entry: "Intrare",
    takenBack: "Intrare anulată",
    double: "Intrare dublă",
    found: "De lămurit",
    unknown: "Cod necunoscut",
    overrides: "Lăsați de șef",
    undos: "Anulări",
    sale: "Vânzare la ușă",
    till: "Casă",
  },
  listedGuest: "Invitat de pe listă",
  soldAtDoor: (type: string) => `La ușă: ${type}`,
  counted: (sum: string) => `numărat ${sum}`,
  open: "deschisă",
} as const;
