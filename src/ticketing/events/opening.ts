/** The announced beginning of a sale. */
export type Opening = {
  readonly opensAt: Date;
  /** When the waiting room opens; null without one. */
  readonly roomOpensAt: Date | null;
  /** Who can buy now, by the database's clock; see `saleDoor`. */
  readonly door: SaleDoor;
};

/**
 * Who can buy tickets of a night: nobody yet, people let in from the waiting room, or everybody. A night without an
 * opening is open.
 */
export type SaleDoor = "closed" | "room" | "open";

/** SQL: the `SaleDoor` of opening `o`, by the database's clock; null without an opening. */
export const saleDoor = `CASE WHEN o.opens_at > now() THEN 'closed' WHEN o.room_minutes IS NOT NULL AND o.ended_at IS NULL THEN 'room' WHEN o.opens_at IS NOT NULL THEN 'open' END`;

/** Whether people may enter the waiting room at this instant. */
export function isRoomOpen({ roomOpensAt, door }: Opening, now: Date): boolean {
  return roomOpensAt !== null && door !== "open" && roomOpensAt <= now;
}

/** SQL: opening `o` as one JSON value; null without one. */
export const openingJson = `CASE WHEN o.event_id IS NOT NULL THEN json_build_object('opensAt', o.opens_at,
  'roomOpensAt', o.opens_at - make_interval(mins => o.room_minutes), 'door', ${saleDoor}) END`;

/** `openingJson` as the database driver returns it. */
export type OpeningRow = { opensAt: string; roomOpensAt: string | null; door: SaleDoor } | null;

export function openingOf(row: OpeningRow): Opening | null {
  return (
    row && {
      door: row.door,
      opensAt: new Date(row.opensAt),
      roomOpensAt: row.roomOpensAt === null ? null : new Date(row.roomOpensAt),
    }
  );
}
