import { counted } from "#kernel/romanian.ts";
import { lengths } from "#ticketing/limits.ts";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import { characters } from "./request-texts.ts";

/** What is wrong with a new password. */
export const passwordProblems = {
  password_required: reentryTexts.required,
  password_too_short: "Parola trebuie sa aiba cel putin 8 caractere",
  password_too_long: `Parola este prea lungă: cel mult ${counted(lengths.password.most, characters)}`,
  password_common:
    "Parola trebuie sa aiba cel putin 8 caractere si sa contina cifre si caractere speciale. Alege o parolă mai greu de ghicit.",
} as const;
