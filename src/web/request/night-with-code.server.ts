import type { Sql } from "#platform/database/sql.ts";
import { type EventPageData, findEventPage, findSaleState } from "#ticketing/events/event-queries.server.ts";
import {
  countUses,
  findShownCode,
  type VoucherOnSale,
} from "#ticketing/orders/checkout/shown-code-queries.server.ts";
import { tryCode } from "#ticketing/orders/checkout/try-code.server.ts";
import { findHold, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { checkoutRefusal } from "./checkout-refusals.ts";
import { chosenOf } from "./choice-address.ts";
import { addressOf } from "./client-address.server.ts";
import { codeView } from "./code-view.server.ts";
import { codeOfRequest } from "./cookies.server.ts";
import { guestAddress } from "./guest-address.ts";
import type { CodeView, HoldView } from "./hold-view.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

/** A night's page, and what the reader's code does on it. */
export type NightWithCode = {
  readonly found: EventPageData;
  readonly code: CodeView | null;
  /** The reader's code does not exist or is over. */
  readonly isCodeOver: boolean;
};

type NightToRead = {
  eventId: string;
  request: Request;
  hold: HoldView | null;
  /** A code that is not in the cookie yet. */
  typedCode?: string | null;
};

/**
 * Reads a night as this visitor may see it. A valid code also shows the hidden types that it opens; such a page is
 * never cached. Wrong codes of the cookie are counted like typed ones.
 */
export async function readNight(
  site: SiteServices,
  visitor: KnownVisitor | null,
  { eventId, request, hold, typedCode = null }: NightToRead,
): Promise<NightWithCode | undefined> {
  const cookieCode = typedCode ?? codeOfRequest(request, site.origin);
  const ownTakes = hold && hold.secondsLeft > 0 ? hold.takes : {};
  const readPage = (sql: Sql) => findEventPage(sql, eventId, ownTakes);
  const sessionHash = visitor?.sessionHash ?? null;
  const codeResult =
    cookieCode === null
      ? undefined
      : await tryCode(site, { typed: cookieCode, sender: { sessionHash, address: addressOf(request) } });
  if (cookieCode === null || !codeResult?.ok) {
    const found = await withCodedState(site, await readPage(site.database.anonymous));
    const refusal = codeResult?.ok === false ? codeResult.refusal : null;
    const code: CodeView | null =
      cookieCode === null || refusal === null
        ? null
        : { kind: "refused", code: cookieCode, sentence: checkoutRefusal(refusal).sentence };
    return found && { found, code, isCodeOver: refusal?.reason === "code_invalid" };
  }
  const { code } = codeResult.value;
  const [page, voucherOnSale] = await site.database.readWithCode(code, (sql) =>
    Promise.all([readPage(sql), findShownCode(sql, code)]),
  );
  const found = await withCodedState(site, page);
  if (!found) return undefined;
  const used = await usesOf(site, visitor, voucherOnSale);
  return {
    found,
    code: codeView(code, voucherOnSale, { types: found.types, used, hold }),
    isCodeOver: false,
  };
}

/** Finds the sale state of a night without visible types: only then may a visitor learn that hidden ones exist. */
async function withCodedState(site: SiteServices, found: EventPageData | undefined) {
  if (!found) return undefined;
  const { id, sale } = found.event;
  if (sale.state !== "no_types") return found;
  const state = await site.database.withDuty("sell", (sql) => findSaleState(sql, id));
  return { ...found, event: { ...found.event, sale: { ...sale, state } } };
}

/** How many tickets the visitor bought with the code; null without a confirmed address (the payment checks guests). */
async function usesOf(
  site: SiteServices,
  visitor: KnownVisitor | null,
  voucherOnSale: VoucherOnSale | undefined,
): Promise<number | null> {
  if (!voucherOnSale?.voucher.perPerson || !visitor) return 0;
  const { id } = voucherOnSale.voucher;
  const used = await site.database.withDuty("sell", (sql) => countUses(sql, id, visitor.userId));
  return visitor.kind === "guest" ? (used ?? 0) : used;
}

/**
 * Returns the visitor's own open order for a night, or the one whose hold has just ended; null when there is none or its
 * payment has begun.
 */
export async function holdOf(
  site: SiteServices,
  visitor: KnownVisitor | null,
  eventId: string,
): Promise<HoldView | null> {
  if (!visitor?.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findHold(sql, eventId));
  if (!order || order.state === "payment_pending") return null;
  const lines = chosenOf(order);
  return {
    lines,
    takes: order.takes,
    sentTo: guestAddress(visitor, eventId, lines),
    ...agreedPrices(order),
    total: order.total,
    secondsLeft: Math.max(0, Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000)),
    isReleased: order.state === "expired",
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}

/** Adds up what an order's lines say about prices and codes. */
function agreedPrices({ lines }: OrderView): Pick<HoldView, "parts" | "discount" | "uses"> {
  return {
    parts: lines.map(({ title, phase, quantity, unitPrice: price }) => ({ title, phase, quantity, price })),
    discount: lines.reduce((n, line) => n + line.discount, 0),
    uses: Object.fromEntries(
      [...Map.groupBy(lines, (line) => line.voucherId)].flatMap(([id, of]) =>
        id === null ? [] : [[id, of.reduce((n, { quantity }) => n + quantity, 0)]],
      ),
    ),
  };
}
