import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

const hours = counted(durations.contactCorrection / inSeconds.hour, "hour");

/** What a move changed, as emails and screens call it. A move changes the date or the hour. */
export const newTimeTexts = translatable({
  newTime: (isSameDay: boolean) => (isSameDay ? "ora nouă" : "data nouă"),
  /** Of a guest's link that gives nothing back yet (`mayCorrectAddress`). */
  notByLinkYet: `În primele ${hours} după cumpărare, cât adresa de email se mai poate corecta, banii se cer doar din browserul în care ai cumpărat.`,
});
