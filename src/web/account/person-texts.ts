import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { lengths } from "#ticketing/limits.ts";
import type { PersonProblem } from "#ticketing/people/person-form.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { passwordProblems } from "#web/sign-in/password-again-texts.ts";

/** The sentence for each problem of a field. Sentences that the specification quotes are byte for byte. */
export const personProblems: Record<PersonProblem, string> = translatable({
  full_name_required: "Numele complet este obligatoriu",
  full_name_too_short: "Numele trebuie sa aiba cel putin 3 caractere",
  full_name_too_long: `Numele este prea lung: cel mult ${counted(lengths.personName, "character")}`,
  full_name_refused: "Scrie numele doar cu litere, fără linkuri și bare oblice",
  phone_required: "Numarul de telefon este obligatoriu",
  phone_invalid: requestTexts.phoneInvalid,
  email_required: "Email-ul este obligatoriu",
  email_invalid: requestTexts.emailInvalid,
  ...passwordProblems,
  confirmation_required: "Te rugam sa confirmi parola",
  passwords_differ: "Parolele nu corespund",
});

/** Returns the sentences for a form's problems, by field. */
export function personSentences<Field extends string>(
  problems: Partial<Record<Field, PersonProblem>>,
): Partial<Record<Field, string>> {
  const sentences: Partial<Record<Field, string>> = {};
  for (const [field, problem] of Object.entries(problems) as [Field, PersonProblem][])
    sentences[field] = personProblems[problem];
  return sentences;
}
