import { dayOf, wallTimeOf } from "#kernel/time.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { isRoomOpen } from "#ticketing/events/opening.ts";
import { limits } from "#ticketing/limits.ts";
import { findOpenOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { ticketTypeView } from "./event-views.ts";
import { loginToChoose } from "./login-to-choose.ts";
import type { ChosenLine, HoldView, TicketPanelView } from "./ticket-panel-view.ts";

/** A customer's own open order for a night, in the panel of that night. */
export async function holdOf(
  site: SiteServices,
  visitor: Visitor,
  eventId: string,
): Promise<HoldView | null> {
  if (visitor.kind === "anonymous" || !visitor.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOrder(sql, eventId));
  if (!order || order.state === "payment_pending") return null;
  return {
    lines: order.lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity })),
    total: order.total,
    secondsLeft: Math.max(0, Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000)),
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}

type Asked = {
  readonly now: Date;
  readonly holdMinutes: number;
  readonly isAnonymous: boolean;
  readonly chosen: readonly ChosenLine[];
};

/** What the panel of a night's tickets shows, the same for all who look at that moment. */
export function panelOf(
  { event, types, opening, isStopped }: EventPageData,
  { now, holdMinutes, isAnonymous, chosen }: Asked,
): TicketPanelView {
  if (event.date < dayOf(now)) return { kind: "past", viewer: isAnonymous ? "anonymous" : "customer" };
  if (types.length === 0) return { kind: "noTypes" };
  const offered = types.filter((type) => type.available > 0 && type.isInSalesWindow).map(ticketTypeView);
  if (!event.isAvailable) return { kind: "unavailable", types: types.map(ticketTypeView) };
  if (isStopped) return { kind: "stopped" };
  const waitingUrl = opening && isRoomOpen(opening, now) ? `/events/${event.id}/waiting` : null;
  if (opening?.door === "closed") {
    const roomFrom = opening.roomOpensAt && wallTimeOf(opening.roomOpensAt);
    return {
      kind: "opening",
      day: dayOf(opening.opensAt),
      time: wallTimeOf(opening.opensAt),
      roomFrom,
      waitingUrl,
      loginUrl: isAnonymous ? loginToChoose(event.id, []) : null,
    };
  }
  if (offered.length === 0) return { kind: "soldOut", places: null, holdMinutes };
  return {
    kind: "sale",
    waitingUrl,
    // what is bought alone comes last
    types: [...offered].sort((one, other) => Number(one.alone) - Number(other.alone)),
    isAnonymous,
    mostPeople: limits.peoplePerOrder,
    chosen,
    refusal: null,
    captcha: null,
  };
}
