import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import { countedTickets, type TicketCount } from "#ticketing/orders/ticket-count-texts.ts";

export const securityTexts = translatable({
  title: "Securitate",
  strip: "Ușa ta, cheile tale.",
  summary: (deviceCount: number, keyCount: number) =>
    `${counted(deviceCount, "device", "conectat", "conectate")}${keyCount > 0 ? `, ${counted(keyCount, "passkey")}` : ""}.`,
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
  passkeyTooMany: `Ai deja ${counted(limits.passkeysPerAccount, "passkey")}. Șterge una înainte să adaugi alta.`,
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
    count === 0 ? "Nu mai era conectat niciun alt dispozitiv." : `Am deconectat ${counted(count, "device")}.`,
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
  eraseTickets: (count: TicketCount) =>
    `Ai ${countedTickets(count)} pentru nopți care nu au trecut. Odată cu contul pierzi accesul la ${count.tickets + count.addOns === 1 ? "el" : "ele"}; banii nu se întorc.`,
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
  eraseInTeam:
    "Cât timp ai un rol în echipă, contul nu se poate șterge. Cere întâi unui administrator să îți ia rolul.",
});

export const factorTexts = translatable({
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
  tooMany: `Ai deja ${counted(limits.factorsPerAccount, "app", "începută", "începute")}. Oprește al doilea factor și ia-o de la capăt.`,
  locked: (minutes: number) => `Prea multe coduri greșite. Așteaptă ${counted(minutes, "minute")}.`,

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
});

export const waysInTexts = translatable({
  keepTitle: "Ce intră și fără parolă",
  keepText:
    "Bifează ce recunoști și vrei să păstrezi. Ce rămâne nebifat se șterge, ca nimeni altcineva să nu mai poată intra.",
  removeTitle: "Ce mai intră în cont",
  removeText: "Acestea nu depind de parolă. Bifează ce vrei să ștergi odată cu parola veche.",
  keepPasskey: (name: string) => `Păstrează cheia de acces „${name}”`,
  removePasskey: (name: string) => `Șterge cheia de acces „${name}”`,
  keepIdentity: (provider: string) => `Păstrează conectarea prin ${provider}`,
  removeIdentity: (provider: string) => `Șterge conectarea prin ${provider}`,
  added: "adăugată pe",
  stopFactor: "Oprește al doilea factor",
  factorStays: "Al doilea factor rămâne pornit. Ca să îl oprești de aici, ai nevoie de un cod al lui.",
  factorCode: factorTexts.loginLabel,
  factorCodeHint: "Doar dacă îl oprești.",
  factorCodeWrong: "Codul nu se potrivește. Fără un cod bun, al doilea factor rămâne pornit.",
});
