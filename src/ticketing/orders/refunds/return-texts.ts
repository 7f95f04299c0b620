import { spoken } from "#kernel/language.ts";
import { spanInWords } from "#kernel/romanian.ts";
import { durations } from "#ticketing/limits.ts";

/** What a night gives back (`night-return`, `choiceUntil`), said before and after the payment in the same words. */
export const returnTexts = spoken({
  promise: `Dacă noaptea se anulează, primești banii înapoi fără să ceri. Dacă se mută, îți scriem: poți cere banii cel puțin până cu ${spanInWords(durations.choiceBeforeNight)} înainte de noua dată, altfel biletul rămâne bun.`,
  /** The buyer's names of the sums of an order (`orderSums`). */
  sums: { returned: "Restituit", kept: "Total după restituire" },
});
