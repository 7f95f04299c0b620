import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import {
  addDays,
  type Day,
  dayOf,
  formatDayAndMonth,
  formatWeekday,
  type WallTime,
  wallTimeOf,
} from "#kernel/time.ts";
import { limits } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import type { EarlierOrder } from "#ticketing/orders/order-queries.server.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";

/** Says that the person may already enter the night, with a pass or with tickets. */
export const paidBefore = translatable({
  text: ({ number, pass }: EarlierOrder) =>
    pass === null
      ? `Ai deja o comandă plătită pentru noaptea asta: ${orderName(number, "comanda")}.`
      : `Cu „${pass}” (${orderName(number, "comanda")}) intri deja la noaptea asta.`,
});

export const saleTexts = translatable({
  /** For a visitor who wants to buy and is not signed in: three specified sentences, each for its own place. */
  loginFirst: "Te rugam sa te conectezi pentru a cumpara bilete",
  loginFirstForPass: "Te rugăm să te conectezi pentru a cumpăra bilete",
  loginFirstForCall: "You must be logged in to make a purchase",
  gateAccount: "Contul de poartă scanează bilete, nu le cumpără.",
  alreadyBought: (order: EarlierOrder) =>
    `${paidBefore.text(order)} Nu ți-am luat nimic acum. Dacă mai vrei bilete, apasă încă o dată.`,
  sameBought: (order: number) =>
    `Ai deja o comandă plătită cu același bilet: ${orderName(order, "comanda")}. Nu ți-am luat nimic acum. Dacă mai vrei unul, apasă încă o dată.`,
  choiceInvalid: "Selectie de bilet invalida",
  typeNotConfigured: "Acest tip de bilet nu este configurat pentru achizitionare online.",
  ticketNeeded: "Suplimentele se iau lângă un bilet. Alege și un bilet de intrare.",
  soldAlone: "Abonamentele și biletele early bird se cumpără separat.",
  orderLimits: (people: number) =>
    `La o comandă: cel mult ${counted(limits.quantity, "ticket")} de un fel, pentru cel mult ${counted(people, "person")}.`,
  tooManyPeople: (most: number) => `O comandă este pentru cel mult ${counted(most, "person")}.`,
  enterUntil: (time: string) => `Valabil la poartă până la ${time}`,
  failed: "Nu s-a putut procesa achizitia ta",
  pageRefused: (isEmailWrong: boolean) =>
    isEmailWrong
      ? "Procesatorul de plăți nu primește adresa ta de e-mail. Nu ți-am luat niciun ban. Corecteaz-o (în profil, dacă ai cont) și plătește din nou."
      : "Procesatorul de plăți nu primește această comandă și ar răspunde la fel încă o dată. Nu ți-am luat niciun ban. Renunță la locuri și alege din nou.",
  stopped: "Vânzarea este oprită pentru moment.",
  opensAt: (time: string) => `Deschidem la ${time}`,
  joinRoom: "Intră în sala de așteptare",
  mailboxWaits:
    "Alt cont cu aceeași adresă de e-mail așteaptă deja la noaptea asta. O adresă are un singur loc la rând: intră cu acel cont.",
  roomClosed: "Sala de așteptare nu este deschisă acum.",
  feesName: "Taxe și comisioane",
  feesValue: "incluse",
  codeDiscount: "Reducere cu cod",
  total: "Total de plată",
  price: (price: string) => `${price} LEI`,
  reserved: "Locurile tale sunt rezervate încă",
  continuePaying: (price: string) => `Continuă plata: ${price} LEI`,
  release: "Renunță la locuri",
  holdOver: {
    title: "Rezervarea a expirat",
    text: "Locurile s-au întors în vânzare. Nu ți-am luat niciun ban.",
  },
  chooseSame: "Alege din nou aceleași bilete",
  noWithdrawal: `Pentru o noapte cu dată fixă nu există drept de retragere (OUG 34/2014, art. 16 lit. l). ${returnTexts.promise}`,
  bringId:
    "La poartă arăți un act de identitate cu numele de pe bilet; la un bilet pentru mai mulți, îl arată persoana scrisă pe el.",
  /** What `sendTicket` and `renameHolder` do to a code, before and after payment in the same words. */
  handOver:
    "Până se deschid ușile, din site trimiți biletul unui prieten, care primește un cod nou, pe numele său; al tău nu mai intră. Pe un bilet de o persoană, cât nu a intrat nimeni cu el, poți scrie alt nume; codul rămâne același.",
  otherNights: "Alte nopți",
  checkAgain: "Verifică din nou",
  ticketsFailed: "Nu s-au putut incarca biletele",
  eventFailed: "Nu s-au putut incarca detaliile evenimentului",
});

/** The terms beside a button that pays, or takes tickets that cost nothing. */
export const payTerms = (isFree: boolean) =>
  `${saleTexts.bringId} ${isFree ? returnTexts.free : saleTexts.noWithdrawal}`;

export const phaseTexts = translatable({
  phase: (name: string, price: string) => `${name} ${price} LEI`,
  left: (left: number) => (left === 1 ? "încă unul" : `încă ${left}`),
  until: (moment: string) => `până ${moment}`,
  or: " sau ",
  next: (price: string) => `Apoi ${price} LEI`,
  over: (name: string) => `${name} s-a terminat`,
});

/** Returns "vineri, 23:59" within a week, else the day of the month too. */
export function momentInWords(at: Date, now: Date): string {
  const [today, day, time] = [dayOf(now), dayOf(at), wallTimeOf(at)];
  if (day <= today) return `azi, ${time}`;
  if (day === addDays(today, 1)) return `mâine, ${time}`;
  return day <= addDays(today, 6)
    ? `${formatWeekday(day)}, ${time}`
    : `pe ${formatDayAndMonth(day)}, ${time}`;
}

export const guestAddressTexts = translatable({ sentTo: "Biletele vin pe", change: "Schimbă adresa" });

type ScheduledNight = { readonly date: Day; readonly time: WallTime | null; readonly location: string };

/** "vineri, 20 august" */
export const dayInWords = (day: Day) => `${formatWeekday(day)}, ${formatDayAndMonth(day)}`;

export const movedNightTexts = translatable({
  badge: "Mutat",
  moved: "mutată",
  title: (is: ScheduledNight, was: ScheduledNight) =>
    is.date !== was.date
      ? `Noaptea s-a mutat pe ${dayInWords(is.date)}.`
      : is.time
        ? `Noaptea s-a mutat la ora ${is.time}.`
        : "Ora nopții s-a schimbat.",
  /** Names only the old facts that have changed. */
  was: (is: ScheduledNight, was: ScheduledNight) => {
    const hour = was.time !== null && was.time !== is.time ? `ora ${was.time}` : "";
    const place = was.location === is.location ? "" : `la ${was.location}`;
    const day = was.date === is.date ? "" : dayInWords(was.date);
    return `Era ${[day, hour, place].filter(Boolean).join(", ") || "fără oră"}.`;
  },
  buysForNew: (day: Day) => `Cumperi pentru data nouă: ${dayInWords(day)}.`,
  /** Names the order where several are asked about. */
  of: (title: string, order: number | null) =>
    `„${title}” s-a mutat${order === null ? "" : ` (${orderName(order, "comanda")})`}.`,
  choose: "Ai bilet? Alege ce faci",
  /** `isSentOn`: the reader has sent everything, so that others come. */
  chooseUntil: (until: string, isSentOn: boolean) =>
    `${isSentOn ? "Rămâne trimis" : "Vii"} sau ceri banii înapoi: alegi până ${until}.`,
  chooseLink: "Alege ce faci",
});
