import { translatable } from "#kernel/language.ts";

export const leaveDeviceTexts = translatable({
  question: "Nu ești tu, sau nu e dispozitivul tău?",
  text: "După ce ieși, pagina comenzilor nu ți le mai arată aici, iar biletele salvate pe telefon se șterg. În email rămân.",
  leave: "Ieși de pe acest dispozitiv",
});
