import type { LetterTemplate } from "../fill-template.ts";
import { askToOpen, button, leaveNews, say, sayQuietly } from "./letter-blocks.ts";
import { type LetterFrame, letter } from "./letter-shell.ts";

/** Asks the owner of an address to confirm the newsletter. A button on the page behind the link confirms it. */
export function newsletterConfirm(frame: LetterFrame): LetterTemplate {
  const question = "Vrei noutățile noastre?";
  return letter(frame, {
    subject: question,
    preview: "Un clic și ești pe listă.",
    heading: question,
    blocks: [
      askToOpen(
        "Cineva, probabil chiar tu, a cerut noutățile noastre pe această adresă. Deschide pagina de mai jos și apasă acolo butonul, ca să știm că le vrei.",
        "Da, trimiteți-mi",
      ),
      sayQuietly("Nu ai cerut nimic? Ignoră emailul; fără clic nu îți mai scriem."),
    ],
    why: "Primești acest email pentru că adresa ta a fost scrisă în formularul de noutăți.",
  });
}

/** Says that the subscription is confirmed, and how to end it. */
export function newsletterWelcome(frame: LetterFrame): LetterTemplate {
  const nights = `${frame.origin}/events`;
  return letter(frame, {
    subject: "Ești pe lista de noutăți",
    preview: "Îți scriem când anunțăm nopți noi.",
    heading: "Ești pe listă",
    blocks: [
      say("Ești pe listă. Îți scriem când anunțăm nopți noi, rar și la obiect."),
      { html: button(nights, "Vezi nopțile"), text: `Nopțile care urmează: ${nights}` },
      leaveNews("Te-ai răzgândit? Te dezabonezi cu un clic:"),
    ],
    why: "Primești acest email pentru că ți-ai confirmat abonarea la noutăți.",
  });
}
