import { wallTimeOf } from "#kernel/time.ts";
import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import { type EventPageData, findEventPage, findSaleState } from "#ticketing/events/event-queries.server.ts";
import { isRoomOpen } from "#ticketing/events/opening.ts";
import { isOffSale } from "#ticketing/events/sale-state.ts";
import { limits } from "#ticketing/limits.ts";
import {
  type CodeOnSale,
  countUses,
  findShownCode,
} from "#ticketing/orders/checkout/shown-code-queries.server.ts";
import { tryCode } from "#ticketing/orders/checkout/try-code.server.ts";
import { findOpenOrder, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { chosenOf } from "#web/request/choice-address.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { codeOfRequest } from "#web/request/code-cookie.server.ts";
import { guestAddress } from "#web/request/guest-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { codeView } from "./code-view.server.ts";
import { shownMoment, ticketTypeView } from "./event-views.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { saleEnds, sharedLeft } from "./panel-notes.ts";
import type { ChosenLine, CodeView, HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import type { TicketTypeView } from "./ticket-type.ts";

/** A night's page, and the code that its reader carries with what it does here. */
export type NightWithCode = {
  readonly found: EventPageData;
  readonly code: CodeView | null;
  /** The code is none, or none any more. */
  readonly isCodeOver: boolean;
};

/**
 * A night as this visitor may see it: with a code, the hidden types that it opens are there too. Such a page is one
 * person's own. A cookie is as good as a typed code, so wrong ones are counted here too.
 */
export async function readNight(
  site: SiteServices,
  visitor: KnownVisitor | null,
  { eventId, request, hold }: { eventId: string; request: Request; hold: HoldView | null },
): Promise<NightWithCode | undefined> {
  const carried = codeOfRequest(request);
  // what this visitor holds is there for this visitor
  const withOwn = async (found: EventPageData | undefined) =>
    found && { ...(await withCodedState(site, found)), types: withHold(found.types, hold) };
  const sessionHash = visitor?.sessionHash ?? null;
  const tried =
    carried === null
      ? undefined
      : await tryCode(site, { typed: carried, sender: { sessionHash, address: addressOf(request) } });
  if (carried === null || !tried?.ok) {
    const found = await withOwn(await findEventPage(site.database.anonymous, eventId));
    const refusal = tried?.ok === false ? tried.refusal : null;
    const code: CodeView | null =
      carried === null || refusal === null
        ? null
        : { kind: "refused", code: carried, sentence: checkoutRefusal(refusal).sentence };
    return found && { found, code, isCodeOver: refusal?.reason === "code_invalid" };
  }
  const { code } = tried.value;
  const [read, shown] = await site.database.readWithCode(code, (sql) =>
    Promise.all([findEventPage(sql, eventId), findShownCode(sql, code)]),
  );
  const found = await withOwn(read);
  if (!found) return undefined;
  const used = await usesOf(site, visitor, shown);
  return { found, code: codeView(code, shown, { types: found.types, used, hold }), isCodeOver: false };
}

/** Types behind a code are hidden from who has none; that there are some is no secret where nothing else is sold. */
async function withCodedState(site: SiteServices, found: EventPageData): Promise<EventPageData> {
  const { id, sale } = found.event;
  if (sale.state !== "no_types") return found;
  const state = await site.database.withDuty("sell", (sql) => findSaleState(sql, id));
  return { ...found, event: { ...found.event, sale: { ...sale, state } } };
}

function withHold(types: TicketTypeOnSale[], hold: HoldView | null): TicketTypeOnSale[] {
  if (!hold || hold.secondsLeft === 0) return types;
  return types.map((type) => {
    const own = hold.lines.find(({ ticketTypeId }) => ticketTypeId === type.id)?.quantity ?? 0;
    return own === 0 ? type : { ...type, available: type.available + own };
  });
}

/** What the visitor bought with it; null where that is not known, because nobody knows whose the address is. */
async function usesOf(
  site: SiteServices,
  visitor: KnownVisitor | null,
  shown: CodeOnSale | undefined,
): Promise<number | null> {
  if (!shown?.voucher.perPerson || !visitor) return 0;
  const { id } = shown.voucher;
  return site.database.withDuty("sell", (sql) => countUses(sql, id, visitor.userId));
}

/** A customer's own open order for a night, in the panel of that night. */
export async function holdOf(
  site: SiteServices,
  visitor: KnownVisitor | null,
  eventId: string,
): Promise<HoldView | null> {
  if (!visitor?.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOrder(sql, eventId));
  if (!order || order.state === "payment_pending") return null;
  const lines = chosenOf(order);
  return {
    lines,
    sentTo: guestAddress(visitor, eventId, lines),
    ...agreedOf(order),
    total: order.total,
    secondsLeft: Math.max(0, Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000)),
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}

/** What the lines of an order say about prices and codes. */
function agreedOf({ lines }: OrderView): Pick<HoldView, "parts" | "discount" | "uses"> {
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

type Asked = {
  readonly now: Date;
  readonly holdMinutes: number;
  readonly isAnonymous: boolean;
  /** The visitor has no account, and may buy without one. */
  readonly mayBeGuest: boolean;
  readonly chosen: readonly ChosenLine[];
};

/** What the panel of a night's tickets shows, without a code the same for all who look at that moment. */
export function panelOf(
  { found, code }: NightWithCode,
  { now, holdMinutes, isAnonymous, mayBeGuest, chosen }: Asked,
): TicketPanelView {
  const { event, types, opening } = found;
  const view = (type: TicketTypeOnSale) => ticketTypeView(type, now);
  const waitingUrl = opening && isRoomOpen(opening, now) ? `/events/${event.id}/waiting` : null;
  const loginUrl = isAnonymous ? loginToChoose(event.slug, []) : null;
  // what this visitor holds, or opens with a code, is on sale for this visitor alone
  const offered = types
    .map((type) => withCode(type, code))
    .filter(({ available, off }) => available > 0 && (off === null || off === "price_pending"));
  if (isOffSale(event.sale.state) || !offered.some(({ entries, off }) => entries > 0 && off === null)) {
    const roomFrom = opening?.roomOpensAt ? wallTimeOf(opening.roomOpensAt) : null;
    return closedPanel(found, {
      viewer: isAnonymous ? "anonymous" : "customer",
      types: types.map((type) => ({ ...view(type), left: null })),
      code,
      room: { roomFrom, waitingUrl, loginUrl },
      holdMinutes,
    });
  }
  // who buys without an account here has the smaller limit in the selects; others may still sign in
  const most = mayBeGuest && !isAnonymous ? limits.ticketsPerGuest : limits.quantity;
  const { lastPlaces, shares } = sharedLeft(offered, event.sale);
  const forVisitor = (type: TicketTypeOnSale): TicketTypeView => {
    const shown = { ...view(type), ...(shares(type.id) ? { left: null } : {}) };
    return type.entries > 0 ? { ...shown, most: Math.min(shown.most, most) } : shown;
  };
  return {
    kind: "sale",
    waitingUrl,
    // add-ons after the tickets, and what is bought alone last
    types: offered.map(forVisitor).sort((one, other) => placeOf(one) - placeOf(other)),
    lastPlaces,
    saleEnds: saleEnds(offered, found, now),
    gone: types
      .filter(({ available, off, requiresCode }) => available === 0 && off === null && !requiresCode)
      .map(({ title, mayReturn }) => ({ name: title, mayReturn })),
    isAnonymous,
    mostPeople: limits.peoplePerOrder,
    mostForGuest: mayBeGuest ? limits.ticketsPerGuest : null,
    code,
    wrongCode: null,
    chosen,
    refusal: null,
    captcha: null,
  };
}

type OfClosed = {
  readonly viewer: "anonymous" | "customer";
  readonly types: TicketTypeView[];
  readonly code: CodeView | null;
  readonly room: { roomFrom: string | null; waitingUrl: string | null; loginUrl: string | null };
  readonly holdMinutes: number;
};

/** The panel of a night of which this visitor can buy nothing: each state has a word of its own. */
function closedPanel(
  { event, now: { phase } }: EventPageData,
  { viewer, types, code, room, holdMinutes }: OfClosed,
): TicketPanelView {
  const { state, at } = event.sale;
  const opens = shownMoment(at);
  switch (state) {
    case "cancelled":
      return { kind: "cancelled", isPast: phase === "ended" };
    case "ended":
      return { kind: "past", viewer };
    // no visitor sees a draft
    case "draft":
    case "scheduled":
    case "unavailable":
      return { kind: "unavailable", types };
    case "stopped":
      return { kind: "stopped" };
    case "announced":
      return opens ? { kind: "opening", ...opens, ...room } : { kind: "noTypes" };
    case "not_yet":
      return opens
        ? { kind: "opening", ...opens, roomFrom: null, waitingUrl: null, loginUrl: null }
        : { kind: "noTypes" };
    case "sale_ended":
      return { kind: "saleEnded" };
    case "no_types":
      return { kind: "noTypes" };
    case "code_only":
      return { kind: "codeOnly", code, wrongCode: null };
    case "price_pending":
      return { kind: "pricePending", types };
    case "sold_out":
    case "few_left":
    case "on_sale":
      return { kind: "soldOut", next: opens, holdMinutes };
  }
}

const placeOf = ({ alone, entries }: TicketTypeView) => (alone ? 2 : entries === 0 ? 1 : 0);

/** A type that needs a code is not sold beyond it. */
function withCode(type: TicketTypeOnSale, code: CodeView | null): TicketTypeOnSale {
  if (!type.requiresCode) return type;
  const uses = code?.kind === "usable" ? code.uses : 0;
  return { ...type, available: Math.min(type.available, uses) };
}
