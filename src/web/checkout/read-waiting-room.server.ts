import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { admissionPace } from "#ticketing/orders/waiting/room-pace.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";

export type WaitingRoomView = Awaited<ReturnType<typeof readWaitingRoom>>;

/**
 * Returns the waiting room of a night, the same for everybody. Redirects to the night when it has no waiting room.
 */
export async function readWaitingRoom(
  site: SiteServices,
  id: string | undefined,
  viewer: "anonymous" | "customer",
) {
  if (!isUuid(id)) throw data(null, { status: 404 });
  const room = await site.rooms.room(id);
  if (!room || room.isOver || room.roomOpensAt > site.now()) throw redirect(`/events/${id}`);
  const found = await findEventPage(site.database.anonymous, id);
  if (!found) throw data(null, { status: 404 });
  const { event } = found;
  const lowestPrice: number | null = event.lowestPrice;
  return {
    event: {
      id,
      title: event.title,
      date: event.date,
      picture: shownPicture(event.picture),
      widePicture: widerPicture(event.picture),
    },
    viewer,
    time: wallTimeOf(room.opensAt),
    /** Seconds until the announced opening. */
    seconds: Math.max(0, room.secondsToOpening),
    waiting: room.waiting,
    available: room.available,
    /** How many people are let in per second. */
    pace: admissionPace(site.settings.providerRate),
    lowestPrice,
    holdMinutes: site.settings.holdMinutes,
    mayGuestsBuy: await mayGuestsBuy(site.database.anonymous),
  };
}
