/** The field of our forms with the captcha's answer, whichever provider is used. */
export const captchaField = "captcha_token";

/** Texts of the captcha. */
export const captchaTexts = {
  label: "Verificare anti-robot",
  failed: "Arată mai întâi, mai jos, că nu ești un robot.",
  away: "Verificarea anti-robot nu răspunde. Te rugăm să încerci din nou peste câteva clipe.",
  noScript: "Verificarea anti-robot are nevoie de JavaScript.",
} as const;
