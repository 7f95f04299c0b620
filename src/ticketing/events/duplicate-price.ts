/** Whether the database refused a row because another type already has this price of the card provider. */
export function isDuplicate(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && constraint === "tickets_stripe_price_id_unique";
}
