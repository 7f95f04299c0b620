export type Opening = {
  /** ISO time. */
  readonly opensAt: string;
  /** When the waiting room opens (ISO); null without one. */
  readonly roomOpensAt: string | null;
  /** Who can buy now, by the database's clock; see `saleAccess`. */
  readonly door: SaleAccess;
};

/** Who can buy tickets of a night: nobody yet, people from the waiting room, or everybody (without an opening). */
export type SaleAccess = "closed" | "room" | "open";

/** SQL: the `SaleAccess` of opening `o`, by the database's clock; null without an opening. */
export const saleAccess = `CASE WHEN o.opens_at > now() THEN 'closed' WHEN o.room_minutes IS NOT NULL AND o.ended_at IS NULL THEN 'room' WHEN o.opens_at IS NOT NULL THEN 'open' END`;

/** Whether only people from the waiting room can buy, now or from the announced hour on. Guests have no place in it. */
export const isThroughRoom = ({ roomOpensAt, door }: Opening) => roomOpensAt !== null && door !== "open";

/** Whether people may enter the waiting room at this instant. */
export function isRoomOpen(opening: Opening, now: Date): boolean {
  return isThroughRoom(opening) && new Date(opening.roomOpensAt ?? 0) <= now;
}

/** SQL: opening `o` as an `Opening` in JSON; null without one. */
export const openingJson = `CASE WHEN o.event_id IS NOT NULL THEN json_build_object('opensAt', o.opens_at,
  'roomOpensAt', o.opens_at - make_interval(mins => o.room_minutes), 'door', ${saleAccess}) END`;
