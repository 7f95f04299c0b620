export type Duplicate =
  /** Another type has this price at the card provider. */
  | { readonly reason: "duplicate_price" }
  /** The list of passes in the site's contents stands there twice. */
  | { readonly reason: "duplicate_list" };

const reasonOf: Readonly<Record<string, Duplicate>> = {
  tickets_stripe_price_id_unique: { reason: "duplicate_price" },
  site_content_key_unique: { reason: "duplicate_list" },
};

/** Which rule of the database about there being one refused a ticket type; undefined for every other failure. */
export function duplicateOf(error: unknown): Duplicate | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" ? reasonOf[String(constraint)] : undefined;
}
