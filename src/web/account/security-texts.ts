import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";

const keys = { one: "cheie de acces", few: "chei de acces", other: "chei de acces" };
const devices = { one: "dispozitiv conectat", few: "dispozitive conectate", other: "dispozitive conectate" };
const tickets = { one: "bilet", few: "bilete", other: "bilete" };
const others = { one: "dispozitiv", few: "dispozitive", other: "dispozitive" };

/** Texts of the page about an account's security. */
export const securityTexts = {
  title: "Securitate",
  strip: "Ușa ta, cheile tale.",
  summary: (deviceCount: number, keyCount: number) =>
    `${counted(deviceCount, devices)}${keyCount > 0 ? `, ${counted(keyCount, keys)}` : ""}.`,
  back: "Înapoi la Securitate",
  cancel: "Renunță",
  goneAlready: "Nu mai era acolo.",

  passkeys: "Chei de acces",
  passkeysText: "Intri cu amprenta sau cu fața, fără parolă. Cheia nu pleacă de pe dispozitiv.",
  passkeysElsewhere: (address: string) => `Pe acest calculator, cheile de acces merg la ${address}.`,
  passkeysNeedScript: "Cheile de acces au nevoie de JavaScript.",
  addPasskey: "Adaugă o cheie",
  addingPasskey: "Adaugi o cheie de acces la cont.",
  removingPasskey: "Ștergi o cheie de acces a contului.",
  passkeyAdded: "Cheia de acces a fost adăugată.",
  passkeyFailed: "Cheia de acces nu a putut fi verificată. Încearcă din nou.",
  passkeyTooMany: `Ai deja ${counted(limits.passkeysPerAccount, keys)}. Șterge una înainte să adaugi alta.`,
  passkeyGivenUp: "Nu s-a adăugat nicio cheie.",
  passkeyRemoved: "Cheia de acces a fost ștearsă.",
  removePasskey: "Șterge",
  removePasskeyNamed: (name: string) => `Șterge cheia ${name}`,
  added: "adăugată pe",
  used: "folosită pe",
  neverUsed: "încă nefolosită",
  loginWithPasskey: "Intră cu o cheie de acces",
  passkeyLoginFailed: "Cheia de acces nu a fost recunoscută. Intră cu parola.",

  sessions: "Dispozitive conectate",
  endOthers: "Deconectează restul",
  endedOthers: (count: number) =>
    count === 0 ? "Nu mai era conectat niciun alt dispozitiv." : `Am deconectat ${counted(count, others)}.`,
  end: "Deconectează",
  endNamed: (name: string) => `Deconectează ${name}`,
  ended: "Dispozitivul a fost deconectat.",
  thisDevice: "acest dispozitiv",
  network: (network: string) => `rețeaua ${network}`,

  email: "Email",
  changeEmail: "Schimbă emailul",
  changeEmailText:
    "Scriem la ambele adrese: la cea nouă cu un link de confirmare, la cea veche ca să știi că s-a cerut.",
  newEmail: "Emailul nou",
  emailAsked: "Ți-am trimis un link la adresa nouă. Până îl confirmi, rămâne cea veche.",
  emailSame: "Aceasta este deja adresa contului.",
  emailLettersOff: "Acum nu trimitem emailuri, deci adresa nu poate fi schimbată.",

  password: "Parolă",
  passwordText: "Îți cerem întâi parola de acum. Celelalte dispozitive sunt deconectate.",
  changePassword: "Schimbă parola",
  passwordChanged: "Parola a fost schimbată, iar celelalte dispozitive au fost deconectate.",

  data: "Datele mele",
  dataText: "Profil, bilete, comenzi și conectări, într-un fișier pe care îl citești și fără noi.",
  files: { xlsx: "Exportă Excel", csv: "Exportă CSV", json: "Exportă JSON" },

  erase: "Șterge contul",
  eraseText:
    "Numele, emailul și telefonul dispar definitiv. Plățile rămân în evidența contabilă, pentru că legea o cere.",
  eraseTitle: "Ștergi contul?",
  eraseTickets: (count: number) =>
    `Ai ${counted(count, tickets)} pentru nopți care nu au trecut. Odată cu contul pierzi accesul la ${count === 1 ? "el" : "ele"}; banii nu se întorc.`,
  eraseLosses: [
    "Numele, emailul și telefonul se șterg.",
    "Plățile rămân în evidența contabilă atât cât cere legea.",
    "Nu se poate reveni.",
  ],
  understood: "Înțeleg că ștergerea este definitivă",
  understoodMissing: "Bifează că ai înțeles.",
  keepAccount: "Păstrează contul",
  eraseNow: "Șterge definitiv",
  erased: "Contul a fost șters. Rămas bun.",
  eraseOrderOpen: "Ai o plată în curs. Termină sau anulează plata, apoi șterge contul.",
  eraseAdministrator:
    "Un administrator nu își poate șterge contul. Cere altui administrator să îți schimbe întâi rolul.",
} as const;
