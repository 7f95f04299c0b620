import { formatLei } from "#kernel/money.ts";
import type { SentChoice } from "#ticketing/orders/checkout/order-form.ts";
import { movedSince, type ShownMoment } from "#ticketing/orders/checkout/shown-nights.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { priceChoice, severalPrices } from "#web/request/priced-choice.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import type { PanelRefusal, SalePanel } from "./ticket-panel-view.ts";

type PricedCode = Parameters<typeof priceChoice>[1];

/**
 * Returns the total that a person with a code but without JavaScript saw, in bani. Their button sends no total, so it
 * is computed from the sent prices less the code's discount.
 */
export function shownWithCode({ lines, prices, total }: SentChoice, present: SalePanel): number | null {
  if (present.code?.kind !== "usable" || prices.length < lines.length) return total;
  const pricedLines = lines.flatMap(({ ticketTypeId, quantity }, at) => {
    const type = present.types.find(({ id }) => id === ticketTypeId);
    return type ? [{ type: { ...type, price: prices[at] ?? type.price, phases: [] }, quantity }] : [];
  });
  return priceChoice(pricedLines, present.code).total;
}

const typesOf = (lines: SentChoice["lines"], types: SalePanel["types"]) =>
  lines.flatMap(({ ticketTypeId, quantity }) => {
    const type = types.find(({ id }) => id === ticketTypeId);
    return type ? [{ type, quantity }] : [];
  });

/** Whether the panel's code takes nothing off this choice: its place says why, or it opens other types. */
export function isCodeIdle(lines: SentChoice["lines"], { code, types }: SalePanel): boolean {
  if (code?.kind !== "usable" || code.voucher.kind === "unlock") return true;
  return priceChoice(typesOf(lines, types), code).isCodeForOthers;
}

/** The present total of a choice, with the panel's code or without; null when not all of it is there or it has not risen. */
function risenTotal(
  { lines, total: was }: SentChoice,
  { types }: SalePanel,
  code: PricedCode,
): number | null {
  const chosen = typesOf(lines, types);
  const { total } = priceChoice(chosen, code);
  return was === null || total <= was || chosen.length < lines.length ? null : total;
}

/** The question before somebody without an account leaves the night's page; null when nothing shown has changed. */
export function askIfStale(sent: SentChoice, nights: string | null, present: SalePanel): PanelRefusal | null {
  const night = movedSince(present.nights.slice(0, 1), nights);
  return night ? askAboutNight(night, sent, present) : askIfRisen(sent, present);
}

/** Asks about a night that begins at another time than the page showed, and at once about a price that rose. */
export function askAboutNight(night: ShownMoment, sent: SentChoice, present: SalePanel): PanelRefusal {
  const change = askIfRisen(sent, present)?.change ?? null;
  return { sentence: refusalTexts.nightMoved(night), change, asksSeveral: false };
}

function askIfRisen(sent: SentChoice, present: SalePanel): PanelRefusal | null {
  const seen = { ...sent, total: shownWithCode(sent, present) };
  const total = risenTotal(seen, present, present.code?.kind === "usable" ? present.code : null);
  return total === null ? null : askAboutPrice(seen, total, present);
}

/** Returns the question whether to go on without the code, which is over now. Null when the price does not rise. */
export function askWithoutCode(sent: SentChoice, present: SalePanel): PanelRefusal | null {
  const total = risenTotal(sent, present, null);
  const { total: was } = sent;
  if (was === null || total === null) return null;
  return {
    sentence: priceTexts.codeOver(formatLei(total)),
    change: { was, total, lines: [], cause: "code_over" },
    asksSeveral: false,
  };
}

/**
 * Returns the question about a total that is higher than the sent one. When no price changed, it asks whether to take
 * tickets at several prices; otherwise it asks about the new price.
 */
export function askAboutPrice(
  { lines, prices, total: sentTotal }: SentChoice,
  total: number,
  present: SalePanel,
): PanelRefusal {
  const chosen = lines.flatMap(({ ticketTypeId, quantity }, at) => {
    const type = present.types.find(({ id }) => id === ticketTypeId);
    return type ? [{ type, quantity, was: prices[at] ?? type.price }] : [];
  });
  const { parts, discount } = priceChoice(chosen, present.code?.kind === "usable" ? present.code : null);
  const changed = chosen.filter(({ type, was }) => type.price !== was);
  const several = severalPrices(parts);
  const shownTotal = chosen.reduce((n, { quantity, was }) => n + quantity * was, 0);
  const was = sentTotal ?? shownTotal;
  if (changed.length === 0 && several && was === shownTotal && !discount) {
    const words = several.map(({ quantity, listPrice }) => ({ quantity, price: formatLei(listPrice) }));
    return { sentence: priceTexts.severalPrices(words), change: null, asksSeveral: true };
  }
  const [firstChanged, secondChanged] = changed;
  return {
    sentence: priceTexts.changed(formatLei(firstChanged && !secondChanged ? firstChanged.type.price : total)),
    change: {
      was,
      total,
      // The form sends one price for each line. When their sum is not the total that was shown (a line has several
      // prices, or a code), the earlier amount of a line is unknown.
      lines:
        was === shownTotal
          ? changed.map(({ type, quantity, was }) => ({
              label: `${quantity} × ${type.name}`,
              was: was * quantity,
              now: parts
                .filter(({ ticketTypeId }) => ticketTypeId === type.id)
                .reduce((n, part) => n + part.quantity * part.listPrice, 0),
            }))
          : [],
      cause: changed.length === 0 && several === null ? "code_used" : "phase",
    },
    asksSeveral: false,
  };
}
