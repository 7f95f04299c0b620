import { formatLei } from "#kernel/money.ts";
import { formatInstant, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { nightTypeRows } from "#ticketing/events/night-types-form.ts";
import {
  type EventDetails,
  findEvent,
  findOpening,
  listArtistNames,
  usualEnd,
} from "#ticketing/events/office-event-queries.server.ts";
import { withListedNames } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { historySteps } from "../history/history-view.ts";
import { placedPicture } from "../pictures/placed-picture.server.ts";
import { night } from "./night-form-fields.ts";
import { typesTexts as texts } from "./night-types-texts.ts";
import { publishingView } from "./publishing-view.ts";

/** Returns the data of a night's form; undefined when the night does not exist. */
export async function readEventFormView(site: SiteServices, administrator: Administrator, id: string | null) {
  return site.database.readAs(administrator, async (sql) => {
    const artists = await listArtistNames(sql);
    if (id === null)
      return {
        saved: null,
        values: { ...night.empty, ends: await usualEnd(sql) },
        artists,
        typeRows: [],
        types: { saved: [], others: [] },
        picture: { picture: null, position: "center" as const },
      };
    const event = await findEvent(sql, id);
    if (!event) return undefined;
    const { capacity, sold, held, listed, given, atDoor } = event;
    const opening = await findOpening(sql, id);
    const history = await withListedNames(sql, await listHistory(sql, "event", id, { limit: 4 }));
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
        lacksCode: event.lacksCode,
        publishing: publishingView(event.publishAt, site.now()),
        isAvailable: event.isAvailable,
        version: event.version,
        stock: { capacity, sold, held, listed, given, atDoor },
        types: event.types,
        history: historySteps(history),
        opening: {
          to: event.mayOpen ? `/admin/events/${id}/opening` : null,
          opening: opening && {
            when: formatInstant(opening.opensAt),
            roomFrom: opening.roomOpensAt && wallTimeOf(new Date(opening.roomOpensAt)),
            door: opening.door,
          },
        },
      },
    };
  });
}

/** A saved night; null for a new one. */
export type SavedEventView = NonNullable<EventFormView["saved"]>;

export type EventFormView = NonNullable<Awaited<ReturnType<typeof readEventFormView>>>;

type StoredType = EventDetails["types"][number];

/** Splits the night's types: those that are rows of its form, and those that are edited only in their own form. */
export function typesOfNight(event: Pick<EventDetails, "id" | "types" | "state">) {
  const ownTypes = event.types.filter((type) => type.nights === 1 && !type.isSeasonPass);
  const rows = ownTypes.slice(0, nightTypeRows.numbers.length);
  const view = (type: StoredType) => viewOf(type, event);
  return {
    types: { saved: rows.map(view), others: event.types.filter((type) => !rows.includes(type)).map(view) },
    typeRows: rows.map((type) => ({
      id: type.id,
      version: String(type.version),
      name: type.type,
      kind: `${type.admits ? "entry" : "add_on"}${type.requiresCode ? "_with_code" : ""}`,
      entries: String(type.entries),
      price: type.phases.length > 0 ? "" : String(type.price / 100),
      quantity: String(type.capacity),
      visible: type.isVisible ? "1" : "",
    })),
  };
}

function viewOf(type: StoredType, { id: night, state }: Pick<EventDetails, "id" | "state">) {
  const { id, sold, held, given, atDoor, phases } = type;
  return {
    id,
    sold,
    held,
    to: `/admin/${type.isSeasonPass ? "abonamente" : "tickets"}/${id}?event=${encodeURIComponent(night)}`,
    name: type.type,
    pool: type.pool,
    price: formatLei(type.price),
    hasPhases: phases.length > 0,
    rules: [
      ...(phases.length > 0
        ? [texts.phases(phases.map(({ name, price }) => `${name} ${formatLei(price)}`).join(", "))]
        : []),
      ...(type.enterUntil ? [texts.until(type.enterUntil)] : []),
      ...(type.pool === null ? [] : [texts.pool(type.pool.name)]),
      ...(type.isAgreed || type.price === 0 ? [] : [type.isWanted ? texts.wanted : texts.notAgreed]),
    ],
    left: state === "cancelled" ? null : type.capacity - sold - held - given - atDoor,
  };
}

/** A type of one night, with the facts that its row shows beside the fields. */
export type SavedNightTypeView = ReturnType<typeof viewOf>;

export type NightTypesView = ReturnType<typeof typesOfNight>["types"];
