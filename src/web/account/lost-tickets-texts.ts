import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import { requestTexts } from "#web/request/request-texts.ts";

const times = { one: "dată", few: "ori", other: "ori" };

/** Texts of who bought without an account and does not find the tickets. */
export const lostTicketsTexts = {
  title: "Găsește-ți biletele",
  art: "Nimic nu se pierde pe plajă.",
  text: "Ai cumpărat fără cont și nu mai găsești biletele? Scrie adresa de la comandă: le trimitem acolo încă o dată, cu linkul comenzii.",
  here: "Cumpărate în acest browser",
  send: "Trimite-mi biletele",
  sending: "Se trimit…",
  // the same for every address, so that nobody learns who has bought
  sent: "Dacă există comenzi fără cont pe această adresă, am trimis biletele.",
  notCome: `Nu a venit nimic? Caută și în „Spam” și verifică adresa. Emailul se poate cere o dată pe minut, de cel mult ${counted(limits.guestTicketsAgain.perAddressAndHour, times)} pe oră.`,
  intoAccount:
    "Ai între timp un cont cu aceeași adresă? Deschide linkul din email și alege acolo „Păstrează-le într-un cont”.",
  unanswered: requestTexts.ourFault,
  // the ways here
  wayQuestion: "Ai cumpărat fără cont?",
  way: "Găsește-ți biletele",
  wayFromProfile:
    "Ce ai cumpărat fără cont nu intră singur aici. Îți trimitem biletele încă o dată pe email, iar de acolo le treci în cont.",
} as const;
