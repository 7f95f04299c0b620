/** The field of our forms that carries what a captcha gave, whichever it is. */
export const captchaField = "captcha_token";

/** What is said about it. */
export const captchaTexts = {
  label: "Verificare anti-robot",
  failed: "Arată mai întâi, mai jos, că nu ești un robot.",
  secondHold:
    "Ai deja locuri rezervate și neplătite în ultimele 24 de ore. Ca să ții și altele, arată mai jos că nu ești un robot sau plătește întâi rezervarea deschisă.",
  away: "Verificarea anti-robot nu răspunde. Te rugăm să încerci din nou peste câteva clipe.",
  noScript: "Verificarea anti-robot are nevoie de JavaScript.",
} as const;
