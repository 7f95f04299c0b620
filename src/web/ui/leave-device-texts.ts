import { translatable } from "#kernel/language.ts";

export const leaveDeviceTexts = translatable({
  question: "Nu ești tu, sau nu e dispozitivul tău?",
  text: "După ce ieși, comenzile tale nu se mai văd aici, iar biletele salvate pe telefon se șterg. În email rămân.",
  leave: "Ieși de pe acest dispozitiv",
  left: "Ai ieșit. Biletele îți rămân în email.",
});
