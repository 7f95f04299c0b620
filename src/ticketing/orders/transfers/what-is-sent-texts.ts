import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import type { SentWhole } from "./transfer.ts";

const noun = (whole: SentWhole) => (whole === "pass" ? "abonament" : "bilet");

/** What is sent to a friend, for every letter and screen about it: the ticket of a night, or a pass of n nights. */
export const whatIsSent = translatable({
  one: (whole: SentWhole) => `un ${noun(whole)}`,
  the: (whole: SentWhole) => `${noun(whole)}ul`,
  The: (whole: SentWhole) => (whole === "pass" ? "Abonamentul" : "Biletul"),
  toYou: (from: string, whole: SentWhole) => `${from || "Un prieten"} ți-a trimis un ${noun(whole)}`,
  accept: (whole: SentWhole) => `Accept ${noun(whole)}ul`,
  newCodes: (whole: SentWhole) =>
    whole
      ? "codurile de până acum nu mai intră și primești câte unul nou pentru fiecare noapte, numai al tău."
      : "codul de până acum nu mai intră și primești unul nou, numai al tău.",
  firstNight: (nights: number) => `${counted(nights, "night")}, prima:`,
});
