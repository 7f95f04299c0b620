import { translatable } from "#kernel/language.ts";

export const leaveDeviceTexts = translatable({
  question: "Nu ești tu, sau nu e dispozitivul tău?",
  text: "După ce ieși, pagina comenzilor nu ți le mai arată aici. Biletele salvate pe telefon le ștergi din comandă, înainte să ieși. În email rămân.",
  leave: "Ieși de pe acest dispozitiv",
});
