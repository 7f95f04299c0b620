import { isUuid } from "#kernel/id.ts";
import { namedFile } from "#kernel/named-file.ts";
import { calendarType, nightCalendar } from "#ticketing/delivery/night-calendar.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { readClubAddress } from "#web/request/site-content.server.ts";
import type { Route } from "./+types/night-calendar-route.ts";

/** A night as a calendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const found = isUuid(params.id) ? await findEventPage(site.database.anonymous, params.id) : undefined;
  if (!found) return new Response(null, { status: 404 });
  const { event } = found;
  const night = {
    eventId: event.id,
    eventSlug: event.slug,
    eventTitle: event.title,
    eventDate: event.date,
    eventTime: event.time,
    eventEnds: found.ends,
    eventDoors: found.doors,
    minimumAge: found.minimumAge,
    location: event.location,
    address: found.address,
    isCancelled: event.isCancelled,
    moved: event.moved,
  };
  return new Response(
    nightCalendar([night], {
      origin: site.origin,
      now: site.now(),
      clubAddress: await readClubAddress(context),
    }),
    { headers: { "content-type": calendarType(), "content-disposition": namedFile(`${event.date}.ics`) } },
  );
}
