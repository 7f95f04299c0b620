import { formatLei, type Money } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { recently } from "#web/sign-in/captcha-texts.ts";

/** Texts of a sale that the public screens, those of the checkout and the calls of the specification share. */
export const saleTexts = {
  /** Who is not signed in and wants to buy: three sentences of the specification, each for its place. */
  loginFirst: "Te rugam sa te conectezi pentru a cumpara bilete",
  loginFirstForPass: "Te rugăm să te conectezi pentru a cumpăra bilete",
  loginFirstForCall: "You must be logged in to make a purchase",
  gateAccount: "Contul de poartă scanează bilete, nu le cumpără.",
  choiceInvalid: "Selectie de bilet invalida",
  typeNotConfigured: "Acest tip de bilet nu este configurat pentru achizitionare online.",
  failed: "Nu s-a putut procesa achizitia ta",
  // why a purchase is refused
  eventUnavailable: "Momentan nu se vând bilete la acest eveniment.",
  eventPast: "Evenimentul a trecut, biletele nu mai sunt de vânzare.",
  notOnSale: "Acest tip de bilet nu este de vânzare acum.",
  notOpenYet: "Vânzarea nu s-a deschis încă.",
  notYourTurn: "Se intră pe rând, din sala de așteptare. Încă nu ți-a venit rândul.",
  notEnough: "Nu exista suficiente bilete disponibile",
  soldAlone: "Abonamentele și biletele early bird se cumpără separat.",
  otherOrderOpen: "Ai deja o plată deschisă pentru acest eveniment. Continu-o sau renunță la ea.",
  alreadyPaid: "Plata deschisă înainte a reușit. Biletele te așteaptă în profil.",
  keyReused: "Aceeași cerere a fost trimisă cu alt conținut.",
  tooFast: "Prea multe încercări. Așteaptă un minut și încearcă din nou.",
  tooManyPeople: (most: number) =>
    `O comandă este pentru cel mult ${counted(most, { one: "persoană", few: "persoane", other: "persoane" })}.`,
  priceChanged: (total: Money) => `Prețul s-a schimbat: acum ${formatLei(total)} LEI. Continui?`,
  tooManyPlacesHeld: (seconds: number) =>
    `Ții deja prea multe locuri pe care nu le-ai plătit. Plătește-le sau renunță la ele, ori încearcă din nou peste ${waitInWords(seconds)}.`,
  heldTooLong: (seconds: number) =>
    `În ${recently} ai ținut prea mult locuri pe care nu le-ai plătit. Încearcă din nou peste ${waitInWords(seconds)}.`,
  stopped: "Vânzarea este oprită pentru moment.",
  opensAt: (time: string) => `Deschidem la ${time}`,
  joinRoom: "Intră în sala de așteptare",
  roomClosed: "Sala de așteptare nu este deschisă acum.",
  feesName: "Taxe și comisioane",
  feesValue: "incluse",
  total: "Total de plată",
  reserved: "Locurile tale sunt rezervate încă",
  continuePaying: (price: string) => `Continuă plata: ${price} LEI`,
  release: "Renunță la locuri",
  overTitle: "Rezervarea a expirat",
  backInSale: "Locurile s-au întors în vânzare. Nu ți-am luat niciun ban.",
  otherNights: "Alte nopți",
  checkAgain: "Verifică din nou",
  ticketsFailed: "Nu s-au putut incarca biletele",
  eventFailed: "Nu s-au putut incarca detaliile evenimentului",
} as const;

/** Whole minutes up to two hours, then whole hours, rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120
    ? counted(minutes, { one: "minut", few: "minute", other: "minute" })
    : counted(Math.ceil(minutes / 60), { one: "oră", few: "ore", other: "ore" });
}
