import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";

const tickets = { one: "bilet", few: "bilete", other: "bilete" };
const minutes = { one: "minut", few: "minute", other: "minute" };

/** Texts of buying without an account, and of the way to it. */
export const guestTexts = {
  title: "Continuă fără cont",
  or: "sau",
  guestWay: "Continuă fără cont",
  guestWayNote: "Doar email și nume. Biletele apar imediat.",
  registerWay: "Creează un cont",
  registerWayNote: "Biletele rămân în profil, pe orice telefon.",
  loginWay: "Am deja cont",
  loginWayNote: "Conectează-te; biletele intră direct în profil.",
  loginWhy: "Biletele trebuie să ajungă la tine: într-un cont sau pe un email.",
  holdNote: (heldMinutes: number) =>
    `Ținem locurile ${counted(heldMinutes, minutes)} din clipa în care apeși pe plată.`,
  heldNote: "Locurile sunt rezervate pentru tine. Mai jos poți corecta adresa sau numele, cât nu ai plătit.",
  email: "Email",
  emailHint: "Pe adresa asta trimitem biletele și, dacă noaptea se mută, veștile.",
  name: "Nume",
  phone: "Telefon (opțional)",
  phoneHint: "Doar dacă emailul nu ajunge.",
  boughtBefore: (order: number) =>
    `Ai deja o comandă plătită pentru noaptea asta: ${orderName(order, "comanda")}. Apasă numai dacă mai vrei bilete.`,
  pay: (price: string) => `Continuă la plată: ${price} LEI`,
  paying: "Se deschide plata…",
  agree: "Continuând, accepți",
  terms: "termenii",
  rules: `Fără cont se pot lua cel mult ${counted(limits.ticketsPerGuest, tickets)} la o noapte. Nu te abonăm la nimic.`,
  code: "Codul din email",
  codeHint: "Șase cifre. Lasă gol ca să primești altul.",
  codeSent: (email: string) =>
    `Biletele acestea cer o adresă confirmată. Am trimis un cod la ${email}: scrie-l mai jos.`,
  codeWrong: "Codul nu e bun sau a expirat. După cinci greșeli trebuie cerut altul.",
  codeTooOften: "Ți-am trimis deja un cod. Așteaptă un minut și uită-te și în Spam.",
  lettersOff: "Biletele acestea cer o adresă confirmată, iar emailurile nu pleacă acum. Încearcă mai târziu.",
  failed: "Nu am primit niciun răspuns. Ce ai scris a rămas aici: încearcă din nou.",
} as const;
