import { translatable } from "#kernel/language.ts";
import { formatLei, type Money } from "#kernel/money.ts";

/** What the card page says under a line. */
export const cardLineTexts = translatable({
  discounted: (code: string, amount: Money) => `Reducere cu codul ${code}: −${formatLei(amount)} LEI`,
});
