import type { LetterTemplate } from "../fill-template.ts";
import { plea } from "./account-letters.ts";
import type { LetterFrame } from "./letter-shell.ts";

/** Goes to every administrator and to the person: a role gives access, so its change is never silent. */
export function roleChanged(frame: LetterFrame): LetterTemplate {
  const { subject, html, text } = plea(frame, {
    subject: "S-a schimbat rolul unui cont",
    preview: "Dacă nu știi de schimbare, verific-o acum.",
    heading: "Alt rol",
    say: `{{role_change}} Este vorba de un cont de la {{club_name}}. Dacă știai de schimbare, nu mai e nimic de făcut. Dacă nu, uită-te acum ce s-a întâmplat.`,
    buttonText: "Vezi ce s-a întâmplat",
    otherwise: "Sesiunile acelui cont s-au încheiat; la următoarea conectare are rolul nou.",
    why: "Primești acest email pentru că ești administrator sau pentru că este vorba de contul tău.",
  });
  // This link is no secret of an account, which would be deleted after sending. It is made when the email is sent.
  const withLink = (words: string) => words.replaceAll("{{action_url}}", "{{role_link}}");
  return { subject, html: withLink(html), text: withLink(text) };
}
