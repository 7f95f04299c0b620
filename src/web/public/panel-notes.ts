import { groupBy } from "#kernel/group-by.ts";
import { dayOf, inSeconds, wallTimeOf } from "#kernel/time.ts";
import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { dayInWords } from "#web/request/sale-texts.ts";

/**
 * The last places that several types share, of the night and of its pools: said once, over the types. `shares`: whether a
 * type has none of its own to tell, being as many as those.
 */
export function sharedLeft(types: readonly TicketTypeOnSale[], { left: ofNight }: { readonly left: number }) {
  const sharing = types.filter(({ entries, requiresCode }) => entries > 0 && !requiresCode);
  const pooled = sharing.filter(({ pool }) => pool && pool.left < ofNight);
  const pools = [...groupBy(pooled, ({ pool }) => pool?.id).values()];
  const bounds = [
    { of: sharing, left: ofNight },
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
 * When online sale ends, where somebody ended it before the night: the night's hour always, a type's own within a day. The
 * hour until which a type admits stands beside it.
 */
export function saleEnds(types: readonly TicketTypeOnSale[], found: EventPageData, now: Date): string[] {
  const ends = groupBy(types, ({ saleEndsAt, enterUntil }) => {
    const at = new Date(saleEndsAt);
    const isNear = at.getTime() - now.getTime() < inSeconds.day * 1000;
    const isOwn = isNear && at < new Date(found.event.endsAt) && wallTimeOf(at) !== enterUntil;
    if (saleEndsAt !== found.now.saleUntil && !isOwn) return null;
    return priceTexts.hourOfDay(wallTimeOf(at), isNear ? null : dayInWords(dayOf(at)));
  });
  return [...ends].flatMap(([end, of]) =>
    end === null ? [] : priceTexts.saleEnds(end, ends.size > 1 ? of.map(({ title }) => title) : []),
  );
}
