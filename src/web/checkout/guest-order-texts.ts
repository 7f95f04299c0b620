import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { TicketsSentAnew } from "#ticketing/orders/tickets-sent-anew.ts";
import { requestTexts } from "#web/request/request-texts.ts";

const hours = counted(durations.contactCorrection / inSeconds.hour, "hour");

export const guestOrderTexts = translatable({
  sentTo: (email: string) => `Trimis pe ${email}. Biletele sunt și aici, chiar acum.`,
  sentBefore: (email: string) => `Trimis pe ${email}.`,
  pendingHint: (email: string) => `Poți închide pagina: biletul vine pe ${email}.`,
  receivedOne: "Biletul e al tău.",
  receivedMany: "Biletele sunt ale tale.",
  receivedText: (email: string, isOne: boolean) =>
    isOne
      ? `L-am trimis și pe ${email}. Codul e nou și îl ai doar tu.`
      : `Le-am trimis și pe ${email}. Codurile sunt noi și le ai doar tu.`,
  byLink:
    "Cu linkul din email vezi și salvezi biletele. Ca să le trimiți unui prieten sau să faci câte un cod pentru fiecare, păstrează-le întâi într-un cont, cu codul de mai jos, sau deschide comanda în browserul în care ai cumpărat. Tot acolo se corectează o adresă greșită.",
  byLinkAtFirst: `Cu linkul din email vezi și salvezi biletele. În primele ${hours}, cât adresa se mai poate corecta, le trimiți, le faci câte un cod pentru fiecare și le păstrezi într-un cont doar în browserul în care ai cumpărat. După aceea le poți păstra într-un cont și de aici.`,
  wrongAddress: "Adresa e greșită?",
  rightAddress: "Adresa corectă",
  send: "Trimite",
  onceADay: `O poți schimba o singură dată, în primele ${hours}. Linkurile și codurile trimise la adresa veche nu mai merg.`,
  corrected: (email: string, { sent, unsent, suspended }: TicketsSentAnew) =>
    [
      sent > 0 && unsent === 0 ? `Am trimis biletele pe ${email}.` : `Adresa e acum ${email}.`,
      ...(sent + unsent > 0 ? ["Codurile de mai jos sunt cele noi."] : []),
      ...(suspended > 0
        ? ["Biletele suspendate nu pleacă acum: ți le trimitem acolo dacă intră din nou la poartă."]
        : []),
    ].join(" "),
  tooLate: "Adresa nu se mai poate schimba. Scrie-ne și te ajutăm noi.",
  keepTitle: "Păstrează-le într-un cont",
  keepText: (email: string) =>
    `Într-un cont le găsești pe orice telefon. Îți trimitem un cod de șase cifre la ${email}; dacă nu ai cont cu adresa asta, îl faci pe loc.`,
  codeSent: (email: string) =>
    `Am trimis un cod de șase cifre la ${email}. Scrie-l aici, iar biletele trec în contul tău; le găsești și pe alt telefon. Fără cod rămân doar aici și în email.`,
  code: "Codul din email",
  keep: "Păstrează",
  sendCode: "Trimite-mi codul",
  otherCode: "Trimite alt cod",
  codeMissing: "Scrie cele șase cifre din email.",
  codeWrong: "Codul nu e bun sau a expirat. După cinci greșeli cere altul sau încearcă pe altă rețea.",
  newAccount: (email: string) =>
    `Codul e bun. Încă nu ai un cont cu ${email}: alege o parolă, iar biletele trec în el.`,
  password: "Parola contului nou",
  show: "Arată",
  hide: "Ascunde",
  makeAccount: "Fă contul și păstrează-le",
  madeAccount: "Contul e făcut, iar biletele sunt în el.",
  nothingPaid: "Comanda nu e plătită încă.",
  kept: "Biletele sunt în contul tău. Conectează-te ca să le vezi.",
  codeTooOften: "Ți-am trimis deja un cod. Așteaptă un minut și uită-te și în Spam.",
  lettersOff: requestTexts.lettersOff,
  linkOver: "Linkul nu mai deschide biletele",
  linkOverText:
    "Dacă le-ai păstrat într-un cont, sunt acolo. Dacă ai corectat adresa, linkul bun e în emailul cel nou.",
  nightCancelled: "Noaptea s-a anulat",
  ended: `Biletele nu mai intră la poartă. ${returnTexts.toPayer}`,
  linkOverLogin: "Intră în cont",
  linkOverAgain: "Cere biletele încă o dată",
  pageTitle: "Biletele tale",
});
