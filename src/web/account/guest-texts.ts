import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import type { EarlierOrder } from "#ticketing/orders/order-queries.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { paidBefore } from "#web/request/sale-texts.ts";

export const guestTexts = translatable({
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
    `Ținem locurile ${counted(heldMinutes, "minute")} din clipa în care apeși pe plată.`,
  heldNote: "Locurile sunt rezervate pentru tine. Mai jos poți corecta adresa sau numele, cât nu ai plătit.",
  heldBeside: (tickets: string, price: string) =>
    `Rezervarea de acum: ${tickets}, ${price} LEI. Când plătești alegerea de mai sus, rezervarea aceasta este înlocuită.`,
  email: "Email",
  emailHint: "Pe adresa asta trimitem biletele și, dacă noaptea se mută sau se anulează, veștile.",
  name: "Nume",
  phone: "Telefon (opțional)",
  phoneHint: "Doar dacă emailul nu ajunge.",
  boughtBefore: (order: EarlierOrder) => `${paidBefore.text(order)} Apasă numai dacă mai vrei bilete.`,
  pay: (price: string) => `Continuă la plată: ${price} LEI`,
  paying: "Se deschide plata…",
  agree: "Continuând, accepți",
  terms: "termenii",
  rules: `Fără cont se pot lua cel mult ${counted(limits.ticketsPerGuest, "ticket")} la o noapte. Nu te abonăm la nimic.`,
  code: "Codul din email",
  codeHint: "Șase cifre. Lasă gol ca să primești altul.",
  codeSent: (email: string) =>
    `Biletele acestea cer o adresă confirmată. Am trimis un cod la ${email}: scrie-l mai jos.`,
  codeWrong: "Codul nu e bun sau a expirat. După cinci greșeli cere altul. Nu merge nici așa? Fă-ți un cont.",
  codeTooOften: "Ți-am trimis deja un cod. Așteaptă un minut și uită-te și în Spam.",
  lettersOff: "Biletele acestea cer o adresă confirmată, iar emailurile nu pleacă acum. Încearcă mai târziu.",
  failed: "Nu am primit niciun răspuns. Ce ai scris a rămas aici: încearcă din nou.",
});

export const lostTicketsTexts = translatable({
  title: "Găsește-ți biletele",
  art: "Nimic nu se pierde pe plajă.",
  text: "Ai cumpărat fără cont și nu mai găsești biletele? Scrie adresa de la comandă: le trimitem acolo încă o dată, cu linkul comenzii.",
  here: "Cumpărate în acest browser",
  send: "Trimite-mi biletele",
  sending: "Se trimit…",
  // the same for every address, so that nobody learns who has bought
  sent: "Dacă pe această adresă sunt bilete fără cont încă valabile, le-am trimis. Cele rambursate nu se mai trimit.",
  notCome: `Nu a venit nimic? Caută și în „Spam” și verifică adresa. Emailul se poate cere o dată pe minut, de cel mult ${counted(limits.lettersPerAddressAndHour, "time")} pe oră.`,
  intoAccount:
    "Ai între timp un cont cu aceeași adresă? Deschide linkul din email și alege acolo „Păstrează-le într-un cont”.",
  unanswered: requestTexts.ourFault,
  // links to this page
  wayQuestion: "Ai cumpărat fără cont?",
  way: "Găsește-ți biletele",
  wayFromProfile:
    "Ce ai cumpărat fără cont nu intră singur aici. Îți trimitem biletele încă o dată pe email, iar de acolo le treci în cont.",
});
