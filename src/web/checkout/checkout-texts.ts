import { saleTexts } from "#web/request/sale-texts.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";

const paidTitle = "Plata Reusita!";

/** Texts between choosing and entering. Sentences that the specification quotes stand here byte for byte. */
export const checkoutTexts = {
  pageTitle: "Comanda ta",
  successPageTitle: paidTitle,
  releaseFailed:
    "Nu putem elibera locurile acum: procesatorul de plăți nu răspunde. Încearcă din nou peste un minut.",
  releaseUnanswered: "Nu am primit niciun răspuns. Locurile pot fi încă reținute: încearcă din nou.",
  paidMeanwhile: "Plata a reușit între timp. Biletele tale sunt aici.",
  providerAway: saleTexts.failed,
  waitForTurn: "Este rând la plată. Locurile tale sunt păstrate; încearcă din nou peste câteva secunde.",
  orderTitle: (number: string) => `Comanda ${number}`,
  feesName: saleTexts.feesName,
  feesValue: saleTexts.feesValue,
  total: saleTexts.total,
  price: (price: string) => `${price} LEI`,
  priceFixed: "Prețul nu se mai schimbă.",
  reserved: saleTexts.reserved,

  openTitle: "Mai vrei locurile?",
  openText: "Ai ieșit din pagina de plată. Nu ți-am luat niciun ban, iar locurile sunt încă ale tale.",
  heldTitle: "Locurile tale sunt păstrate",
  heldText: "Urmează plata cu cardul, pe pagina securizată a procesatorului.",
  continuePaying: saleTexts.continuePaying,
  release: saleTexts.release,
  releaseNote: "Dacă renunți, locurile se întorc imediat în vânzare.",

  lineTitle: "Locul tău este păstrat",
  lineText: "Ești la rând pentru pagina de plată. Cât aștepți, nimeni nu îți poate lua locurile.",
  linePlace: "Locul la rând",
  lineTime: "Timp estimat",
  lineHeld: "Locurile tale",
  lineHeldUntil: "păstrate",
  lineDoor: "plata",
  lineNote:
    "Pagina merge singură mai departe când îți vine rândul. Timpul pentru plată începe abia atunci. Dacă vezi că stă pe loc, apasă „Actualizează”; nu îți pierzi locul.",
  refresh: "Actualizează",
  lessThanMinute: "sub un minut",
  aboutMinute: "cam un minut",
  aboutMinutes: (minutes: string) => `cam ${minutes}`,
  minutes: { one: "minut", few: "minute", other: "minute" },

  overTitle: saleTexts.overTitle,
  overText: saleTexts.backInSale,
  releasedTitle: "Ai renunțat la locuri",
  releasedText: saleTexts.backInSale,
  chooseAgain: "Alege din nou",
  otherNights: saleTexts.otherNights,

  orderFailed: "Nu s-au putut incarca detaliile comenzii",
  orderFailedText: "Plata și biletele tale sunt în siguranță: biletele ajung pe email și în profil.",
  successTitle: paidTitle,
  oneTicket: (email: string) => `Acesta este biletul tău. L-am trimis și pe ${email}.`,
  manyTickets: (email: string) => `Acestea sunt biletele tale. Le-am trimis și pe ${email}.`,
  pendingText:
    "Confirmăm plata: procesatorul nu ne-a răspuns încă. De obicei durează câteva secunde; pagina se schimbă singură. Nu plăti din nou.",
  pendingCode: "Codul QR apare aici după confirmare",
  pendingLabel: "Biletul tău, în pregătire",
  pendingHint: (email: string) => `Poți închide pagina: biletul vine și pe ${email}, și în profil.`,
  checkAgain: saleTexts.checkAgain,
  ticketCount: { one: "bilet", few: "bilete", other: "bilete" },
  lineOf: ({ quantity, title }: { quantity: number; title: string }) => `${quantity} × ${title}`,
  calendar: "Calendar",
  pdf: "PDF",
  refundedTitle: "Biletele au fost rambursate",
  refundedText: (amount: string) =>
    `Ți-am trimis înapoi ${amount} LEI, pe cardul cu care ai plătit. Biletele acestei comenzi nu mai intră la poartă.`,
  endedTitle: "Biletele nu mai sunt valabile",
  endedText: "Biletele acestei comenzi au fost anulate și nu mai intră la poartă.",
  returned: "Restituit",
  genericText:
    "Îți mulțumim! Biletele ajung pe email și în profilul tău, de obicei în mai puțin de un minut.",
  myTickets: "Vezi Biletele Mele",
  exploreEvents: "Exploreaza Evenimente",
  ticketOptions: "Optiuni Bilete",
  receipt: "Comanda",
  order: "Comanda",
  amount: "Suma",
  status: "Status",
  paid: "Platit",
  orderDate: "Data comenzii",

  ...shownTicketTexts,
  ticketsCarousel: "Biletele tale",
  entriesLeft: "Intrări rămase",
  entries: "Intrări",
  entriesOf: (left: number, inAll: number) => `${left} din ${inAll}`,
  ticketPrice: "Preț",
} as const;
