import type { Uuid } from "#kernel/id.ts";
import type { WallTime } from "#kernel/time.ts";
import type { SaleMeans } from "#ticketing/events/door-sale.ts";
import { isEntryOver } from "#ticketing/events/enter-until.ts";
import { nightRefusal } from "#ticketing/gate/admission.ts";
import type { FreeReason } from "#ticketing/gate/door-words.ts";
import type { GateListHead, StockOfPhone } from "#ticketing/gate/gate-list.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { writeAsChief } from "./chief-code.ts";
import type { NumberedRow, ShownRow } from "./own-rows.ts";
import { serverNow } from "./phone-clock.ts";
import { forgetGuestNames, noteOpening, noteShift } from "./phone-facts.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { isUndoable } from "./scan-result.ts";

/** `endedAt`: the hour at which the type's entry ended; null while people come in with it. */
export type StockLeft = StockOfPhone & { readonly left: number; readonly endedAt: WallTime | null };

/**
 * Returns what the phone may still sell: the stock of its list minus its later sales; none of a type whose last hour
 * of entry has passed. Only this phone sells this stock, so it is right without network too. `now`: milliseconds since
 * 1970.
 */
export function stockLeft(
  head: GateListHead | undefined,
  rows: readonly NumberedRow[],
  now: number,
): StockLeft[] {
  if (!head?.stock) return [];
  const { countedThrough, night, types } = head;
  return head.stock.map((stock) => {
    let sold = stock.sold;
    for (const { seq, shown } of rows) {
      if (seq <= countedThrough) continue;
      if (shown.kind === "sale" && shown.sale?.type === stock.typeId) sold += shown.sale.quantity;
      const undone = shown.kind === "undo" ? undoneSale(rows, shown) : undefined;
      if (undone?.type === stock.typeId) sold -= undone.quantity;
    }
    const hour = types.find(({ id }) => id === stock.typeId)?.enterUntil ?? null;
    const endedAt = isEntryOver(night, hour, now / 1000) ? hour : null;
    return { ...stock, left: endedAt === null ? Math.max(0, stock.quantity - sold) : 0, endedAt };
  });
}

const undoneSale = (rows: readonly NumberedRow[], { undoes }: ShownRow) =>
  rows.find(({ seq, shown }) => seq === undoes && shown.kind === "sale")?.shown.sale;

export const doorPriceOf = (stock: StockOfPhone, quantity: number, means: SaleMeans) =>
  means === "protocol" ? 0 : stock.price * quantity;

/** The people let in with a sale, and whether the door looks at their identity cards; null for an add-on. */
export const peopleOfSale = (
  { asksAge }: Pick<PhoneParts, "asksAge">,
  { entries }: Pick<StockOfPhone, "entries">,
  quantity: number,
) => (entries === 0 ? null : { entries: entries * quantity, asksAge: asksAge() });

type Sale = {
  readonly typeId: string;
  readonly quantity: number;
  readonly means: SaleMeans;
  readonly receipt: string | null;
  /** The price on the screen, in bani. */
  readonly shownPrice: number;
  /** For a free entry: the reason, and the chief's proof. */
  readonly free?: { readonly reason: FreeReason; readonly proof: ChiefProof };
};

/**
 * Sells from the phone's stock and writes a row. "changed": the stock or the price is no longer the screen's, or a
 * free sale has no chief's proof.
 */
export function sellAtDoor(
  parts: PhoneParts,
  { typeId, quantity, means, receipt, shownPrice, free }: Sale,
): Promise<"sold" | NonNullable<ReturnType<typeof nightRefusal>> | "changed" | "chief_used" | "not_written"> {
  return parts.inTurn(async () => {
    const refusal = nightRefusal(parts.list().head, new Date(serverNow(parts)));
    if (refusal) return refusal;
    const stock = stockLeft(parts.list().head, parts.rows, serverNow(parts)).find(
      (one) => one.typeId === typeId,
    );
    if (!stock || quantity > stock.left || shownPrice !== doorPriceOf(stock, quantity, means))
      return "changed";
    if ((means === "protocol") !== (free !== undefined)) return "changed";
    const sale = { type: typeId as Uuid, quantity, bani: shownPrice, means, receipt };
    const saleRow = { kind: "sale", entries: stock.entries * quantity, sale } as const;
    const kept = { typeName: stock.name, isAddOn: stock.entries === 0 };
    const writing = free
      ? writeAsChief(parts, { ...saleRow, reason: free.reason }, free.proof, kept)
      : parts.write(saleRow, kept);
    return writing.then(
      (seq) => (seq === null ? "chief_used" : "sold"),
      () => "not_written",
    );
  });
}

export type Till = {
  /** In bani: cash since the last hand-over, minus later undone sales. */
  readonly cash: number;
  readonly terminal: number;
  /** Tickets by means of payment, without undone ones. */
  readonly tickets: Readonly<Record<SaleMeans, number>>;
  /** People who came in and were not undone. */
  readonly admitted: number;
  readonly refused: number;
  readonly undone: number;
  readonly byChief: number;
};

/** Adds up what this phone did since its till was last handed over. */
export function tillOf(rows: readonly NumberedRow[]): Till {
  const bani = { cash: 0, terminal: 0, protocol: 0 };
  const tickets = { cash: 0, terminal: 0, protocol: 0 };
  const firstIndex = rows.findLastIndex(({ shown }) => shown.kind === "shift") + 1;
  const shift = rows.slice(firstIndex).map(({ shown }) => shown);
  for (const shown of shift) {
    const sale =
      shown.kind === "sale" ? shown.sale : shown.kind === "undo" ? undoneSale(rows, shown) : undefined;
    if (!sale) continue;
    const sign = shown.kind === "undo" ? -1 : 1;
    bani[sale.means] += sign * sale.bani;
    tickets[sale.means] += sign * sale.quantity;
  }
  const ofKind = (kind: ShownRow["kind"]) => shift.filter((shown) => shown.kind === kind);
  const standing = rows
    .slice(firstIndex)
    .flatMap(({ seq, shown }) => (!shown.isAddOn && isUndoable(rows, seq) ? [shown] : []));
  const peopleOf = (which: (shown: ShownRow) => boolean) =>
    standing.filter(which).reduce((n, { entries }) => n + entries, 0);
  return {
    cash: bani.cash,
    terminal: bani.terminal,
    tickets,
    admitted: peopleOf(({ kind }) => kind === "admit" || kind === "guest" || kind === "sale"),
    refused: ofKind("refuse").length,
    undone: ofKind("undo").length,
    byChief: peopleOf(({ mode }) => mode === "override"),
  };
}

/**
 * Hands the till over, with the counted cash and the cash at the start, in bani, and deletes the guests' names.
 * Refused while the server lacks a row of this phone.
 */
export function handOverTill(
  parts: PhoneParts,
  { cash, opening }: { readonly cash: number; readonly opening: number },
): Promise<"handed_over" | "unsent" | "not_written"> {
  return parts.inTurn(async () => {
    if (parts.state().unsent > 0) return "unsent";
    try {
      await parts.write({ kind: "shift", shift: { cash, opening } });
    } catch {
      return "not_written";
    }
    await forgetGuestNames(parts.store);
    await noteShift(parts.store, false).catch(() => undefined);
    await noteOpening(parts.store, 0).catch(() => undefined);
    return "handed_over";
  });
}

/** Banknotes that people pay with, in bani. */
const banknotes = [5_000, 10_000, 20_000, 50_000];

/** Returns sums that somebody may pay with: the exact price and the next round sums of banknotes; at most three. */
export function cashOffers(price: number): number[] {
  const sums = banknotes.map((note) => Math.ceil(price / note) * note);
  return [...new Set([price, ...sums])].sort((a, b) => a - b).slice(0, 3);
}
