import { translatable } from "#kernel/language.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { inSeries } from "./price-texts.ts";

const named = (numbers: readonly number[], isPass: boolean) =>
  numbers.length === 1
    ? `${isPass ? "Abonamentul" : "Biletul"} ${numbers[0]}`
    : `${isPass ? "Abonamentele" : "Biletele"} ${inSeries(numbers.map(String))}`;

export const moneyBackTexts = translatable({
  owed: returnTexts.owed,
  owedStatus: "De restituit",
  returning: (amount: string) =>
    `${amount} LEI sunt pe drum înapoi pe card. Banca are nevoie de câteva zile.`,
  refunded: (numbers: readonly number[], isPass: boolean) =>
    numbers.length === 1
      ? `${named(numbers, isPass)} a fost rambursat și nu mai intră la poartă.`
      : `${named(numbers, isPass)} au fost rambursate și nu mai intră la poartă.`,
  cancelled: (numbers: readonly number[], isPass: boolean) =>
    numbers.length === 1
      ? `${named(numbers, isPass)} a fost anulat și nu mai intră la poartă.`
      : `${named(numbers, isPass)} au fost anulate și nu mai intră la poartă.`,
});
