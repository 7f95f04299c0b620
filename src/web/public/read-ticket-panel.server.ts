import { groupBy } from "#kernel/group-by.ts";
import { dayOf, inSeconds, wallTimeOf } from "#kernel/time.ts";
import { isBuyable, type TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { isRoomOpen, isThroughRoom } from "#ticketing/events/opening.ts";
import { limits } from "#ticketing/limits.ts";
import { guestLimitOf, mostForGuestOf } from "#ticketing/orders/checkout/guest-share.ts";
import type { ChosenLine, CodeView } from "#web/request/hold-view.ts";
import type { NightWithCode } from "#web/request/night-with-code.server.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { dayInWords } from "#web/request/sale-texts.ts";
import type { TicketTypeView } from "./event-views.ts";
import { shownMoment, ticketTypeView } from "./event-views.ts";
import { loginToChoose } from "./login-to-choose.ts";
import type { TicketPanelView } from "./ticket-panel-view.ts";

type PanelFacts = {
  readonly now: Date;
  readonly holdMinutes: number;
  readonly isAnonymous: boolean;
  /** The visitor has no account and may buy without one. */
  readonly mayBeGuest: boolean;
  readonly chosen: readonly ChosenLine[];
};

/** Returns the ticket panel of a night. For everybody without a code or a hold it is the same at one moment. */
export function panelOf(
  { found, code }: NightWithCode,
  { now, holdMinutes, isAnonymous, mayBeGuest, chosen }: PanelFacts,
): TicketPanelView {
  const { event, types, opening } = found;
  const view = (type: TicketTypeOnSale) => ticketTypeView(type, now);
  const waitingUrl = opening && isRoomOpen(opening, now) ? `/events/${event.id}/waiting` : null;
  // tickets that this visitor holds, or opens with a code, are on sale for this visitor alone
  const offered = types
    .map((type) => withCode(type, code))
    .filter(({ available, off }) => available > 0 && (off === null || off === "price_pending"))
    // types that the code opened come first
    .sort((one, other) => Number(other.requiresCode) - Number(one.requiresCode));
  // without types that need a code, so that it tells nobody of them
  const gone = types.filter(
    ({ available, off, requiresCode }) => available === 0 && off === null && !requiresCode,
  );
  const { state, off, at } = event.sale;
  if (off !== null || !offered.some((type) => type.entries > 0 && isBuyable(type))) {
    const room = state === "announced" ? opening : null;
    return {
      kind: "closed",
      state,
      opens: shownMoment(at),
      roomFrom: room?.roomOpensAt ? wallTimeOf(new Date(room.roomOpensAt)) : null,
      waitingUrl: room && waitingUrl,
      loginUrl: isAnonymous ? loginToChoose(event.slug, []) : null,
      isAnonymous,
      mayBeGuest,
      types: types.map((type) => ({ ...view(type), left: null })),
      returnsAfter: gone.some(({ mayReturn }) => mayReturn) ? holdMinutes : null,
      // without types that need a code too, so that it tells nobody of them
      takesCode: off === null && state !== "no_types",
      code,
      wrongCode: null,
    };
  }
  const guestLimit = guestLimitOf(found.capacity);
  const isGuestWay = mayBeGuest && guestLimit.people > 0 && !(opening && isThroughRoom(opening));
  const mostForGuest = isGuestWay ? guestLimit : null;
  // a guest has the smaller limit; an anonymous visitor may still sign in
  const maxPerType = (entries: number) =>
    mostForGuest && !isAnonymous ? mostForGuestOf(mostForGuest, entries) : limits.quantity;
  const { lastPlaces, shares } = sharedLeft(offered, event.sale);
  const forVisitor = (type: TicketTypeOnSale): TicketTypeView => {
    const typeView = { ...view(type), ...(shares(type.id) ? { left: null } : {}) };
    return { ...typeView, most: Math.min(typeView.most, maxPerType(type.entries)) };
  };
  return {
    kind: "sale",
    waitingUrl,
    // tickets first, then add-ons, then types that are bought alone
    types: offered.map(forVisitor).sort((one, other) => placeOf(one) - placeOf(other)),
    nights: [event, ...offered.flatMap((type) => type.nights)].map(({ id, date, time }) => ({
      id,
      date,
      time,
    })),
    lastPlaces,
    saleEnds: saleEnds(offered, found, now),
    gone: gone.map(({ title, mayReturn }) => ({ name: title, mayReturn })),
    isAnonymous,
    mostPeople: limits.peoplePerOrder,
    mostForGuest,
    code,
    wrongCode: null,
    chosen,
    refusal: null,
    captcha: null,
  };
}

const placeOf = ({ isSoldAlone, entries }: TicketTypeView) => (isSoldAlone ? 2 : entries === 0 ? 1 : 0);

/** A type that needs a code has at most as many tickets as the code has uses. */
function withCode(type: TicketTypeOnSale, code: CodeView | null): TicketTypeOnSale {
  if (!type.requiresCode) return type;
  const uses = code?.kind === "usable" ? code.uses : 0;
  return { ...type, available: Math.min(type.available, uses) };
}

/**
 * The last places that several types share, in the night or a pool; said once above the types. `shares(id)` is true
 * for a type that could use all of them, so it shows no number of its own.
 */
export function sharedLeft(
  types: readonly TicketTypeOnSale[],
  { left: leftInNight }: { readonly left: number },
) {
  const sharing = types.filter(({ entries, requiresCode }) => entries > 0 && !requiresCode);
  const pooled = sharing.filter(({ pool }) => pool && pool.left < leftInNight);
  const pools = [...groupBy(pooled, ({ pool }) => pool?.id).values()];
  // `of`: the types that share these last places; `by`: those of them that could use all of them
  const bounds = [
    { of: sharing, left: leftInNight },
    ...pools.map((of) => ({ of, left: of[0]?.pool?.left ?? 0 })),
  ]
    .filter(({ left }) => left > 0 && left <= limits.lastTickets)
    .map(({ of, left }) => ({
      of,
      left,
      by: of.filter((one) => one.available >= Math.floor(left / one.entries)),
    }))
    .filter(({ by }) => by.length > 1);
  const lastPlaces = bounds.map(({ of, left }) =>
    priceTexts.lastPlaces(left, of === sharing ? [] : of.map(({ title }) => title)),
  );
  return { lastPlaces, shares: (id: string) => bounds.some(({ by }) => by.some((one) => one.id === id)) };
}

/**
 * Sentences about the end of the online sale. The end of the night's sale is always said; a type's own end only
 * within a day before it, and not when it equals the hour until which the type admits.
 */
export function saleEnds(types: readonly TicketTypeOnSale[], found: EventPageData, now: Date): string[] {
  const ends = groupBy(types, ({ saleEndsAt, enterUntil }) => {
    const at = new Date(saleEndsAt);
    const isNear = at.getTime() - now.getTime() < inSeconds.day * 1000;
    const isOwn = isNear && at < new Date(found.event.endsAt) && wallTimeOf(at) !== enterUntil;
    if (saleEndsAt !== found.now.saleUntil && !isOwn) return null;
    return priceTexts.hourOfDay(wallTimeOf(at), isNear ? null : dayInWords(dayOf(at)));
  });
  return [...ends].flatMap(([end, endingTypes]) =>
    end === null ? [] : priceTexts.saleEnds(end, ends.size > 1 ? endingTypes.map(({ title }) => title) : []),
  );
}
