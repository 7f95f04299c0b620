import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";

/** Texts of /tickets and /season-pass. Sentences that the specification quotes are byte for byte. */
export const offerTexts = translatable({
  ticketsTitle: "Optiuni Bilete",
  ticketsDescription: "Bilete speciale și abonamente pentru nopțile verii.",
  specialLoadFailed: "Nu am putut încărca biletele disponibile",
  activeTitle: "Biletele Tale Active",
  activeSubscription: "Abonament Activ",
  activeUntil: (day: string) => `până la ${day}`,
  activeTicket: "Bilet Cumparat",
  activeTicketText: "te așteaptă în profil, cu codul lui QR.",
  seeTickets: "Vezi biletele",
  buyNow: "Cumpara Acum",
  processing: "Procesare...",
  closed: { soldOut: "Epuizat", stopped: "Vânzare oprită", ended: "Vânzare încheiată" },
  currency: "RON",
  earlyBirdLine: "Preț special, cantitate limitată",
  bdlpLine: "Acces la concertul BDLP",
  concertLine: "Acces la concert",
  rulesTitle: "Bine de știut",
  rules: [
    `Biletele sunt nerambursabile și netransferabile. ${returnTexts.promise}`,
    `Sunt două excepții. ${saleTexts.handOver}`,
    "Prezintă un act de identitate valabil, cu același nume ca pe bilet. Un bilet trimis din site are numele persoanei care l-a primit.",
    "Biletele early bird sunt disponibile în cantitate limitată.",
  ],
  noOffersTitle: "Nicio ofertă acum.",
  noOffers: "Biletele fiecărei nopți se cumpără de pe pagina ei.",

  specialTitle: "Bilete Speciale EARLY BIRD",
  specialSubtitle: "Mai multe nopți, un singur bilet.",
  specialBuy: "Achiziționează acum",
  specialNotConfigured: "Acest abonament nu este configurat pentru achiziționare online",
  specialFailed: "Nu s-a putut procesa achiziția ta",
  whichNights: "Vezi toate nopțile",
  forCouples: "Perfect pentru cupluri",
  forGroups: "Ideal pentru grupuri",
  entriesIncluded: (n: number) => counted(n, "entry", "inclusă", "incluse"),
  entriesEachNight: (entries: string) => `${entries} la fiecare noapte`,
  allNights: "Acces la toate evenimentele incluse",
  oneNight: (title: string, day: string) => `${title}, ${day}`,
  manyNights: (nights: string, first: string, last: string) => `${nights}, ${first} – ${last}`,
  noSpecialTitle: "Nu există bilete speciale disponibile",
  noSpecial: "Poate găsești ceva între celelalte oferte.",
  seeOptions: "Vezi opțiunile de bilete",
  whatAreThey: "Ce sunt biletele speciale?",
  whatTheyAre:
    "Un bilet special acoperă mai multe nopți sau mai multe persoane. După plată primești câte un cod QR pentru fiecare noapte; la poartă se scad intrările pe rând, câte una sau toate odată. Cantitatea este limitată și prețul nu se schimbă între această pagină și plată.",
});
