/** A type of one night with what its row shows beside its fields. */
export type SavedNightTypeView = {
  id: string;
  /** Its own form, which leads back to the night. */
  to: string;
  name: string;
  price: string;
  /** People that a ticket lets in; none: an add-on. */
  entries: number;
  hasPhases: boolean;
  /** What its price is, and what else is special about it, in few words. */
  rules: string[];
  sold: number;
  held: number;
  left: number;
};

export type NightTypesView = {
  /** The types of this night alone, in rows of its form. */
  saved: SavedNightTypeView[];
  /** Passes, types of several nights, and more types than the form has rows. */
  others: Pick<SavedNightTypeView, "id" | "to" | "name" | "price" | "sold" | "held" | "left">[];
};
