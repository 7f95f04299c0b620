import { formatLei } from "#kernel/money.ts";
import { nightTypeRows } from "#ticketing/events/night-types-form.ts";
import type { EventDetails } from "#ticketing/events/office-event-queries.server.ts";
import { typesTexts as texts } from "./night-types-texts.ts";

type StoredType = EventDetails["types"][number];

/** The types of a night: rows of its form, and those that have a form of their own alone. */
export function typesOfNight(event: Pick<EventDetails, "id" | "types">) {
  const own = event.types.filter((type) => type.nights === 1 && !type.isSeasonPass);
  const rows = own.slice(0, nightTypeRows.numbers.length);
  const view = (type: StoredType) => viewOf(type, event.id);
  return {
    types: {
      saved: rows.map(view),
      others: event.types.filter((type) => !rows.includes(type)).map(view),
    },
    typeRows: rows.map((type) => ({
      ...{ id: type.id, version: String(type.version), name: type.type },
      kind: `${type.admits ? "entry" : "add_on"}${type.requiresCode ? "_with_code" : ""}`,
      entries: String(type.entries),
      price: type.phases.length > 0 ? "" : String(type.price / 100),
      quantity: String(type.capacity),
      visible: type.isVisible ? "1" : "",
    })),
  };
}

function viewOf(type: StoredType, night: string) {
  const { id, sold, held, given, atDoor, phases } = type;
  return {
    ...{ id, sold, held },
    to: `/admin/${type.isSeasonPass ? "abonamente" : "tickets"}/${id}?event=${encodeURIComponent(night)}`,
    name: type.type,
    price: formatLei(type.price),
    hasPhases: phases.length > 0,
    rules: [
      ...(phases.length > 0
        ? [texts.phases(phases.map(({ name, price }) => `${name} ${formatLei(price)}`).join(", "))]
        : []),
      ...(type.enterUntil ? [texts.until(type.enterUntil)] : []),
      ...(type.pool === null ? [] : [texts.pool(type.pool)]),
      ...(type.isAgreed || type.price === 0 ? [] : [type.isWanted ? texts.wanted : texts.notAgreed]),
    ],
    left: type.capacity - sold - held - given - atDoor,
  };
}

/** A type of one night with what its row shows beside its fields. */
export type SavedNightTypeView = ReturnType<typeof viewOf>;

export type NightTypesView = ReturnType<typeof typesOfNight>["types"];
