import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/** The time in which unpaid holds are counted. */
export const recently = `ultimele ${counted(durations.hoarding / inSeconds.hour, { one: "oră", few: "ore", other: "ore" })}`;

/** Texts of the captcha. */
export const captchaTexts = {
  label: "Verificare anti-robot",
  failed: "Arată mai întâi, mai jos, că nu ești un robot.",
  secondHold: `Ai deja locuri rezervate și neplătite în ${recently}. Ca să ții și altele, arată mai jos că nu ești un robot sau plătește întâi rezervarea deschisă.`,
  away: "Verificarea anti-robot nu răspunde. Te rugăm să încerci din nou peste câteva clipe.",
  noScript: "Verificarea anti-robot are nevoie de JavaScript.",
} as const;
