import { translatable } from "#kernel/language.ts";
export const captchaTexts = translatable({
  label: "Verificare anti-robot",
  failed: "Arată mai întâi, mai jos, că nu ești un robot.",
  away: "Verificarea anti-robot nu răspunde. Te rugăm să încerci din nou peste câteva clipe.",
  noScript: "Verificarea anti-robot are nevoie de JavaScript.",
});
