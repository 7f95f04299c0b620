import { type EventField, type EventValues, nightForm } from "#ticketing/events/event-form.ts";
import {
  type NightTypeField,
  type NightTypeValues,
  nightTypeForm,
  nightTypeRows,
  readNightTypes,
} from "#ticketing/events/night-types-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import { sentencesFor } from "../field-texts.ts";
import { type PictureValues, pictureFields } from "../pictures/picture-fields.ts";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { worded } from "../ui/form-words.ts";
import { nightWords } from "./event-texts.ts";
import { typesTexts } from "./night-types-texts.ts";

export const night = worded(nightForm, nightWords);

/** The fields of a night's form beside its facts. */
export const partFields: readonly string[] = [...pictureFields, ...nightTypeRows.names];

/** Picture and types as their fields, to be carried on with what is typed. */
export function flatParts(picture: PictureValues, types: readonly NightTypeValues[]): Record<string, string> {
  const { image_url_problem: _, ...kept } = picture;
  return {
    ...kept,
    ...Object.fromEntries(
      types.flatMap((type, at) => nightTypeForm.names.map((part) => [`type_${at + 1}_${part}`, type[part]])),
    ),
  };
}

const wrongTypes = nightTypeRows.each((part) =>
  part === "price" ? { not_a_number: typesTexts.wrongPrice } : undefined,
);

/** The sentence beside each field of a type that is wrong, by the rules of the server. */
export function typeSentences(types: readonly NightTypeValues[]): Partial<Record<NightTypeField, string>> {
  const read = readNightTypes(types);
  return read.ok ? {} : sentencesFor(read.refusal, wrongTypes);
}

/** A field of the whole form. */
export type NightField = EventField | NightTypeField | "image_url";

/** The name of each field, in messages; facts first. */
export const nightLabels: Record<NightField, string> = {
  ...night.labels,
  image_url: pictureTexts.picture,
  ...nightTypeRows.each((part, row) => typesTexts.labels[part](row)),
};

export type EventFormAnswer = CatalogueAnswer<NightField> & {
  values: EventValues;
  typeRows: NightTypeValues[];
  picture: PlacedPictureView;
};
