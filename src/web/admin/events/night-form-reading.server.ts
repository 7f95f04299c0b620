import { done } from "#kernel/outcome.ts";
import { makeWantedPrices } from "#ticketing/events/make-wanted-prices.server.ts";
import type { NightParts, NightPicture, PartRefusal } from "#ticketing/events/night-parts.server.ts";
import { type NightTypeValues, nightTypeRows, readNightTypes } from "#ticketing/events/night-types-form.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { belowTakenText, fieldSentences } from "../field-texts.ts";
import { typedPicture } from "../pictures/picture-fields.ts";
import { sentPicture } from "../pictures/placed-picture.server.ts";
import type { PostedForm } from "../posted-form.server.ts";
import { ticketTexts } from "../tickets/ticket-texts.ts";
import { eventTexts } from "./event-texts.ts";
import { type EventFormAnswer, night, typeSentences } from "./night-form-fields.ts";
import { typesTexts } from "./night-types-texts.ts";

type TypedNight = ReturnType<typeof typedNight>;

export function typedNight(form: PostedForm) {
  return { values: night.typed(form), picture: typedPicture(form), types: nightTypeRows.typed(form) };
}

/** Returns picture and types for the act. An old form without them changes neither. */
export function nightParts({ picture, types }: TypedNight): NightParts {
  const read = readNightTypes(types);
  const position = imagePositions.find((one) => one === picture.image_position);
  const nightPicture: NightPicture | undefined = position && {
    url: picture.image_url || null,
    position,
    altText: picture.image_url_alt,
    hasTitle: picture.image_url_titled === "1",
  };
  return { ...(nightPicture ? { picture: nightPicture } : {}), types: read.ok ? read.value : [] };
}

/** Returns the sentences for picture and types. A picture that was sent without JavaScript may already be refused. */
export function partSentences({ picture, types }: TypedNight): EventFormAnswer["errors"] {
  const problem = picture.image_url_problem;
  return { ...typeSentences(types), ...(problem === "" ? {} : { image_url: problem }) };
}

/** Tries to make the prices that were just requested. When it fails, a job makes them later. */
export async function tryToMakePrices(site: SiteServices): Promise<void> {
  await attempt(site, async () => done(await makeWantedPrices(site)));
}

/** Returns what is shown again after a refusal: all typed values, with the uploaded picture. */
export async function typedAnswer(
  site: SiteServices,
  administrator: Administrator,
  { values, picture, types }: TypedNight,
): Promise<Pick<EventFormAnswer, "values" | "typeRows" | "picture">> {
  return { values, typeRows: [...types], picture: await sentPicture(site, administrator, picture) };
}

/** Returns the sentence beside the refused field. A type that another person changed goes on from the new version. */
export function partAnswer(
  refusal: PartRefusal,
  types: readonly NightTypeValues[],
): Partial<Pick<EventFormAnswer, "errors" | "typeRows">> {
  if (refusal.reason === "unknown_picture") return { errors: { image_url: fieldSentences.unknown } };
  if (refusal.reason === "after_end")
    return {
      errors: { [refusal.what === "sale_until" ? "sale_until" : "time"]: eventTexts.afterEnd(refusal) },
    };
  const { row, why } = refusal;
  const errorAt = (part: "name" | "kind" | "price" | "quantity", sentence: string) => ({
    errors: { [`type_${row}_${part}`]: sentence },
  });
  switch (why.reason) {
    case "below_taken":
      return errorAt("quantity", belowTakenText(Number(types[row - 1]?.quantity), why.sold, why.held));
    case "changed_meanwhile": {
      const version = String(why.saved.version);
      return {
        ...errorAt("name", typesTexts.changed),
        typeRows: types.map((type, at) => (at === row - 1 ? { ...type, version } : type)),
      };
    }
    case "no_price_typed":
      return errorAt("price", fieldSentences.required);
    case "add_on_of_sold_type":
      return errorAt("kind", ticketTexts.addOnOfSold(why.sold, why.held));
    case "add_on_counts_people":
      return errorAt("kind", typesTexts.addOnCounts);
    case "sold_alone":
      return errorAt("name", typesTexts.soldAlone);
    case "older_build_runs":
      return errorAt("name", ticketTexts.olderBuild);
    default:
      return errorAt("name", typesTexts.gone);
  }
}
