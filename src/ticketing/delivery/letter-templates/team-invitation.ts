import type { LetterTemplate } from "../fill-template.ts";
import { plea } from "./account-letters.ts";
import type { LetterFrame } from "./letter-shell.ts";

/** A role that waits for the reader; the link opens a page, whose button takes it. */
export function teamInvitation(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Ai o invitație în echipa clubului",
    preview: "Deschide pagina și acceptă rolul.",
    heading: "Vino în echipă",
    say: `{{role_change}} Deschide pagina de mai jos, conectează-te la {{club_name}} cu contul tău de pe această adresă sau fă-ți unul, apoi apasă acolo butonul. Linkul ține până {{valid_until}} și merge o singură dată.`,
    buttonText: "Vezi invitația",
    otherwise: "Nu știi despre ce e vorba? Ignoră emailul; fără butonul acela nu se întâmplă nimic.",
    why: "Primești acest email pentru că un administrator al clubului a scris adresa ta.",
  });
}
