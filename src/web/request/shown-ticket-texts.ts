import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import type { WhyNoEntry } from "#ticketing/delivery/ticket-facts.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { requestTexts } from "./request-texts.ts";

const nightCancelled = "Noaptea s-a anulat.";
const noEntry: Record<WhyNoEntry, string> = {
  refund: "Banii biletului sunt pe drum înapoi, așa că nu intră nimeni cu el.",
  cancelled: `${nightCancelled} Banii se întorc singuri pe cardul cu care ai plătit.`,
  kept: `${nightCancelled} S-a folosit biletul acesta, așa că banii lui nu se întorc.`,
  given_back: "Banii pentru noaptea aceasta au fost ceruți înapoi, așa că nu mai intră nimeni cu el.",
  dispute: "Plata biletului e contestată la bancă, așa că nu intră nimeni cu el până se lămurește.",
};
const ended = "Biletul nu mai e valabil, așa că nu intră nimeni cu el.";
const noEntryFree: Partial<typeof noEntry> = {
  refund: ended,
  cancelled: nightCancelled,
  kept: nightCancelled,
};
const noEntryReceived: Partial<typeof noEntry> = {
  refund: ended,
  cancelled: `${nightCancelled} ${returnTexts.toPayer}`,
  dispute: `${noEntry.dispute} O lămurește cine l-a plătit.`,
};

export const shownTicketTexts = translatable({
  atTime: "ora",
  placeAndDoors: (place: string, doors: string | null) => (doors ? `${place} · ușile ${doors}` : place),
  carousel: "carusel",
  slide: "bilet",
  ticketPosition: (number: number, count: number) => `Biletul ${number} din ${count}`,
  positionWithAddOns: (number: number, count: number) => `Codul ${number} din ${count}`,
  onePerPerson: (tickets: string) => `${tickets}, câte unul pentru fiecare persoană`,
  previousTicket: "Biletul anterior",
  nextTicket: "Biletul următor",
  chooseTicket: "Alege biletul",
  ticketNumber: (number: number) => `Biletul ${number}`,
  ticketLabel: (code: string) => `Bilet ${code}`,
  qrAlt: (code: string) => `Cod QR pentru ${code}`,
  qrUsedAlt: "Cod QR folosit",
  used: "Folosit",
  /** Of an order all of whose nights are cancelled. */
  nightsCancelled: (n: number) => (n === 1 ? nightCancelled : "Nopțile s-au anulat."),
  /** `price`: what the seat cost the reader; null for a ticket that somebody else paid for. */
  noEntry: (why: WhyNoEntry, price: number | null) =>
    (price === null ? noEntryReceived : price > 0 ? noEntry : noEntryFree)[why] ?? noEntry[why],
  type: "Tip",
  holder: "Titular",
  atGate: "Valabil la poartă",
  untilHour: (time: string) => `până la ${time}`,
  ticketPrice: "Preț",
  priceOfNights: "Preț, toate nopțile",
  gateHint:
    "La poartă, dă luminozitatea ecranului la maximum. Salvat ca PDF, biletul merge și fără internet.",
  downloadAll: "Descarcă toate biletele",
  orderFile: (code: string) => `bilete-${code}`,
  pdfBusy: "Biletele tale se pregătesc deja. Așteaptă câteva secunde și încearcă din nou.",
  pdfFailed: "PDF-ul nu a putut fi făcut. Încearcă din nou mai târziu; la poartă e bun și codul de pe ecran.",
  waitingTitle: "Trimis, nu l-a acceptat încă.",
  waiting: (to: string | null) =>
    to ? `Codul e bun până îl acceptă ${to}.` : "Codul e bun până îl acceptă cineva cu linkul.",
  forSeveral: (people: number, holder: string, isSentOnceSplit: boolean) => {
    const identity = `Un cod pentru ${counted(people, "person")}. La poartă, actul de identitate îl arată ${holder || "persoana scrisă pe bilet"}; ${people === 2 ? "cealaltă" : "celelalte"} intră cu același cod.`;
    return isSentOnceSplit
      ? `${identity} Ca să trimiți un bilet din el, fă întâi câte un cod pentru fiecare persoană.`
      : identity;
  },
  split: (people: number, isSentOnceSplit: boolean) => ({
    summary: "Câte un cod pentru fiecare persoană",
    text: `Din biletul acesta faci ${counted(people, "ticket")}, câte unul pentru fiecare persoană, ca fiecare să intre când vine. Codul de acum nu va mai intra la poartă; cele noi vin și pe email${isSentOnceSplit ? ", iar pe fiecare îl poți trimite cui vine cu tine" : ""}.`,
    button: `Fă ${counted(people, "ticket")} din el`,
  }),
  splitDone: (people: number) =>
    `Ai acum ${counted(people, "ticket")}, câte unul pentru fiecare persoană. Le-am trimis și pe email.`,
  splitUnanswered: "Nu am primit niciun răspuns. Deschide din nou pagina și vezi ce coduri ai.",
  splitRefused: {
    not_found: "Nu am găsit biletul printre ale tale.",
    not_valid: "Biletul nu mai e valabil sau banii lui sunt pe drum înapoi, așa că nu se mai împarte.",
    single: "Biletul este deja pentru o singură persoană.",
    used: "Cineva a intrat deja cu biletul acesta, așa că nu se mai împarte.",
    over: "Noaptea a trecut, așa că biletul nu se mai împarte.",
    phone_away:
      "O poartă e acum fără internet și lasă oamenii după codul vechi. Intrați cu el, sau încearcă din nou mai târziu.",
    too_many: "Biletul este pentru prea multe persoane ca să fie împărțit aici. Scrie-ne.",
    older_build_runs: requestTexts.upgrading,
  },
  naming: {
    summary: "Pentru cine e biletul?",
    label: "Numele de pe bilet",
    hint: "Numele persoanei care vine cu el. Codul intră o singură dată.",
    button: "Scrie numele",
  },
  named: "Numele e pe bilet.",
  nameMissing: "Scrie numele persoanei care vine cu biletul.",
  namingRefused: {
    not_allowed: "Nu am găsit biletul printre ale tale.",
    unknown_purchase: "Nu am găsit biletul printre ale tale.",
    bad_name: "Scrie numele doar cu litere, fără linkuri și bare oblice.",
    too_late: "Pe biletul acesta numele nu se mai poate schimba.",
  },
  namingUnanswered: "Nu am primit niciun răspuns. Încearcă din nou.",
  addToCalendar: "Pune în calendar",
});
