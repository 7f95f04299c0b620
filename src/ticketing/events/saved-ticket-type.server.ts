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

/** A ticket type as the database has it now, with its counter. */
export type SavedTicketType = StoredTicketType & { readonly counter: Counter };

export type TypeChangeRefusal =
  | CatalogueRefusal<SavedTicketType>
  | NewTypeRefusal
  | PhaseRefusal
  | EntryRefusal
  /** The pass was sold, so its form must keep at least one of its nights. */
  | { readonly reason: "sold_pass" };

/** What the caller must still do after a save. */
export type SavedType = {
  /** `to_check`: check the price id at the card provider. `to_make`: make a new price there. `as_before`: nothing. */
  readonly price: "as_before" | "to_check" | "to_make";
  /** The new nights of a sold pass, which the caller adds with `linkNightsToPass`. */
  readonly toLink?: readonly string[];
};
