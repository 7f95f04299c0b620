import { translatable } from "#kernel/language.ts";
import { formatLei, type Money } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations, lengths, limits } from "#ticketing/limits.ts";
import type { GuestProblem } from "#ticketing/orders/checkout/guest-form.ts";
import type { ShownMoment } from "#ticketing/orders/checkout/shown-nights.ts";
import { requestTexts } from "./request-texts.ts";
import { dayInWords } from "./sale-texts.ts";

/** The period in which unpaid holds are counted. */
const recently = `ultimele ${counted(durations.hoarding / inSeconds.hour, "hour")}`;

/** Why a purchase is refused. Only the server imports these, so that browsers do not load them. */
export const refusalTexts = translatable({
  eventUnavailable: "Momentan nu se vând bilete la acest eveniment.",
  eventPast: "Evenimentul a trecut, biletele nu mai sunt de vânzare.",
  notOnSale: "Acest tip de bilet nu este de vânzare acum.",
  notOpenYet: "Vânzarea nu s-a deschis încă.",
  notYourTurn: "Se intră pe rând, din sala de așteptare. Încă nu ți-a venit rândul.",
  notEnough: "Nu exista suficiente bilete disponibile",
  otherOrderOpen: "Ai deja o plată deschisă pentru acest eveniment. Continu-o sau renunță la ea.",
  alreadyPaid: "Plata deschisă înainte a reușit. Biletele te așteaptă în profil.",
  keyReused: "Aceeași cerere a fost trimisă cu alt conținut.",
  tooFast: "Prea multe încercări. Așteaptă un minut și încearcă din nou.",
  priceChanged: (total: Money) => `Prețul s-a schimbat: acum ${formatLei(total)} LEI. Continui?`,
  /** `total`: the price, when it has risen too. */
  nightMoved: ({ date, time }: ShownMoment, total?: Money) =>
    `Noaptea s-a mutat: acum e ${dayInWords(date)}${time === null ? "" : `, ora ${time}`}. ${total === undefined ? "" : `Prețul s-a schimbat: acum ${formatLei(total)} LEI. `}Continui?`,
  codeInvalid: {
    unknown: "Codul nu este valabil.",
    other_tickets: "Codul nu e pentru biletele alese.",
    unproven_address: "Codul se poate folosi după ce îți confirmi adresa de email.",
  },
  codeExhausted: (left: number) =>
    left === 0
      ? "Codul nu mai poate fi folosit."
      : `Codul mai poate fi folosit pentru ${counted(left, "ticket")}.`,
  tooManyCodes: (seconds: number) =>
    `Prea multe coduri greșite. Încearcă din nou peste ${waitInWords(seconds)}.`,
  tooManyCodesOfNetwork: (seconds: number) =>
    `Prea multe coduri greșite din rețeaua ta. Conectează-te sau creează un cont, ori încearcă din nou peste ${waitInWords(seconds)}.`,
  tooManyGuestCodes:
    "Prea multe coduri cerute pe email din rețeaua ta. Treci pe altă rețea (de pe date mobile pe Wi-Fi sau invers) ori încearcă din nou peste o oră.",
  belowCardMinimum: (least: number) =>
    `Cu acest cod, totalul e sub ${formatLei(least)} LEI, cel mai puțin ce se poate plăti cu cardul.`,
  accountNeeded: "Fără cont nu se pot cumpăra aceste bilete. Conectează-te sau creează un cont.",
  tooManyForGuest: (most: number) =>
    most === 0
      ? `Fără cont se pot lua cel mult ${counted(limits.ticketsPerGuest, "ticket")} la o noapte, și le ai deja. Pentru altele, creează un cont.`
      : `Fără cont mai poți lua cel mult ${counted(most, "ticket")} la noaptea asta. Pentru mai multe, creează un cont.`,
  tooManyPeopleForGuest: (most: number) =>
    `La noaptea asta se pot lua fără cont bilete pentru cel mult ${counted(most, "person")}. Pentru mai multe, creează un cont.`,
  tooManyAddOnsForGuest: (most: number) =>
    `Fără cont se pot lua cel mult ${limits.ticketsPerGuest} din fiecare supliment${most === limits.ticketsPerGuest ? "" : `, și ai deja ${limits.ticketsPerGuest - most}`}. Pentru mai multe, creează un cont.`,
  guestsFull: (title = "") =>
    `Ce se poate ține fără cont din ${title ? `„${title}”` : "biletele acestea"} e ocupat acum. Conectează-te, creează un cont sau încearcă din nou peste câteva minute.`,
  proofNeeded: "Pentru biletele acestea confirmă întâi adresa de email, cu un cod.",
  tooManyGuests: (seconds: number) =>
    `Prea multe cumpărări fără cont din rețeaua ta, începute și neplătite. Conectează-te sau creează un cont, treci pe altă rețea (de pe date mobile pe Wi-Fi sau invers), ori încearcă din nou peste ${waitInWords(seconds)}.`,
  tooManyPlacesHeld: (seconds: number) =>
    `Ții deja prea multe locuri și suplimente pe care nu le-ai plătit. Plătește-le sau renunță la ele, ori încearcă din nou peste ${waitInWords(seconds)}.`,
  heldTooLong: (seconds: number) =>
    `În ${recently} ai ținut prea mult locuri și suplimente pe care nu le-ai plătit. Încearcă din nou peste ${waitInWords(seconds)}.`,
  secondHold: `Ai deja locuri rezervate și neplătite în ${recently}. Ca să ții și altele, arată mai jos că nu ești un robot sau plătește întâi rezervarea deschisă.`,
});

/** Returns whole minutes up to two hours, then whole hours, rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? counted(minutes, "minute") : counted(Math.ceil(minutes / 60), "hour");
}

/** The sentence for each problem of the form for buying without an account. */
export const guestProblems: Record<GuestProblem, string> = translatable({
  email_required: "Scrie adresa de email la care trimitem biletele.",
  email_invalid: requestTexts.emailInvalid,
  full_name_required: "Scrie numele tău.",
  full_name_too_short: `Numele are cel puțin ${counted(lengths.personNameLeast, "character")}.`,
  full_name_too_long: `Numele este prea lung: cel mult ${counted(lengths.personName, "character")}`,
  full_name_refused: "Scrie numele doar cu litere, fără linkuri și bare oblice",
  phone_invalid: requestTexts.phoneInvalid,
});
