import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";

export const sentTicketTexts = translatable({
  send: "Trimite biletul",
  sendTitle: (whole: SentWhole) => `Trimite ${whatIsSent.the(whole)} unui prieten.`,
  sendWhat: "Codul tău nu mai intră după ce acceptă.",
  sendUntil: "Până atunci rămâne bun, iar linkul îl poți retrage.",
  sendOf: (whole: SentWhole) =>
    whole === "nights" ? "Trimite toate nopțile" : `Trimite ${whatIsSent.the(whole)}`,
  sendWhole: {
    pass: (nights: string) => `Pleacă tot abonamentul: ${nights}.`,
    nights: (nights: string) => `Pleacă tot biletul: ${nights}.`,
  },
  sendWholeWhat: "O singură noapte din el nu se poate trimite. Codurile tale nu mai intră după ce acceptă.",
  sendWholeUntil: "Până atunci rămân bune, iar linkul îl poți retrage.",
  fineWhole: `Linkul ține până se deschid ușile ultimei nopți sau până intri cu unul dintre coduri. ${returnTexts.toPayer}`,
  friendName: "Cum se numește? (opțional)",
  friendNameHint: "Doar ca să știi tu cui i l-ai trimis.",
  friendNameBad: "Scrie doar un nume.",
  friendEmail: "Emailul prietenului (opțional)",
  friendEmailHint: "Îi scriem noi. Lasă gol ca să primești un link pe care îl trimiți tu.",
  friendEmailBad: "Adresa nu pare completă.",
  makeLink: "Fă linkul",
  sendAgain: "Fă alt link",
  fine: `Linkul deschide numai biletul acesta și ține până se deschid ușile. ${returnTexts.toPayer}`,
  cancel: "Renunță",
  close: "Gata",

  madeTitle: "Linkul e gata.",
  madeText: "Trimite linkul acum. Îl vezi doar aici: dacă îl pierzi, faci altul.",
  link: "Linkul biletului",
  copy: "Copiază",
  copied: "Link copiat in clipboard!",
  copyFailed: "Linkul nu s-a putut copia. Selectează-l și copiază-l.",
  share: "Trimite linkul",
  shareText: "Ai un bilet de la mine:",
  emailed: (to: string) => `Am scris la ${to}. Până acceptă, la poartă intri tu, ca înainte.`,

  waitingSince: (to: string | null, when: string) =>
    to ? `Trimis către ${to} pe ${when}. Așteaptă să accepte.` : `Linkul e din ${when}. Așteaptă să accepte.`,
  waitingAgain: "Dacă trimiți din nou, linkul de dinainte nu mai merge.",
  takeBack: "Retrage linkul",
  takenBack: "Linkul e retras și nu mai merge. La poartă intri tu, ca înainte.",
  notWaiting: "Linkul nu mai aștepta: poate că tocmai a fost acceptat.",
  acceptedMeanwhile: "Linkul trimis a fost acceptat. Ce aveai tu nu mai intră la poartă.",
  unanswered: "Nu am primit niciun răspuns. Ce ai scris a rămas aici; încearcă din nou.",
  notUnderstood: "Formularul nu a putut fi citit. Încarcă pagina din nou.",
  refused: {
    not_found: "Nu l-am găsit printre ale tale.",
    not_valid: "Nu mai e valabil sau plata lui se lămurește, așa că nu se trimite.",
    used: "Cineva a intrat deja cu el, așa că nu se mai trimite.",
    several: "Biletul e pentru mai multe persoane. Fă întâi câte un cod pentru fiecare persoană.",
    add_on: "Suplimentele sunt ale întregii comenzi și nu se trimit.",
    over: "Ușile s-au deschis, așa că nu se mai trimite.",
    too_often: `A trecut deja de ${limits.transfersPerSeat} ori la altcineva și nu se mai trimite.`,
    unproven: "Adresa contului tău nu e confirmată, așa că nu trimitem emailuri în numele tău. Fă un link.",
    own_address: "Adresa aceasta e a ta. Scrie-o pe a prietenului.",
    too_many_emails: `Ai trimis deja ${limits.ticketEmailsPerAccountAndDay} bilete pe email în ultima zi. Fă un link și trimite-l tu.`,
    too_many_links: "Ai făcut prea multe linkuri pentru el în ultima zi. Încearcă mâine.",
    mailbox_had_enough: "Adresa aceasta a primit azi destule emailuri de la noi. Fă un link și trimite-l tu.",
  },

  guestUnproven:
    "Adresa ta nu e confirmată, așa că nu trimitem emailuri în numele tău. Fă un link și trimite-l tu. O confirmi cu codul de la „Păstrează-le într-un cont”.",

  receivePageTitle: "Trimis de un prieten",
  receiveTitle: (from: string, whole: SentWhole) => `${whatIsSent.toYou(from, whole)}.`,
  receiveText: (whole: SentWhole) => `E gratuit pentru tine. Când apeși, ${whatIsSent.newCodes(whole)}`,
  receiveWhole: {
    pass: (nights: string) => `Primești tot abonamentul: ${nights}.`,
    nights: (nights: string) => `Primești tot biletul: ${nights}.`,
  },
  locked: "Codul apare după ce accepți",
  newCode: "Bilet nou, cod nou",
  ticketLabel: (whole: SentWhole) => `${whatIsSent.The(whole)} care te așteaptă`,
  entries: "Intrări",
  accepting: "Se acceptă...",
  acceptNote: "Deschiderea paginii nu schimbă nimic; doar butonul.",
  until: ({ when, isAtDoors }: { when: string; isAtDoors: boolean }, whole: SentWhole) =>
    `Linkul ține până ${when}${isAtDoors ? `, când se deschid ușile${whole ? " ultimei nopți" : ""}` : ""}.`,
  minimumAge: (age: number) => `Intrarea e de la ${counted(age, "year")}, cu act.`,
  nameSeen: "Pe bilet apare numele din contul tău; îl vede și cine a plătit.",
  needsAccount: "Un abonament se ține într-un cont, cu toate nopțile lui. Te întorci aici după ce intri.",
  yourName: "Numele tău",
  email: "Email",
  emailHint: "Trimitem o copie. Poți folosi biletul și fără cont.",
  asGuest: (name: string, email: string) => `Îl primești ca ${name}, pe ${email}.`,
  guestNameSeen: "Pe bilet apare numele scris de tine; îl vede și cine a plătit.",
  loginWay: "Am deja cont",
  loginWayNote: "Conectează-te; biletul intră direct în profil.",
  registerWay: "Creează un cont",
  registerWayNote: "Biletul rămâne în profil, pe orice telefon.",
  decline: "Nu e pentru mine",
  declinedTitle: "Bine, nu e pentru tine.",
  declinedText: (from: string, whole: SentWhole, isSenderTold: boolean) =>
    `${whatIsSent.The(whole)} rămâne la ${from || "cine l-a trimis"}, cu ${whole ? "codurile" : "codul"} de până acum.${isSenderTold ? " Îi scriem noi." : ""}`,
  tooEarly: "Acum se poate accepta numai cu un cont. Încearcă din nou peste câteva minute sau conectează-te.",
  signIn: "Conectează-te și acceptă",
  register: "Fă-ți cont și acceptă",
  accepted: (whole: SentWhole, isEmailed: boolean) =>
    whole
      ? `${whatIsSent.The(whole)} e al tău. Codurile noi sunt aici${isEmailed ? "; le-am trimis și pe email" : ""}.`
      : `Biletul e al tău. Codul nou e aici${isEmailed ? "; l-am trimis și pe email" : ""}.`,
  ownTitle: "E linkul tău.",
  ownText: (whole: SentWhole) =>
    `Cu el acceptă ${whatIsSent.the(whole)} prietenul tău. Până atunci e al tău.`,
  overTitle: "Linkul nu mai e valabil.",
  overText:
    "A fost acceptat, refuzat sau retras, ori nu se mai poate trimite. Cere un link nou de la cine ți l-a trimis.",
  sentTitle: "Trimise",
  sentNote: "Sunt la prieteni, cu alte coduri.",
  sentTo: (to: string | null, when: string) =>
    to ? `trimis către ${to}, acceptat pe ${when}` : `trimis cu linkul, acceptat pe ${when}`,
  sentNights: (title: string, nights: string) => `${title}, ${nights}`,
  seeTickets: "Vezi Biletele Mele",
  seeEvents: "Vezi evenimentele",
});
