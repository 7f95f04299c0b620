import { translatable } from "#kernel/language.ts";
import { limits } from "#ticketing/limits.ts";
import { saleTexts } from "#web/request/sale-texts.ts";

/** Texts before a sale opens and while people are let in. */
export const waitingRoomTexts = translatable({
  pageTitle: (event: string) => `${event}, sala de așteptare`,
  opensAt: saleTexts.opensAt,
  minutes: "minute",
  seconds: "secunde",
  timeLeft: (minutes: string, seconds: string) => `Timp rămas până la deschidere: ${minutes} și ${seconds}`,
  waiting: (people: string, places: string) =>
    `Acum așteaptă ${people} pentru ${places}. Pagina se deschide singură.`,
  inRoom:
    "Ești în sală, cu un singur loc pentru contul tău. Poți stinge ecranul; când îl aprinzi, pagina știe ce oră e.",
  outside: "Încă nu ești în sală: intră acum, ca să fii la tragerea la sorți.",
  outsideLate: "Încă nu ești la rând: intră acum, la coadă.",
  join: saleTexts.joinRoom,
  joinLate: "Intră la rând",
  login: "Conectează-te ca să intri",
  loginNote: "Biletele se cumpără cu un cont; la deschidere nu mai pierzi timp cu parola.",
  guestNote:
    "În sală se intră cu un cont. Fără cont se cumpără de pe pagina nopții, după ce au intrat toți cei din sală.",
  howTitle: "Cum se împart locurile",
  until: (time: string) => `Până la ${time}`,
  untilText: "Nu contează când ai venit. Cine e aici la deschidere are aceeași șansă.",
  at: (time: string) => `La ${time}`,
  atText: "Tragem la sorți ordinea. Îți arătăm locul tău și cât mai ai.",
  afterwards: "Apoi",
  afterwardsText: (pace: string, time: string) =>
    `Intri la rând, cam ${pace} pe secundă. Cine vine după ${time} stă în spate.`,
  windows: "Mai multe ferestre sau reîncărcarea paginii nu te ajută și nici nu te încurcă.",
  price: (price: string) => `Preț: de la ${price} LEI. ${saleTexts.orderLimits(limits.peoplePerOrder)}`,
  seeNight: "Vezi noaptea",

  drawn: "S-a tras la sorți.",
  drawing: "Tragem la sorți",
  drawingText: "În câteva secunde îți arătăm locul tău la rând.",
  number: "Locul tău",
  ahead: "În fața ta",
  time: "Timp estimat",
  lessThanMinute: "sub un minut",
  lessThanMinutes: (minutes: string) => `sub ${minutes}`,
  some: "Mai sunt bilete, dar nu îți putem promite că ajung până la tine: locurile nu sunt încă rezervate.",
  none: "Biletele s-au epuizat. Locurile rezervate și neplătite se pot întoarce în vânzare; poți rămâne la rând.",
  turn: "Ți-a venit rândul!",
  turnText: "Te ducem la bilete.",
  turnCame: "Ți-a venit rândul! Alege biletele.",
  choose: "Alege biletele",
  turnTitle: "Când îți vine rândul",
  chooseStep: "Alegi",
  chooseText: "Pagina te duce singură la bilete. Nu sta mult pe gânduri: se poate epuiza ce vrei.",
  reserve: "Rezervi",
  reserveText: (minutes: string) => `Din clipa în care apeși „Plătește”, locurile sunt ale tale ${minutes}.`,
  soldOutNote: "Dacă se epuizează înainte, îți spunem imediat, aici.",
  refresh: "Actualizează",
});
