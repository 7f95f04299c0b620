import type { Actor } from "#platform/database/database-roles.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import type { CatalogueRefusal } from "./catalogue-refusals.ts";
import type { NewTypeRefusal } from "./create-ticket-type.server.ts";
import type { EntryRefusal, PhaseRefusal } from "./ticket-type-change.ts";
import type { TicketTypeForm, WantedStock } from "./ticket-type-form.ts";
import type { StoredTicketType } from "./ticket-type-store.server.ts";

export type TypeChange = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: TicketTypeForm;
  readonly stock: WantedStock;
};

/** The type as it is now, with its counter. */
export type SavedTicketType = StoredTicketType & { readonly counter: Counter };

export type TypeChangeRefusal =
  | CatalogueRefusal<SavedTicketType>
  | NewTypeRefusal
  | PhaseRefusal
  | EntryRefusal
  /** The form of a pass that was sold names none of its nights: it must keep at least one of them. */
  | { readonly reason: "sold_pass" };

export type SavedType = {
  /** The call that the card provider needs now. */
  readonly price: "as_before" | "to_check" | "to_make";
  /** New nights of a pass that was sold; `linkNightsToPass` links them. */
  readonly toLink?: readonly string[];
};
