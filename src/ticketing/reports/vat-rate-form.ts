import { done, refused } from "#kernel/outcome.ts";
import { date, requiredField } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";

/** A percentage as people write it, "21" or "9,5", in hundredths of a percent. */
const percent = requiredField("lei", (text) => {
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(text)) return refused("not_an_amount");
  const rate = Math.round(Number(text.replace(",", ".")) * 100);
  return rate > 10_000 ? refused("too_big") : done(rate);
});

/** A VAT rate and the first day on which it applies. */
export const vatRateForm = form({ valid_from: date(), rate: percent });
export type VatRateForm = AcceptedBy<typeof vatRateForm.fields>;
