import { formatLei } from "#kernel/money.ts";
import { dayOf, formatDayAndMonth, wallTimeOf } from "#kernel/time.ts";
import { isBuyable, type TicketTypeOnSale } from "#ticketing/events/event.ts";
import { appliesTo, usesLeft, type Voucher } from "#ticketing/events/voucher.ts";
import { limits } from "#ticketing/limits.ts";
import type { VoucherOnSale } from "#ticketing/orders/checkout/shown-code-queries.server.ts";
import type { CodeView, HoldView } from "./hold-view.ts";
import { priceTexts } from "./price-texts.ts";
import { refusalTexts } from "./refusal-texts.ts";

type CodeFacts = {
  readonly types: readonly TicketTypeOnSale[];
  /** How many tickets this person has bought with the code; null when the email address is not confirmed. */
  readonly used: number | null;
  /** The person's own open order. Its uses of the code are free for the next order. */
  readonly hold: HoldView | null;
};

/** Returns what a code does on a night's page, or why nothing. The hold decides later, by the same rules. */
export function codeView(
  code: string,
  voucherOnSale: VoucherOnSale | undefined,
  { types, used, hold }: CodeFacts,
): CodeView {
  const refuse = (sentence: string): CodeView => ({ kind: "refused", code, sentence });
  const { codeInvalid, codeExhausted } = refusalTexts;
  if (!voucherOnSale?.voucher.isInForce) return refuse(codeInvalid.unknown);
  const { voucher } = voucherOnSale;
  const fitting = types.filter((type) => isFor(voucher, type));
  if (fitting.length === 0) return refuse(priceTexts.codeOfOthers);
  if (used === null) return refuse(codeInvalid.unproven_address);
  const heldUses = (hold?.secondsLeft ? hold.uses[voucher.id] : 0) ?? 0;
  const left = voucherOnSale.left + heldUses;
  const uses = usesLeft(voucher, left, used - heldUses);
  if (uses === 0) return refuse(left > 0 ? priceTexts.codeUsedByPerson : codeExhausted(0));
  // an add-on is bought only beside a ticket
  const isIdle = !fitting.some(isBuyable) || !types.some((type) => type.entries > 0 && isBuyable(type));
  if (isIdle) return refuse(priceTexts.codeIdle(voucher.kind === "unlock", whyIdle(fitting)));
  return {
    kind: "usable",
    code,
    effect: effectOf(voucher),
    limit: uses <= limits.lastTickets ? codeExhausted(uses) : null,
    // only the types on this page: the code's other types may be hidden
    voucher: { ...voucher, ticketTypeIds: fitting.map(({ id }) => id), eventIds: null, perPerson: null },
    uses: Math.min(uses, limits.linesPerOrder * limits.quantity),
  };
}

function isFor(voucher: Voucher, type: TicketTypeOnSale): boolean {
  const { id, eventIds, price, requiresCode, family } = type;
  if (family !== "ordinary") return false;
  const isConcerned = appliesTo(voucher, { ticketTypeId: id, eventIds, quantity: 1, listPrice: price });
  return isConcerned && (voucher.kind !== "unlock" || requiresCode);
}

/** Why none of these types can be bought; the next opening first, which is worth waiting for. */
function whyIdle(types: readonly TicketTypeOnSale[]): string {
  const [next] = types
    .flatMap(({ off, saleStartsAt }) => (off === "not_yet" && saleStartsAt ? [new Date(saleStartsAt)] : []))
    .sort((one, other) => one.getTime() - other.getTime());
  if (next) return priceTexts.soldFrom(formatDayAndMonth(dayOf(next)), wallTimeOf(next));
  if (types.some(({ off, available }) => off === null && available === 0)) return priceTexts.allTaken;
  const isOver = types.every(({ off }) => off === "sale_ended" || off === "entry_over");
  return isOver ? priceTexts.notOnline : priceTexts.notNow;
}

function effectOf(voucher: Voucher): string {
  switch (voucher.kind) {
    case "percent":
      return priceTexts.percent(voucher.percent);
    case "fixed":
      return priceTexts.fixed(formatLei(voucher.amount));
    case "unlock":
      return priceTexts.unlock;
  }
}
