import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";

/** Texts of the second factor, on its own pages and at sign-in. */
export const factorTexts = {
  panel: "Al doilea factor",
  on: "Activ",
  off: "Oprit",
  panelOn: "La conectare îți cerem și un cod din aplicație.",
  codesLeft: (left: number) => `Ai ${left} din ${limits.recoveryCodes} coduri de rezervă.`,
  panelOff:
    "La conectare îți cerem doar parola. Cu un cod din aplicație, o parolă aflată de altcineva nu ajunge.",
  panelRequired: "Rolul tău are nevoie de al doilea factor: până îl pornești, administrarea e închisă.",
  start: "Pornește",
  stop: "Oprește",
  newCodes: "Coduri noi de rezervă",

  title: "Pornește al doilea factor",
  intro: "Ai nevoie de o aplicație de coduri pe telefon. Durează un minut.",
  begin: "Începe",
  starting: "Pornești al doilea factor.",
  stopping: "Oprești al doilea factor.",
  renewing: "Ceri coduri noi de rezervă; cele vechi nu mai merg.",
  stopped: "Al doilea factor a fost oprit.",
  scan: "Scanează cu aplicația de coduri",
  qrAlt: "Cod QR pentru aplicația de coduri",
  typeKey: "Ești chiar pe telefonul cu aplicația? Scrie cheia cu mâna:",
  copyKey: {
    copy: "Copiază cheia",
    copied: "Cheia e copiată",
    copyFailed: "Cheia nu a putut fi copiată. O poți selecta și copia de mână.",
  },
  openApplication: "Deschide aplicația de coduri",
  typeCode: "Scrie codul pe care îl vezi",
  codeLabel: "6 cifre, se schimbă la 30 de secunde",
  keepCodes: "Pune deoparte codurile de rezervă",
  codesNeedFactor: "Codurile de rezervă vin cu al doilea factor. Pornește-l întâi.",
  codeWrong: "Codul nu se potrivește. Verifică ora telefonului și scrie codul nou.",
  tooMany: `Ai deja ${counted(limits.factorsPerAccount, { one: "aplicație începută", few: "aplicații începute", other: "aplicații începute" })}. Oprește al doilea factor și ia-o de la capăt.`,
  locked: (minutes: number) =>
    `Prea multe coduri greșite. Așteaptă ${counted(minutes, { one: "minut", few: "minute", other: "minute" })}.`,

  codesOn: "Al doilea factor e pornit.",
  codesOnMore: "De acum, la conectare îți cerem și un cod.",
  codesTitle: "Ține biletul acesta deoparte.",
  codesText:
    "Zece coduri, fiecare merge o singură dată, când nu ai telefonul la tine. Nu le mai arătăm niciodată.",
  codesLabel: "Coduri de rezervă",
  download: "Descarcă",
  done: "Gata",

  loginTitle: "Scrie codul",
  loginArt: "Încă un pas până la apă.",
  loginText: "Deschide aplicația de coduri și scrie cele 6 cifre. Fără telefon, scrie un cod de rezervă.",
  loginLabel: "Codul din aplicație sau de rezervă",
  continue: "Continuă",
  loginOver: "Conectarea a durat prea mult. Ia-o de la capăt.",
} as const;
