import { type Outcome, refused } from "#kernel/outcome.ts";
import type { NotAllowed } from "#ticketing/rights/act-rights.ts";

/** Why a change of a night, artist, ticket type or voucher was refused. */
export type CatalogueRefusal<Saved> =
  | NotAllowed
  /** The row does not exist, or was deleted meanwhile. */
  | { readonly reason: "missing" }
  /** Another person saved it after this form was opened; `saved` is the row as it is now. */
  | { readonly reason: "changed_meanwhile"; readonly saved: Saved }
  /** The wanted number is below what is sold and held already. */
  | { readonly reason: "below_taken"; readonly sold: number; readonly held: number };

export const missing = { reason: "missing" } as const;

export type Duplicate =
  /** Another type has this price id of the card provider. */
  | { readonly reason: "duplicate_price" }
  /** The site's contents have a list of passes already. */
  | { readonly reason: "duplicate_list" };

const reasons: ReadonlyMap<unknown, Duplicate> = new Map([
  ["tickets_stripe_price_id_unique", { reason: "duplicate_price" }],
  ["site_content_key_unique", { reason: "duplicate_list" }],
]);

/** Turns the database's unique violation on a ticket type into a refusal; throws every other error again. */
export function refusedAsDuplicate(error: unknown): Outcome<never, Duplicate> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const duplicate = code === "23505" ? reasons.get(constraint) : undefined;
  if (duplicate) return refused(duplicate);
  throw error;
}
