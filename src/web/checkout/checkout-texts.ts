import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";

/** Texts between choosing tickets and entry. Sentences that the specification quotes are byte for byte. */
export const checkoutTexts = translatable({
  pageTitle: "Comanda ta",
  releaseFailed:
    "Nu putem elibera locurile acum: procesatorul de plăți nu răspunde. Încearcă din nou peste un minut.",
  releaseUnanswered: "Nu am primit niciun răspuns. Locurile pot fi încă rezervate: încearcă din nou.",
  paidMeanwhile: "Plata a reușit între timp. Biletele tale sunt aici.",
  providerAway: saleTexts.failed,
  waitForTurn: "Este rând la plată. Locurile tale sunt rezervate; încearcă din nou peste câteva secunde.",
  orderTitle: orderName,
  feesName: saleTexts.feesName,
  feesValue: saleTexts.feesValue,
  total: saleTexts.total,
  codeDiscount: saleTexts.codeDiscount,
  off: (price: string) => `−${price} LEI`,
  price: (price: string) => `${price} LEI`,
  priceFixed: "Prețul nu se mai schimbă.",
  priceThen: "Dacă alegi din nou, vezi prețul de atunci.",
  wasHeld: "Ce era rezervat pentru tine",
  reserved: saleTexts.reserved,

  openTitle: "Mai vrei locurile?",
  openText: "Ai ieșit din pagina de plată. Nu ți-am luat niciun ban, iar locurile sunt încă ale tale.",
  heldTitle: "Locurile tale sunt rezervate",
  heldText: "Urmează plata cu cardul, pe pagina securizată a procesatorului.",
  continuePaying: saleTexts.continuePaying,
  release: saleTexts.release,
  releaseNote: "Dacă renunți, locurile se întorc imediat în vânzare.",

  lineTitle: "Locul tău este rezervat",
  lineText: "Ești la rând pentru pagina de plată. Cât aștepți, nimeni nu îți poate lua locurile.",
  linePlace: "Locul la rând",
  lineTime: "Timp estimat",
  lineHeld: "Locurile tale",
  lineHeldUntil: "rezervate",
  lineDoor: "plata",
  lineNote:
    "Pagina merge singură mai departe când îți vine rândul. Timpul pentru plată începe abia atunci. Dacă vezi că stă pe loc, apasă „Actualizează”; nu îți pierzi locul.",
  refresh: "Actualizează",
  lessThanMinute: "sub un minut",
  aboutMinute: "cam un minut",
  aboutMinutes: (minutes: string) => `cam ${minutes}`,

  overTitle: saleTexts.holdOver.title,
  overText: saleTexts.holdOver.text,
  orderClosed: (number: number) => `${orderName(number)} e închisă`,
  releasedTitle: "Ai renunțat la locuri",
  releasedText: saleTexts.holdOver.text,
  nightCancelled: (nights: readonly string[]) =>
    nights.length === 1 ? `S-a anulat: ${nights[0]}` : `S-au anulat: ${nights.join(", ")}`,
  nightCancelledText:
    "De aceea comanda s-a închis și nu mai ai nimic de plătit. Dacă ai plătit totuși, banii se întorc singuri.",
  replacedTitle: "Ai făcut altă comandă",
  replacedText: (number: number) =>
    `${orderName(number)} a luat locul acesteia, de aceea pagina ei de plată s-a închis. Pentru comanda aceasta nu ți-am luat niciun ban.`,
  seeReplacing: (number: number) => `Vezi ${orderName(number, "comanda")}`,
  chooseAgain: "Alege din nou",
  otherNights: saleTexts.otherNights,

  orderFailed: "Nu s-au putut incarca detaliile comenzii",
  orderFailedText: "Plata și biletele tale sunt în siguranță: biletele ajung pe email și în profil.",
  successTitle: "Plata Reusita!",
  numbered: (number: number) => orderName(number),
  oneTicket: (email: string) => `Acesta este biletul tău. L-am trimis și pe ${email}.`,
  manyTickets: (email: string) => `Acestea sunt biletele tale. Le-am trimis și pe ${email}.`,
  suspendedText: "Biletele acestei comenzi nu intră la poartă până se lămurește plata.",
  suspendedTitles: {
    cancelled: "Noaptea s-a anulat",
    kept: "Noaptea s-a anulat",
    given_back: "Ai cerut banii înapoi",
    refund: "Banii sunt pe drum înapoi",
    dispute: "Plata e contestată la bancă",
  },
  suspendedTexts: {
    free: "Biletele nu mai intră la poartă.",
    cancelled: "Banii se întorc singuri pe cardul cu care ai plătit. Biletele nu mai intră la poartă.",
    kept: "Banii biletelor folosite nu se întorc. Biletele nu mai intră la poartă.",
    some_kept:
      "Banii biletelor nefolosite se întorc singuri pe cardul cu care ai plătit; ai celor folosite, nu. Biletele nu mai intră la poartă.",
    given_back: "Banii se întorc pe cardul cu care ai plătit. Biletele nu mai intră la poartă.",
    refund: "Se întorc pe cardul cu care ai plătit. Biletele acestei comenzi nu mai intră la poartă.",
    dispute: "Biletele acestei comenzi nu intră la poartă până se lămurește plata.",
  },
  pendingTitle: "Confirmăm plata",
  pendingText:
    "Procesatorul nu ne-a răspuns încă. De obicei durează câteva secunde; pagina se schimbă singură. Nu plăti din nou.",
  pendingCode: "Codul QR apare aici după confirmare",
  pendingLabel: "Biletul tău, în pregătire",
  pendingHint: (email: string) => `Poți închide pagina: biletul vine și pe ${email}, și în profil.`,
  checkAgain: saleTexts.checkAgain,
  lineOf: ({ quantity, title }: { quantity: number; title: string }) => `${quantity} × ${title}`,
  calendar: "Calendar",
  pdf: "PDF",
  send: "Trimite-l",
  sendPass: "Trimite abonamentul",
  sendNights: "Trimite toate nopțile",
  onePass: (email: string) =>
    `Acesta este abonamentul tău, cu câte un cod pentru fiecare noapte. L-am trimis și pe ${email}.`,
  codePerNight: (nights: string) => `${nights}, câte un cod pentru fiecare`,
  severalSeats: (seats: string, nights: string) => `${seats}, fiecare pentru ${nights}`,
  sendToFriend: (position: string) =>
    position ? `Trimite ${position.replace("Biletul", "biletul")}` : "Trimite un bilet unui prieten",
  sentOn: (to: string | null, when: string) =>
    to
      ? `trimis către ${to}, acceptat pe ${when}, cu alt cod.`
      : `trimis cu linkul, acceptat pe ${when}, cu alt cod.`,
  sentTitle: (n: number, whole: SentWhole) =>
    n === 1
      ? `${whatIsSent.The(whole)} e la prietenul tău`
      : `${whole === "pass" ? "Abonamentele" : "Biletele"} sunt la prietenii tăi`,
  sentAll: (n: number) => (n === 1 ? "L-ai trimis." : "Le-ai trimis pe toate."),
  sentSome: (n: number, isPass: boolean) => `Ai trimis ${counted(n, isPass ? "pass" : "ticket")}.`,
  sentSeeProfile: "Cine ce are vezi în profil, la comandă.",
  sentNewCodes: (n: number) =>
    n === 1 ? "Codul nou îl vede doar cine a acceptat." : "Codurile noi le vede doar cine a acceptat.",
  refundedTitle: (n: number) => (n === 1 ? "Biletul a fost rambursat" : "Biletele au fost rambursate"),
  refundedText: (n: number, amount: string) =>
    `Ți-am trimis înapoi ${amount} LEI, pe cardul cu care ai plătit. ${n === 1 ? "Biletul acestei comenzi nu mai intră" : "Biletele acestei comenzi nu mai intră"} la poartă.`,
  endedTitle: (n: number) => (n === 1 ? "Biletul nu mai este valabil" : "Biletele nu mai sunt valabile"),
  endedText: (n: number) =>
    `${n === 1 ? "Biletul acestei comenzi a fost anulat" : "Biletele acestei comenzi au fost anulate"} și nu mai intră la poartă.`,
  takenText: (n: number) =>
    `Banca a întors banii acestei comenzi pe cardul cu care s-a plătit, așa că ${n === 1 ? "biletul ei nu mai intră" : "biletele ei nu mai intră"} la poartă.`,
  bankHas: { disputed: "Contestat la bancă", lost: returnTexts.sums.taken },
  allReturned: "Restituit integral",
  partlyReturned: "Platit, restituit în parte",
  partlyTaken: "Platit, întors în parte de bancă",
  genericTitle: "Îți mulțumim!",
  genericText: "Biletele pe care le cumperi ajung pe email și, dacă ai cont, în profil.",
  myTickets: "Vezi Biletele Mele",
  exploreEvents: "Exploreaza Evenimente",
  ticketOptions: "Optiuni Bilete",
  receipt: "Comanda",
  order: "Comanda",
  sums: { ...returnTexts.sums, paid: "Suma" },
  status: "Status",
  paid: "Platit",
  confirming: "În verificare",
  orderDate: "Data comenzii",

  ...shownTicketTexts,
  ticketsCarousel: "Biletele tale",
  pieces: "Bucăți",
  piecesLeft: "De ridicat",
  entriesLeft: "Intrări rămase",
  entries: "Intrări",
  entriesOf: (left: number, inAll: number) => `${left} din ${inAll}`,
});
