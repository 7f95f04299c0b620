import { formatInstant, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { findEvent, listArtistNames, usualEnd } from "#ticketing/events/office-event-queries.server.ts";
import { findOpening } from "#ticketing/events/opening-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { historySteps } from "../history/history-view.ts";
import { placedPicture } from "../pictures/placed-picture.server.ts";
import { night } from "./night-form-fields.ts";
import { typesOfNight } from "./night-types-reading.ts";
import { publishingView } from "./publishing-view.ts";

/** The data of a night's form. Undefined when there is no such night. */
export async function readEventFormView(site: SiteServices, administrator: Administrator, id: string | null) {
  return site.database.readAs(administrator, async (sql) => {
    const artists = await listArtistNames(sql);
    if (id === null)
      return {
        ...{
          saved: null,
          values: { ...night.empty, ends: await usualEnd(sql) },
          artists,
          typeRows: [],
          types: { saved: [], others: [] },
        },
        picture: { picture: null, position: "center" as const },
      };
    const event = await findEvent(sql, id);
    if (!event) return undefined;
    const opening = await findOpening(sql, id);
    const history = await listHistory(sql, id, { limit: 4 });
    return {
      artists,
      values: night.written(event),
      picture: await placedPicture(sql, event),
      ...typesOfNight(event),
      saved: {
        id,
        name: event.name,
        when: [formatLongDate(event.date), event.time].filter(Boolean).join(", "),
        state: event.state,
        publishing: publishingView(event.publishAt, site.now()),
        isAvailable: event.isAvailable,
        version: event.version,
        stock: {
          ...{ capacity: event.capacity, sold: event.sold, held: event.held },
          ...{ listed: event.listed, given: event.given, atDoor: event.atDoor },
        },
        types: event.types.map((type) => ({
          ...{ id: type.id, type: type.type, amount: type.price, isAgreed: type.isAgreed },
          ...{ isPass: type.isSeasonPass, isVisible: type.isVisible },
        })),
        history: historySteps(history),
        opening: {
          to: event.mayOpen ? `/admin/events/${id}/opening` : null,
          opening: opening && {
            when: formatInstant(opening.opensAt),
            roomFrom: opening.roomOpensAt && wallTimeOf(opening.roomOpensAt),
            door: opening.door,
          },
        },
      },
    };
  });
}

/** A saved night; null while a new one is written. */
export type SavedEventView = NonNullable<EventFormView["saved"]>;

export type EventFormView = NonNullable<Awaited<ReturnType<typeof readEventFormView>>>;
