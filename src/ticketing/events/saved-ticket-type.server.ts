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
  /** The pass was sold, so its form must keep at least one of its nights. */
  | { readonly reason: "sold_pass" };

export type SavedType = {
  /** The call to the card provider that is needed now. */
  readonly price: "as_before" | "to_check" | "to_make";
  /** New nights of a sold pass; `linkNightsToPass` links them. */
  readonly toLink?: readonly string[];
};
