/** What can be stopped: taking places, sending money back, changing anything. Gates never are. */
export const stopKinds = ["sale", "refunds", "read_only"] as const;
export type StopKind = (typeof stopKinds)[number];

/** A stop in force. */
export type Stop = {
  readonly kind: StopKind;
  /** Null: the whole site. */
  readonly eventId: string | null;
  readonly until: Date | null;
  /** Until it ends by itself, by the database's clock. */
  readonly secondsLeft: number | null;
};

/** Whether no place may be taken for this night: its sale or the site's is stopped, or it may only be read. */
export function stopsSale(stops: readonly Stop[], eventId: string): boolean {
  return stops.some((stop) => stop.kind !== "refunds" && (stop.eventId === null || stop.eventId === eventId));
}

/** Whether nothing at all may be changed, on the whole site. */
export function isReadOnly(stops: readonly Stop[]): boolean {
  return stops.some((stop) => stop.kind === "read_only" && stop.eventId === null);
}

/** The rows of `stops` that are in force, at the database's own time. */
export const inForce = "lifted_at IS NULL AND (until IS NULL OR until > now())";

/** Whether one of these kinds is stopped for the site or for a night of the array `nights`, as SQL: who must obey asks it. */
export function stoppedFor(kinds: readonly StopKind[], nights: string): string {
  return `EXISTS (SELECT FROM stops WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")}) AND ${inForce} AND (event_id IS NULL OR event_id = ANY (${nights})))`;
}
