/** Why a change of the catalogue was not made. */
export type CatalogueRefusal<Saved> =
  /** The person is no administrator (any more). */
  | { readonly reason: "not_permitted" }
  /** The row is not there (any more). */
  | { readonly reason: "missing" }
  /** Somebody else saved it after it was opened; `saved` is what stands there now. */
  | { readonly reason: "changed_meanwhile"; readonly saved: Saved }
  /** Fewer than are already sold and held; at least this many. */
  | { readonly reason: "below_taken"; readonly sold: number; readonly held: number };

export const notPermitted = { reason: "not_permitted" } as const;
export const missing = { reason: "missing" } as const;
