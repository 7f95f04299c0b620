import { translatable } from "#kernel/language.ts";

export const leaveDeviceTexts = translatable({
  question: "Nu ești tu, sau nu e dispozitivul tău?",
  text: "După ce ieși, comenzile nu se mai văd aici. Biletele rămân în email.",
  leave: "Ieși de pe acest dispozitiv",
});
