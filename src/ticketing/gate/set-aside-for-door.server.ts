import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { pricedNow } from "#ticketing/events/sale-state-queries.server.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import {
  addMoves,
  availableTickets,
  leftInCounter,
  type Move,
  peopleLetIn,
  takesOf,
} from "#ticketing/stock/stock.ts";
import { doorPrice } from "./door-price.ts";
import { doorSaleState } from "./door-sale-queries.server.ts";
import { lockDoorStock, readShare, soldOfShare, writeShare } from "./door-share-store.server.ts";

export type SetAsideRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "bad_quantity" | "cancelled" | "over" | "read_only" }
  /** The phone has another number of tickets than the form showed, perhaps because the same form was sent before. */
  | { readonly reason: "changed_meanwhile" }
  /** The chief stopped the phone, or its time is over. */
  | { readonly reason: "phone_stopped" }
  | { readonly reason: "not_enough"; readonly available: number };

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  readonly deviceId: string;
  readonly ticketTypeId: string;
  readonly quantity: number;
  /** How many tickets of all types the phone had when the form was shown. */
  readonly shownQuantity?: number;
};

/**
 * Takes tickets of a type out of the normal stock for one phone at the night's door, at the type's present price.
 * Resolves to the phone's name, the type, how many it has left, and their price in bani. Further ones keep the first
 * price as long as any is left to sell (`isOldPrice`: it is no more the type's). Only this phone sells them, so
 * none is sold twice, even without network (docs/decisions/0039).
 */
export async function setAsideForDoor(
  { database }: Pick<Services, "database">,
  { actor, eventId, deviceId, ticketTypeId, quantity, shownQuantity }: Request,
): Promise<Outcome<SetAside, SetAsideRefusal>> {
  if (![eventId, deviceId, ticketTypeId].every(isUuid)) return refused(missing);
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > limits.doorShare)
    return refused({ reason: "bad_quantity" });
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "set-aside-for-door"))) return refused(notAllowed);
    await lockDoorStock(sql, deviceId);
    const offer = await findDoorOffer(sql, { eventId, deviceId, ticketTypeId });
    if (!offer) return refused(missing);
    if (offer.state !== "open") return refused({ reason: offer.state });
    if (offer.isReadOnly) return refused({ reason: "read_only" });
    if (offer.isStopped) return refused({ reason: "phone_stopped" });
    if (shownQuantity !== undefined && shownQuantity !== offer.aside)
      return refused({ reason: "changed_meanwhile" });
    const oldShare = await readShare(sql, { deviceId, ticketTypeId });
    const { entries, poolId } = oldShare && oldShare.quantity > 0 ? oldShare : offer;
    const sold = oldShare ? await soldOfShare(sql, { deviceId, ticketTypeId }) : 0;
    const price = doorPrice(offer.price, oldShare && { ...oldShare, sold });
    const takes = takesOf([{ ticketTypeId, eventIds: [eventId], quantity, entries, poolId }]);
    const counters = await lockCounters(sql, takes.keys());
    const leftOf = (id: string) => {
      const counter = counters.get(id);
      return counter ? leftInCounter(counter) : 0;
    };
    const places = (poolId === null ? [eventId] : [eventId, poolId]).map(leftOf);
    const available = availableTickets(leftOf(ticketTypeId), entries, places);
    if (quantity > available) return refused({ reason: "not_enough", available });
    const moves = new Map<string, Move>();
    addMoves(moves, takes, { held: 0, sold: 1 });
    await moveStock(sql, moves);
    const newQuantity = (oldShare?.quantity ?? 0) + quantity;
    const share = { quantity: newQuantity, type: offer.typeName, phone: offer.phoneName };
    await writeShare(sql, {
      id: oldShare?.id ?? newId(),
      eventId: eventId as Uuid,
      deviceId: deviceId as Uuid,
      ticketTypeId: ticketTypeId as Uuid,
      quantity: newQuantity,
      entries,
      price,
      poolId,
    });
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "door_stock_set_aside",
      before: { quantity: oldShare?.quantity ?? 0 },
      after: share,
    });
    await faultPoint("door_stock.set_aside");
    const isOldPrice = price !== offer.price;
    return done({
      phone: share.phone,
      type: share.type,
      left: newQuantity - sold,
      price,
      isOldPrice,
    });
  });
}

type SetAside = {
  readonly phone: string;
  readonly type: string;
  readonly left: number;
  readonly price: Money;
  readonly isOldPrice: boolean;
};

type DoorOffer = {
  readonly typeName: string;
  readonly phoneName: string;
  readonly entries: number;
  readonly poolId: Uuid | null;
  readonly price: Money;
  readonly state: "open" | "cancelled" | "over";
  readonly isReadOnly: boolean;
  readonly isStopped: boolean;
  /** How many tickets of all types the phone has. */
  readonly aside: number;
};

/** A type of a published night (hidden ones too) and a phone of one of its gates; undefined when either does not exist. */
async function findDoorOffer(
  sql: Sql,
  { eventId, deviceId, ticketTypeId }: Pick<Request, "eventId" | "deviceId" | "ticketTypeId">,
): Promise<DoorOffer | undefined> {
  const { rows } = await sql.query<DoorOffer>(
    `SELECT t.type AS "typeName", d.name AS "phoneName", ${peopleLetIn} AS entries, t.pool_id AS "poolId", n.price::float8 AS price, ${doorSaleState} AS state,
       ${stoppedFor(["read_only"], "ARRAY[e.id]")} AS "isReadOnly", d.revoked_at IS NOT NULL OR d.ends_at < now() AS "isStopped",
       (SELECT coalesce(sum(s.quantity), 0)::int FROM door_shares s WHERE s.device_id = d.id) AS aside
     FROM events e JOIN event_tickets l ON l.event_id = e.id JOIN tickets t ON t.id = l.ticket_id ${pricedNow} JOIN gate_devices d ON d.event_id = e.id
     WHERE e.id = $1 AND is_published(e.publish_at) AND t.id = $3 AND d.id = $4 AND t.family = 'ordinary' AND t.archived_at IS NULL`,
    [eventId, durations.changeNightAfter, ticketTypeId, deviceId],
  );
  return rows[0];
}
