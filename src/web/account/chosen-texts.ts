import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";

/** Texts of the way through the login that keeps a choice. */
export const chosenTexts = {
  title: "Alegerea ta",
  change: "Schimbă",
  loginTitle: "Încă un pas și plătești",
  loginWhy: {
    night: "Biletele trebuie să ajungă la tine, într-un cont.",
    many: `Fără cont se pot lua cel mult ${counted(limits.ticketsPerGuest, { one: "bilet", few: "bilete", other: "bilete" })} la o noapte. Pentru atâtea bilete îți trebuie un cont.`,
    offer: "Biletele de aici se țin într-un cont, cu câte un cod pentru fiecare noapte.",
    pass: "Un abonament se ține într-un cont, cu câte un cod pentru fiecare noapte. Fără cont se cumpără doar biletele unei nopți, de pe pagina ei.",
  },
  loginAndPay: "Conectează-te și continuă",
  loginNote: "Locurile se opresc pentru tine în clipa în care ajungi la plată.",
  registerTitle: "Creează contul și plătește",
  registerEmailHint: "Aici vin biletele. Îți cerem să confirmi adresa.",
  registerNote: "Alegerea te așteaptă și după ce confirmi adresa.",
  offered: (from: string, title: string) => `${from || "Un prieten"} ți-a trimis un bilet la ${title}`,
  offeredNote: "Îl accepți după ce intri în cont, cu butonul de pe pagina lui.",
  offeredLogin: "Încă un pas și accepți",
  offeredRegister: "Creează contul și acceptă",
  atTime: "ora",
  confirmAndPay: (price: string) => `Confirmă și plătește ${price} LEI`,
  confirmNote: "Prețurile sunt cele de acum. Locurile se opresc pentru tine când ajungi la plată.",
  verifyNote: "Păstrată în acest browser. Locurile încă nu sunt rezervate.",
};

/** Texts of the page after the form of /register. */
export const verifyTexts = {
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
};
