import type { Opening } from "#ticketing/events/opening.ts";
import type { OpeningField, OpeningValues } from "#ticketing/events/opening-form.ts";

/** The announced beginning of a night's sale, for the card beside its form. */
export type OpeningCardView = {
  /** Null: nothing was announced. */
  opening: { when: string; roomFrom: string | null; door: Opening["door"] } | null;
  /** Where it is announced or changed; null once it cannot be. */
  to: string | null;
};

export type OpeningAnswer = {
  values: OpeningValues;
  errors: Partial<Record<OpeningField, string>>;
  notice: string | null;
};
