import { translatable } from "#kernel/language.ts";
import { spanInWords } from "#kernel/romanian.ts";
import { durations } from "#ticketing/limits.ts";

/** What a move changed, as emails and screens call it. A move changes the date or the hour. */
export const newTimeTexts = translatable({
  newTime: (isSameDay: boolean) => (isSameDay ? "ora nouă" : "data nouă"),
  /** Of a guest's link that gives nothing back yet (`mayCorrectAddress`). */
  notByLinkYet: `Cât adresa de email se mai poate corecta, ${spanInWords(durations.contactCorrection)} după cumpărare, banii se cer doar din browserul în care ai cumpărat.`,
});
