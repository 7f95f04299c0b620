import { factorTexts } from "./factor-texts.ts";

/** Texts of the other ways to sign in, when the password changes. */
export const waysInTexts = {
  keepTitle: "Ce intră și fără parolă",
  keepText:
    "Bifează ce recunoști și vrei să păstrezi. Ce rămâne nebifat se șterge, ca nimeni altcineva să nu mai poată intra.",
  removeTitle: "Ce mai intră în cont",
  removeText: "Acestea nu depind de parolă. Bifează ce vrei să ștergi odată cu parola veche.",
  keepPasskey: (name: string) => `Păstrează cheia de acces „${name}”`,
  removePasskey: (name: string) => `Șterge cheia de acces „${name}”`,
  keepIdentity: (provider: string) => `Păstrează conectarea prin ${provider}`,
  removeIdentity: (provider: string) => `Șterge conectarea prin ${provider}`,
  added: "adăugată pe",
  stopFactor: "Oprește al doilea factor",
  factorStays: "Al doilea factor rămâne pornit. Ca să îl oprești de aici, ai nevoie de un cod al lui.",
  factorCode: factorTexts.loginLabel,
  factorCodeHint: "Doar dacă îl oprești.",
  factorCodeWrong: "Codul nu se potrivește. Fără un cod bun, al doilea factor rămâne pornit.",
} as const;
