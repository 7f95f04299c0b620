import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import type { AfterEnd } from "./after-end-queries.server.ts";
import type { NightType } from "./night-types-form.ts";
import type { TypeChangeRefusal } from "./saved-ticket-type.server.ts";

/** The picture of a night in its form; a null `url` means no picture. */
export type NightPicture = {
  readonly url: string | null;
  readonly position: ImagePosition;
  readonly altText: string;
  /** Whether the title is painted on the picture. */
  readonly hasTitle: boolean;
};

/** What the form of a night saves beside the night's own fields. */
export type NightParts = { readonly picture?: NightPicture; readonly types?: readonly NightType[] };

/** Why a type in the form cannot be saved; then nothing of the night is saved. `row` is its row in the form. */
export type NightTypeRefusal = { readonly reason: "type_refused"; readonly row: number } & {
  readonly why:
    | TypeChangeRefusal
    /** The type was deleted, or admits to other nights too by now and has its own form. */
    | { readonly reason: "other_nights" }
    /** The name is that of a pass or early bird, but this type has a pool, needs a voucher or is an add-on. */
    | { readonly reason: "sold_alone" }
    /** An add-on admits nobody, so it has one entry, no last hour of entry and no pool. */
    | { readonly reason: "add_on_counts_people" }
    | { readonly reason: "no_price_typed" };
};

export type PartRefusal =
  | AfterEnd
  | NightTypeRefusal
  /** The address is neither that of a picture uploaded here, nor the one that the night has. */
  | { readonly reason: "unknown_picture" };
