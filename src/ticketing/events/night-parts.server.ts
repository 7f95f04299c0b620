import { type Outcome, refused } from "#kernel/outcome.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { type AfterEnd, ComesAfterEnd } from "./after-end-queries.server.ts";
import type { NightType } from "./night-types-form.ts";
import type { TypeChangeRefusal } from "./saved-ticket-type.server.ts";

/** The picture of a night as its form says it; null is none. */
export type NightPicture = {
  readonly url: string | null;
  readonly position: ImagePosition;
  readonly altText: string;
  /** The title is painted on it. */
  readonly hasTitle: boolean;
};

/** What a form of a night saves beside its facts. */
export type NightParts = {
  readonly picture?: NightPicture;
  readonly types?: readonly NightType[];
};

/** Why the type of a row cannot be saved so; nothing of the night is saved then. */
export type NightTypeRefusal = { readonly reason: "type_refused"; readonly row: number } & {
  readonly why:
    | TypeChangeRefusal
    /** It is gone, or admits to other nights as well by now: it has a form of its own. */
    | { readonly reason: "other_nights" }
    /** A name of a pass or an early bird, for what is sold on the night's page alone. */
    | { readonly reason: "sold_alone" }
    /** An add-on lets nobody in: it has one entry, no last hour of entry and no pool. */
    | { readonly reason: "add_on_counts_people" }
    | { readonly reason: "no_price_typed" };
};

export type PartRefusal =
  | AfterEnd
  | NightTypeRefusal
  /** Only the address of a picture that was uploaded here, or the one that the night has already, is stored. */
  | { readonly reason: "unknown_picture" };

/** Ends a transaction in which something was written before a part was refused. */
export class RefusedPart extends Error {
  readonly refusal: PartRefusal;
  constructor(refusal: PartRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

export function refusedForPart(error: unknown): Outcome<never, PartRefusal> {
  if (error instanceof RefusedPart || error instanceof ComesAfterEnd) return refused(error.refusal);
  throw error;
}
