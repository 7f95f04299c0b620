import { translatable } from "#kernel/language.ts";
import { counted, spanInWords } from "#kernel/romanian.ts";
import { durations, lengths, limits } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";

const linkOver = "Linkul nu mai e valabil.";

/** Texts of the customers' screens. Sentences that the specification quotes are byte for byte. */
export const accountTexts = translatable({
  pageTitle: (name: string) => name,
  notUnderstood: "Formularul nu a putut fi citit. Încarcă pagina din nou.",
  registered: "Inregistrare reusita! Verifica email-ul pentru a confirma contul.",
  registeredWithoutLetter: "Cont creat. Te poți conecta.",
  registerFailed: "Inregistrare esuata...",
  registerProblem: "Serverul intampina o problema temporara. Te rugam sa incerci din nou mai tarziu.",
  registerUnavailable:
    "Serviciul de inregistrare nu este disponibil momentan. Te rugam sa incerci din nou mai tarziu.",
  emailTaken: "Acest email este deja inregistrat",
  loggedIn: "Autentificare reusita!",
  loginFailed: "Autentificare esuata",
  loginInvalid: "Email sau parola invalida. Incearca din nou sau reseteaza parola.",
  loginUnconfirmed:
    "Adresa nu este confirmată încă. Deschide linkul din emailul de confirmare sau cere altul.",
  loginLocked: (minutes: number) =>
    `Prea multe încercări. Așteaptă ${counted(minutes, "minute")} sau resetează parola.`,
  loginBusy: `Autentificare esuata. ${requestTexts.siteBusy}`,
  confirmationResent: "Dacă adresa așteaptă confirmarea, emailul a fost trimis din nou.",
  resetSent: "Instructiunile de resetare a parolei au fost trimise pe email.",
  resetFailed: "Nu s-a putut trimite email-ul de resetare a parolei",
  profileSaved: "Profilul a fost actualizat cu succes",
  profileFieldRequired: "Acest camp este obligatoriu",
  profileFailed: "Nu s-a putut actualiza profilul",
  ticketsFailed: saleTexts.ticketsFailed,
  resent: "Emailul de confirmare a fost retrimis cu succes",
  resentEarlyBird: "Emailul de confirmare pentru biletul Early Bird a fost retrimis cu succes",
  resendMissing: "Nu s-a putut retrimite emailul de confirmare: informații lipsă",
  resendFailed: "Nu s-a putut retrimite emailul de confirmare",
  registerTooMany: "S-au cerut prea multe conturi de pe conexiunea ta. Încearcă din nou peste o oră.",
  resendTooOften: "Ai cerut emailul de prea multe ori. Încearcă din nou peste o oră.",
  registerTitle: "Inregistrare",
  registerArt: "Fă-ți loc pe plajă.",
  registerProblemTitle: "Avem o problemă temporară.",
  registerKept: "Ce ai scris a rămas aici.",
  fullName: "Nume complet",
  phone: "Telefon",
  email: "Email",
  password: "Parolă",
  passwordAgain: "Confirmă parola",
  show: "Arată",
  hide: "Ascunde",
  createAccount: "Creează contul",
  agree: "Creând contul, accepți",
  creating: "Se creează contul...",
  tryAgain: "Încearcă din nou",
  haveAccount: "Ai deja cont?",
  signIn: "Conectează-te",
  signingIn: "Se conectează...",

  loginTitle: "Conectare",
  loginArt: "Bine ai revenit pe mal.",
  forgotten: "Ai uitat parola?",
  noAccount: "Nu ai cont?",
  createOne: "Creează unul",
  demoTitle: "Date demo de administrator",
  demoRole: "Rol",
  demoFill: "Completează automat",
  demoFillFor: (role: string) => `Completează automat: ${role}`,
  resendConfirmation: "Trimite din nou emailul de confirmare",

  forgotTitle: "Resetează parola",
  forgotArt: "Se întâmplă oricui.",
  forgotText: "Scrie adresa contului tău. Îți trimitem un link cu care alegi o parolă nouă.",
  forgotButton: "Trimite linkul",
  forgotSentTitle: "Verifică emailul",
  forgotSentArt: "Uită-te în poștă.",
  forgotNotCome: "Nu a venit? Caută și în „Spam”.",
  forgotWait: "Poți cere altul peste",
  forgotAgain: "Trimite din nou",
  forgotSent: "Dacă există un cont cu adresa aceasta, instrucțiunile de resetare sunt pe drum.",
  backToLogin: "Înapoi la conectare",

  resetTitle: "Alege o parolă nouă",
  resetArt: "O parolă nouă, o zi nouă.",
  resetOverArt: "Valul acesta a trecut.",
  resetText: "După schimbare, toate dispozitivele ies din cont.",
  newPassword: "Parola nouă",
  passwordHint: `Cel puțin ${counted(lengths.password.least, "character")}. O propoziție scurtă e mai bună decât semne greu de ținut minte.`,
  savePassword: "Salvează parola",
  passwordReset: "Parola a fost schimbată. Conectează-te cu cea nouă.",
  siteBusy: requestTexts.siteBusy,
  resetOverTitle: linkOver,
  resetOverText: `Linkurile de resetare țin ${spanInWords(durations.letterLink)} și merg o singură dată. Dacă l-ai folosit deja, intră cu parola cea nouă; dacă nu, a rămas cea veche.`,
  resetAgain: "Cere un link nou",

  confirmTitle: "Confirmă adresa",
  confirmArt: "Mai e un pas.",
  confirmText: ["Ai creat un cont cu", "Apasă butonul ca să îl activezi."],
  confirmButton: "Da, este adresa mea",
  confirmNote:
    "Cerem un clic pentru că programele care verifică emailurile deschid singure linkurile. Nu ai creat tu contul? Închide pagina și nu se întâmplă nimic.",
  confirmAddress: "Confirmi",
  confirmElsewhere:
    "Ai deschis linkul în alt browser decât cel în care ai creat contul, așa că îți cerem și parola aleasă atunci.",
  confirmPassword: "Parola aleasă la înregistrare",
  confirmWithPassword: "Confirmă și intră în cont",
  confirmWrongPassword: "Nu este parola aleasă la înregistrarea din care vine acest email.",
  confirmOther: "Nu mai știi parola sau nu tu ai creat contul?",
  confirmToNew: "Alege altă parolă",
  confirmToPassword: "Am parola de la înregistrare",
  confirmNewTitle: "Contul tău, de la capăt",
  confirmNewText:
    "Scrie numele, telefonul și o parolă nouă. Din ce s-a scris înainte cu adresa aceasta nu rămâne nimic.",
  confirmByProvider:
    "Contul s-a făcut printr-un serviciu de conectare, fără parolă la noi. Tu l-ai făcut? Conectează-te întâi la fel, apoi deschide din nou linkul: conectarea de atunci rămâne, și nu ai nimic de scris.",
  confirmNewButton: "Salvează și intră în cont",
  moveTitle: "Altă adresă pentru cont",
  moveText: ["Contul cu adresa", "ar trece pe adresa"],
  moveButton: "Schimbă adresa contului",
  moveNote: "Nu ai cerut tu schimbarea? Închide pagina și nu se întâmplă nimic.",
  moveElsewhere:
    "Schimbarea o face doar cine are contul: deschide linkul în browserul în care ai intrat în el sau scrie parola lui.",
  movePassword: "Parola acelui cont",
  moveWrongPassword: "Nu este parola contului a cărui adresă s-ar schimba.",
  moveNotYours:
    "Nu e contul tău sau nu ai cerut tu schimbarea? Nu scrie nicio parolă, închide pagina și nu se întâmplă nimic.",
  confirmedHere: "Adresa e confirmată. Ești în cont.",
  confirmedTitle: "Adresa e confirmată.",
  confirmedArt: "Bine ai venit pe plajă.",
  confirmedText: (email: string) => `Contul tău e activ, cu adresa ${email}.`,
  confirmUnanswered: "Nu am primit niciun răspuns. Apasă din nou.",
  confirmOverTitle: linkOver,
  confirmOverText:
    "Linkurile de confirmare merg o singură dată și expiră. Dacă ai confirmat deja, conectează-te. Altfel, cere unul nou de pe pagina de conectare.",

  yourProfile: "Profilul tău",
  edit: "Editează",
  logout: "Deconectare",
  editTitle: "Editează profilul",
  emailFixed: "Adresa de email nu se schimbă de aici.",
  save: "Salvează",
  cancel: "Renunță",
  subscription: "Abonament",
  subscriptionActive: "Activ",
  subscriptionUntil: (day: string) => `până la ${day}`,
  subscriptionCard: (brand: string, last4: string) => `card ${brand} terminat în ${last4}`,
  seeEvents: "Vezi evenimentele",
  ticketOptions: "Optiuni Bilete",
  sections: "Secțiunile profilului",
  tickets: "Bilete",
  orders: "Achizitii",
  security: "Securitate",
  noTicketsTitle: "Niciun bilet încă.",
  noTickets: "Aici vor sta biletele tale, cu codul lor QR, gata de arătat la poartă. Vara abia începe.",
  chooseNight: "Alege o noapte",

  entriesRemaining: (n: number) => counted(n, "entry", "rămasă", "rămase"),
  fromDay: (day: string) => `din ${day}`,
  passRow: (nights: string) => `${nights}, câte un cod pentru fiecare`,
  deckTitle: (tickets: string) => `${tickets} pentru noaptea asta`,
  deckLabel: (night: string) => `Biletele nopții ${night}`,
  ...shownTicketTexts,
  entriesOf: (left: number, inAll: string) => `${left} din ${inAll}`,
  piecesLeft: (left: number, inAll: number) => `De ridicat: ${left} din ${inAll}`,
  entriesLeft: (left: number, inAll: number) =>
    left === 0
      ? "Nicio intrare rămasă"
      : inAll === 1
        ? "1 intrare rămasă"
        : `${left} din ${counted(inAll, "entry", "rămasă", "rămase")}`,
  priceValue: (price: string) => `${price} LEI`,
  saveTicket: "Salveaza Bilet",
  ticketSaved: "Biletul a fost salvat",
  resend: "Retrimite Email",
  ofOrder: (number: number) => ` din ${orderName(number, "comanda")}`,
  aheadTitle: "Urmează",
  othersTitle: "Celelalte bilete",
  pastTitle: "Au trecut",
  passNights: "Nopțile tale",
  passNightCode: "Codul nopții",
  passNightCodeOf: (night: string) => `Codul nopții ${night}`,
  passNightUsed: "intrat",
  passNightUnused: "neutilizat",
  passNightCancelled: "anulată",
  passNightGivenBack: "bani înapoi",
  passNightTonight: "noaptea asta",
  passNightNext: "urmează",
  nightOver: "a trecut",
});

export const chosenTexts = translatable({
  title: "Alegerea ta",
  change: "Schimbă",
  loginTitle: "Încă un pas și plătești",
  loginWhy: {
    night: "Biletele trebuie să ajungă la tine, într-un cont.",
    many: `Fără cont se pot lua cel mult ${counted(limits.ticketsPerGuest, "ticket")} la o noapte. Pentru atâtea bilete îți trebuie un cont.`,
    addOns: `Fără cont se pot lua cel mult ${limits.ticketsPerGuest} din fiecare supliment. Pentru mai multe îți trebuie un cont.`,
    people:
      "Noaptea aceasta are puține locuri, iar fără cont se pot lua doar câteva. Pentru atâtea persoane îți trebuie un cont.",
    room: "La noaptea aceasta se cumpără pe rând, din sala de așteptare, iar locul la rând se ține într-un cont.",
    offer:
      "Biletele de aici se cumpără într-un cont. Fără cont, același bilet se cumpără de pe pagina nopții.",
    pass: "Un abonament se ține într-un cont, cu câte un cod pentru fiecare noapte. Fără cont se cumpără doar biletele unei nopți, de pe pagina ei.",
  },
  loginAndPay: "Conectează-te și continuă",
  loginNote: "Locurile se opresc pentru tine în clipa în care ajungi la plată.",
  registerTitle: "Creează contul și plătește",
  registerEmailHint: "Aici vin biletele. Îți cerem să confirmi adresa.",
  registerNote: "Alegerea te așteaptă și după ce confirmi adresa.",
  offered: (from: string, whole: SentWhole, title: string) => `${whatIsSent.toYou(from, whole)}: ${title}`,
  offeredNote: "Îl accepți după ce intri în cont, cu butonul de pe pagina lui.",
  offeredLogin: "Încă un pas și accepți",
  offeredRegister: "Creează contul și acceptă",
  atTime: "ora",
  confirmAndPay: (price: string) => `Confirmă și plătește ${price} LEI`,
  confirmNote: "Prețurile sunt cele de acum. Locurile se opresc pentru tine când ajungi la plată.",
  verifyNote: "Păstrată în acest browser. Locurile încă nu sunt rezervate.",
});

export const verifyTexts = translatable({
  title: "Verifică emailul",
  art: "Uită-te în poștă.",
  sentTo: "Am trimis un link de confirmare la",
  sameBrowser: "Deschide-l în acest browser: după confirmare ești în cont. În altul îți cerem și parola.",
  sameBrowserToPay:
    "Deschide-l în acest browser: după confirmare ești în cont și ajungi la alegerea ta. În altul îți cerem și parola.",
  notYet:
    "În acest browser adresa nu e confirmată încă: deschide aici linkul din email. L-ai deschis pe alt dispozitiv?",
  notYetLogin: "Conectează-te cu parola ta",
  goOn: "Am confirmat, continuă",
  changeAddress: "Schimbă adresa",
});
