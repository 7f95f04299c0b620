import type { NotAllowed } from "#ticketing/rights/act-rights.ts";

/** Why a change of the catalogue was not made. */
export type CatalogueRefusal<Saved> =
  | NotAllowed
  /** There is no such row (any more). */
  | { readonly reason: "missing" }
  /** Another person saved it after it was opened; `saved` is the row as it is now. */
  | { readonly reason: "changed_meanwhile"; readonly saved: Saved }
  /** Fewer than are already sold and held; at least this many. */
  | { readonly reason: "below_taken"; readonly sold: number; readonly held: number };

export const missing = { reason: "missing" } as const;
