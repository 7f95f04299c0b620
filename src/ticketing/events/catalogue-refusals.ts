import { type Outcome, refused } from "#kernel/outcome.ts";
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

export type Duplicate =
  /** Another type has this price at the card provider. */
  | { readonly reason: "duplicate_price" }
  /** The list of passes is in the site's contents twice. */
  | { readonly reason: "duplicate_list" };

const reasons: ReadonlyMap<unknown, Duplicate> = new Map([
  ["tickets_stripe_price_id_unique", { reason: "duplicate_price" }],
  ["site_content_key_unique", { reason: "duplicate_list" }],
]);

/** The refusal when a unique key of the database refused a ticket type; every other error is thrown again. */
export function refusedAsDuplicate(error: unknown): Outcome<never, Duplicate> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const duplicate = code === "23505" ? reasons.get(constraint) : undefined;
  if (duplicate) return refused(duplicate);
  throw error;
}
