import { formatLei, type Money } from "#kernel/money.ts";

/** What the provider's page says under a line. */
export const cardLineTexts = {
  discounted: (code: string, amount: Money) => `Reducere cu codul ${code}: −${formatLei(amount)} LEI`,
} as const;
