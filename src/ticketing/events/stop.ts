/** What can be stopped: sales, refunds, or every change. Gates are never stopped. */
export const stopKinds = ["sale", "refunds", "read_only"] as const;
export type StopKind = (typeof stopKinds)[number];

/** A stop in force. */
export type Stop = {
  readonly kind: StopKind;
  /** Null: the whole site. */
  readonly eventId: string | null;
  readonly until: Date | null;
  /** Seconds until it ends by itself, by the database's clock; null if it does not. */
  readonly secondsLeft: number | null;
};

/** Whether nothing at all may be changed on the whole site. */
export function isReadOnly(stops: readonly Stop[]): boolean {
  return stops.some((stop) => stop.kind === "read_only" && stop.eventId === null);
}

/** SQL: whether a row of `stops` is in force, by the database's clock. */
export const inForce = "lifted_at IS NULL AND (until IS NULL OR until > now())";

/** SQL: whether one of these kinds is stopped for the site or for a night in the array `nights`. */
export function stoppedFor(kinds: readonly StopKind[], nights: string): string {
  return `EXISTS (SELECT FROM stops WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")}) AND ${inForce} AND (event_id IS NULL OR event_id = ANY (${nights})))`;
}
