import type { LetterTemplate } from "../fill-template.ts";
import { type LetterFrame, letterHtml, letterText, paragraph, textRow } from "./letter-shell.ts";

/** The email for an administrator who tests the mail settings. */
export function testLetter(frame: LetterFrame): LetterTemplate {
  const say =
    "Dacă citești asta, setările de email sunt bune: am găsit serverul, legătura e criptată, parola e acceptată și scrisoarea a plecat.";
  return {
    subject: "Email de test",
    html: letterHtml(frame, {
      preview: "Setările de email sunt bune.",
      heading: "Merge",
      rows: [textRow(paragraph(say))],
      why: "Primești acest email pentru că ai cerut o probă din Setari Email.",
    }),
    text: letterText(frame, [say]),
  };
}
