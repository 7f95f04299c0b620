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
import { withWords } from "../ui/form-words.ts";
import { nightWords } from "./event-texts.ts";
import { typesTexts } from "./night-types-texts.ts";

export const night = withWords(nightForm, nightWords);

/** The fields of a night's form for its picture and types. */
export const partFields: readonly string[] = [...pictureFields, ...nightTypeRows.names];

/** Returns picture and types as text fields, to send them along with the typed values. */
export function flatParts(picture: PictureValues, types: readonly NightTypeValues[]): Record<string, string> {
  const { image_url_problem: _, ...pictureValues } = picture;
  return {
    ...pictureValues,
    ...Object.fromEntries(
      types.flatMap((type, at) => nightTypeForm.names.map((part) => [`type_${at + 1}_${part}`, type[part]])),
    ),
  };
}

const wrongTypes = nightTypeRows.each((part) =>
  part === "price" ? { not_a_number: typesTexts.wrongPrice } : undefined,
);

/** Returns the sentence for each wrong field of a type, by the server's rules. */
export function typeSentences(types: readonly NightTypeValues[]): Partial<Record<NightTypeField, string>> {
  const read = readNightTypes(types);
  return read.ok ? {} : sentencesFor(read.refusal, wrongTypes);
}

/** A field of the whole form. */
export type NightField = EventField | NightTypeField | "image_url";

/** The name of each field for messages. */
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
