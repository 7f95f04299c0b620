import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { saleTexts } from "./sale-texts.ts";

/**
 * Texts about price phases, changed prices, codes, shared places and the end of the sale, in a night's ticket panel.
 */
export const priceTexts = translatable({
  enterUntil: saleTexts.enterUntil,

  /** "Iei 2 la 80 și 2 la 100?" */
  severalPrices: (parts: readonly { quantity: number; price: string }[]) =>
    `Iei ${inSeries(parts.map(({ quantity, price }) => `${quantity} la ${price}`))}?`,
  takeAll: (total: string) => `Da, ${total} LEI`,
  takeFirst: (quantity: number, price: string) => `Doar ${quantity} la ${price} LEI`,
  severalPricesNote: (phase: string, left: number) =>
    left === 1 ? `La ${phase} a mai rămas unul.` : `La ${phase} au mai rămas ${left}.`,
  changed: (price: string) => `Prețul s-a schimbat: acum ${price} LEI. Continui?`,
  codeOver: (price: string) => `Codul nu mai este valabil. Fără el: ${price} LEI. Continui?`,
  changedNotes: {
    phase: "Cât ai ales, prețul a trecut la treapta următoare. Nu ți-am luat niciun ban.",
    code_used: "Cât ai ales, reducerea codului nu mai ajunge pentru toate. Nu ți-am luat niciun ban.",
    code_over: "Cât ai ales, codul s-a încheiat. Nu ți-am luat niciun ban.",
  },
  payNew: (total: string) => `Da, plătește ${total} LEI`,
  payNewNote: "Poți scădea din bilete mai sus; suma se schimbă pe loc.",
  newPrice: (was: string) => `preț nou, era ${was} LEI`,
  seePrice: "Vezi prețul",
  insteadOf: "în loc de",

  haveCode: "Ai un cod?",
  yourCode: "Codul tău",
  oneCode: "La o comandă merge un singur cod.",
  openedByCode: "deschis de codul tău",
  apply: "Aplică",
  writeCode: "Scrie codul, apoi apasă „Aplică”.",
  removeCode: "Scoate",
  removeCodeOf: (code: string) => `Scoate codul ${code}`,
  codeOn: (code: string, tickets: string) => `${code}, la ${tickets}`,
  percentOf: (percent: number, price: string) => `${percent} % din ${price} LEI`,
  offEach: (amount: string) => `${amount} LEI pe bilet`,
  off: (amount: string) => `−${amount} LEI`,
  codeNote: "Codul se aplică la cele mai scumpe bilete pe care le acoperă.",
  codeForOthers: "Codul nu e pentru biletele alese.",
  codeIncluded: (code: string) => `cu ${code}, taxe incluse`,
  percent: (percent: number) => `${percent} % reducere`,
  fixed: (amount: string) => `${amount} LEI reducere la fiecare bilet`,
  unlock: "deschide bilete rezervate celor care au codul",
  codeOfOthers: "Codul nu e pentru biletele acestei nopți.",
  codeUsedByPerson: "Ai folosit deja codul pentru câte bilete se poate.",
  getFree: "Ia biletele",
  codeOnlyTitle: "Bilete cu cod",
  codeOnlyText: "Biletele pentru noaptea aceasta se vând numai cu un cod.",
  /** A good code, but none of its tickets can be bought now. `opens`: else it makes them cheaper. */
  codeIdle: (opens: boolean, now: string) =>
    `Biletele ${opens ? "pe care le deschide" : "pentru care e"} codul tău ${now}.`,
  notNow: "nu se pot cumpăra acum",
  allTaken: "sunt epuizate acum",
  notOnline: "nu se mai vând online",
  soldFrom: (day: string, time: string) => `se vând din ${day}, ${time}`,
  writeCodeShort: "Scrie codul",
  notSoldOnline: "Biletele pentru noaptea aceasta nu se vând online.",
  pricePendingNotice:
    "Prețul se confirmă la procesatorul de plăți. Când e gata, biletele se cumpără chiar de aici.",
  /** `of`: the types that share a pool; empty when the places are the whole night's. */
  lastPlaces: (n: number, of: readonly string[]) => {
    if (of.length > 0) return `Ultimele locuri pentru ${of.join(", ")}: ${n}`;
    return n === 1 ? "Ultimul loc" : `Ultimele ${counted(n, "place")}`;
  },
  /** `of`: the types whose sale ends; empty when all of them end. */
  saleEnds: (end: string, of: readonly string[]) =>
    `Vânzarea online se încheie ${end}${of.length > 0 ? ` pentru ${of.join(", ")}` : ""}`,
  hourOfDay: (hour: string, day: string | null) => `${day ? `${day}, ` : ""}la ${hour}`,
  besideOthers: (type: string) =>
    `Locurile sunt împărțite: lângă celelalte bilete alese nu mai încap atâtea din „${type}”.`,
  freeNote: "Nu ai nimic de plătit: biletele le iei fără card și vin și pe email.",
});

export function inSeries(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} și ${parts.at(-1)}`;
}
