import { translatable } from "#kernel/language.ts";
import { spanInWords } from "#kernel/romanian.ts";
import { durations } from "#ticketing/limits.ts";

/** What a cancelled or moved night gives back (`night-return`, `choiceUntil`), before and after payment. */
export const returnTexts = translatable({
  promise: `Dacă noaptea se anulează, primești banii înapoi fără să ceri. Dacă se mută, îți scriem: poți cere banii cel puțin până cu ${spanInWords(durations.choiceBeforeNight)} înainte de noua dată, altfel biletul rămâne bun.`,
  /** Of tickets that cost their holder nothing. */
  free: "Dacă noaptea se anulează sau se mută, îți scriem.",
  /** Of tickets that stay good after a move: copies saved before the move show the old time. */
  sameCodes:
    "Codul de pe bilet rămâne același: intri și cu biletul salvat, chiar dacă pe el scrie data sau ora veche.",
  /** Of tickets that are passed on. */
  toPayer: "Dacă se întorc bani, îi primește cine a plătit.",
  /** Of ended tickets whose refund failed later. */
  owed: (amount: string) =>
    `Rambursarea de ${amount} LEI nu a reușit: banii s-au întors la noi. Ți-i datorăm și ți-i trimitem din nou, pe card sau pe altă cale.`,
  /** The buyer's names for the sums of an order (`orderSums`). */
  sums: { returned: "Restituit", taken: "Întors de bancă", kept: "Total după restituire" },
});
