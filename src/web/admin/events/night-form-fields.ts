import { type EventField, type EventValues, readEventForm } from "#ticketing/events/event-form.ts";
import {
  isBlankNightType,
  type NightTypeField,
  type NightTypeValues,
  nightTypeNumbers,
  nightTypeParts,
  readNightTypes,
} from "#ticketing/events/night-types-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import { sentencesFor } from "../field-texts.ts";
import { type PictureValues, pictureFields } from "../pictures/picture-fields.ts";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import type { PostedForm } from "../posted-form.server.ts";
import { severalOf } from "../typed-form.ts";
import { eventTexts } from "./event-texts.ts";
import { typesTexts } from "./night-types-texts.ts";

const typeFields = nightTypeNumbers.flatMap((row) =>
  nightTypeParts.map((part) => `type_${row}_${part}` as const),
);

/** The fields of a night's form beside its facts. */
export const partFields: readonly string[] = [...pictureFields, ...typeFields];

/** The rows up to the last one that is not empty. */
export function typedNightTypes(form: PostedForm): NightTypeValues[] {
  const rows = nightTypeNumbers.map(
    (row) =>
      Object.fromEntries(
        nightTypeParts.map((part) => [part, form.text(`type_${row}_${part}`)]),
      ) as NightTypeValues,
  );
  return rows.slice(0, rows.findLastIndex((row) => !isBlankNightType(row)) + 1);
}

/** Picture and types as their fields, to be carried on with what is typed. */
export function flatParts(picture: PictureValues, types: readonly NightTypeValues[]): Record<string, string> {
  const { image_url_problem: _, ...kept } = picture;
  return {
    ...kept,
    ...Object.fromEntries(
      types.flatMap((type, at) => nightTypeParts.map((part) => [`type_${at + 1}_${part}`, type[part]])),
    ),
  };
}

/** The sentence beside each field of a type that is wrong, by the rules of the server. */
export function typeSentences(types: readonly NightTypeValues[]): Partial<Record<NightTypeField, string>> {
  const read = readNightTypes(types);
  if (read.ok) return {};
  const prices = nightTypeNumbers.map(
    (row) => [`type_${row}_price`, { not_a_number: typesTexts.wrongPrice }] as const,
  );
  return sentencesFor(read.refusal, Object.fromEntries(prices));
}

/** The name of each field of the types, in messages. */
export const typeLabels = Object.fromEntries(
  nightTypeNumbers.flatMap((row) =>
    nightTypeParts.map((part) => [`type_${row}_${part}`, typesTexts.labels[part](row)]),
  ),
) as Record<NightTypeField, string>;

/** A field of the whole form. */
export type NightField = EventField | NightTypeField | "image_url";

export type EventFormAnswer = CatalogueAnswer<NightField> & {
  values: EventValues;
  typeRows: NightTypeValues[];
  picture: PlacedPictureView;
};

export const eventFields = [
  ...(["name", "title", "description", "date", "time", "location", "capacity"] as const),
  ...(["doors", "ends", "sale_until", "minimum_age", "address", "directions"] as const),
] as const;

/** The values as they were typed. */
export function typedEvent(form: PostedForm): EventValues {
  const values = Object.fromEntries(eventFields.map((name) => [name, form.text(name)]));
  return { ...(values as Omit<EventValues, "artists">), artists: severalOf(form, "artists") };
}

/** The name of each field, in messages and in comparisons. */
export const eventLabels = {
  name: eventTexts.name,
  title: eventTexts.titleField,
  description: eventTexts.description,
  date: eventTexts.date,
  time: eventTexts.time,
  doors: eventTexts.doors,
  ends: eventTexts.ends,
  sale_until: eventTexts.saleUntil,
  minimum_age: eventTexts.minimumAge,
  address: eventTexts.address,
  directions: eventTexts.directions,
  location: eventTexts.location,
  capacity: eventTexts.capacity,
  artists: eventTexts.artists,
} as const;

export function eventSentences(
  values: EventValues,
  types: readonly NightTypeValues[],
): EventFormAnswer["errors"] {
  const read = readEventForm(values);
  return {
    ...(read.ok ? {} : sentencesFor(read.refusal, { capacity: { too_small: eventTexts.capacityTooSmall } })),
    ...typeSentences(types),
  };
}

/** Each field as one line of text, for comparing versions. */
export function flat({ artists, ...fields }: EventValues): Record<EventField, string> {
  return { ...fields, artists: artists.filter(Boolean).join(",") };
}
