import { spoken } from "#kernel/language.ts";

/** What a move changed, as emails and screens call it. A move changes the date or the hour. */
export const newTimeTexts = spoken({
  newTime: (isSameDay: boolean) => (isSameDay ? "ora nouă" : "data nouă"),
});
