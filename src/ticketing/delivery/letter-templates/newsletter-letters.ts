import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  type LetterFrame,
  leaveInWords,
  letterHtml,
  letterText,
  linkInWords,
  paragraph,
  smallParagraph,
  textRow,
} from "./letter-shell.ts";

/** Asks the owner of an address to confirm the newsletter; the page behind the link acts on a button. */
export function newsletterConfirm(frame: LetterFrame): LetterTemplate {
  const say =
    "Cineva, probabil chiar tu, a cerut noutățile noastre pe această adresă. Deschide pagina de mai jos și apasă acolo butonul, ca să știm că le vrei.";
  const question = "Vrei noutățile noastre?";
  const otherwise = "Nu ai cerut nimic? Ignoră emailul; fără clic nu îți mai scriem.";
  return {
    subject: question,
    html: letterHtml(frame, {
      preview: "Un clic și ești pe listă.",
      heading: question,
      rows: [
        textRow(
          paragraph(say),
          button("{{action_url}}", "Da, trimiteți-mi"),
          linkInWords(),
          smallParagraph(otherwise),
        ),
      ],
      why: "Primești acest email pentru că adresa ta a fost scrisă în formularul de noutăți.",
    }),
    text: letterText(frame, [`${say}\n{{action_url}}`, otherwise]),
  };
}

/** Confirms the subscription, and says how to end it. */
export function newsletterWelcome(frame: LetterFrame): LetterTemplate {
  const say = "Ești pe listă. Îți scriem când anunțăm nopți noi, rar și la obiect.";
  const leave = "Te-ai răzgândit? Te dezabonezi cu un clic:";
  return {
    subject: "Ești pe lista de noutăți",
    html: letterHtml(frame, {
      preview: "Îți scriem când anunțăm nopți noi.",
      heading: "Ești pe listă",
      rows: [textRow(paragraph(say), button(`${frame.origin}/events`, "Vezi nopțile"), leaveInWords(leave))],
      why: "Primești acest email pentru că ți-ai confirmat abonarea la noutăți.",
    }),
    text: letterText(frame, [
      say,
      `Nopțile care urmează: ${frame.origin}/events`,
      `${leave}\n{{action_url}}`,
    ]),
  };
}
