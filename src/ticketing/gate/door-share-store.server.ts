import type { Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import { countsNow, countsWith } from "#ticketing/events/entered-on.ts";
import type { StockOfPhone } from "./gate-list.ts";

/** Tickets of a type that are set aside for one phone, with the price and terms of that moment. */
export type DoorShare = {
  readonly id: Uuid;
  readonly eventId: Uuid;
  readonly deviceId: Uuid;
  readonly ticketTypeId: Uuid;
  readonly poolId: Uuid | null;
  readonly quantity: number;
  readonly entries: number;
  readonly price: Money;
};

/** A share with the names of its phone and its ticket type. */
export type NamedShare = DoorShare & { readonly phone: string; readonly type: string };

/** Makes a phone's sales and changes of what it may sell wait for each other. */
export async function lockDoorStock(sql: Sql, deviceId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`door stock of ${deviceId}`]);
}

const columns = `d.id, d.event_id AS "eventId", d.device_id AS "deviceId", d.ticket_type_id AS "ticketTypeId", d.pool_id AS "poolId", d.quantity, d.entries, d.price::float8 AS price`;

type ShareKey = { readonly deviceId: string; readonly ticketTypeId: string };

export async function readShare(
  sql: Sql,
  { deviceId, ticketTypeId }: ShareKey,
): Promise<DoorShare | undefined> {
  const { rows } = await sql.query<DoorShare>(
    `SELECT ${columns} FROM door_shares d WHERE d.device_id = $1 AND d.ticket_type_id = $2`,
    [deviceId, ticketTypeId],
  );
  return rows[0];
}

export async function readShareById(sql: Sql, id: string): Promise<NamedShare | undefined> {
  const { rows } = await sql.query<NamedShare>(
    `SELECT ${columns}, g.name AS phone, t.type FROM door_shares d JOIN gate_devices g ON g.id = d.device_id JOIN tickets t ON t.id = d.ticket_type_id WHERE d.id = $1`,
    [id],
  );
  return rows[0];
}

/** How many tickets of a phone's share are sold, by the received rows; `withWaiting`: also those that wait for the chief. */
export async function soldOfShare(
  sql: Sql,
  { deviceId, ticketTypeId }: ShareKey,
  { withWaiting = false } = {},
): Promise<number> {
  const counts = withWaiting ? countsWith("$1") : countsNow;
  const { rows } = await sql.query<{ sold: number }>(
    `SELECT coalesce(sum(s.quantity), 0)::int AS sold FROM gate_log s
     WHERE s.device_id = $1 AND s.type_id = $2 AND s.kind = 'sale' AND ${counts}`,
    [deviceId, ticketTypeId],
  );
  return rows[0]?.sold ?? 0;
}

/**
 * Lists a phone's sales that its shares have not enough for, because something was given back while they did not count:
 * they waited for the chief, or were undone. The caller has locked the phone's stock.
 */
export async function listSalesOverStock(sql: Sql, deviceId: string): Promise<void> {
  await sql.query(
    `UPDATE gate_log l SET finding = 'over_stock' FROM (
       SELECT s.digest, sum(s.quantity) OVER (PARTITION BY s.type_id ORDER BY CASE WHEN s.finding = 'over_stock' THEN 2 WHEN coalesce(s.finding, 'revoked') = 'revoked' THEN 1 ELSE 0 END, s.received_at, s.seq) > d.quantity AS is_over
       FROM gate_log s JOIN door_shares d ON d.device_id = s.device_id AND d.ticket_type_id = s.type_id
       WHERE s.device_id = $1 AND s.kind = 'sale' AND ${countsWith("$1")}) n
     WHERE l.device_id = $1 AND l.digest = n.digest AND NOT l.is_quarantined AND n.is_over AND l.finding IS DISTINCT FROM 'over_stock'`,
    [deviceId],
  );
}

/** Writes a new share, or another quantity and other terms of an existing one. */
export async function writeShare(sql: Sql, share: DoorShare): Promise<void> {
  await sql.query(
    `INSERT INTO door_shares (id, event_id, device_id, ticket_type_id, pool_id, quantity, entries, price) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (device_id, ticket_type_id) DO UPDATE SET quantity = excluded.quantity, pool_id = excluded.pool_id, entries = excluded.entries, price = excluded.price`,
    [
      share.id,
      share.eventId,
      share.deviceId,
      share.ticketTypeId,
      share.poolId,
      share.quantity,
      share.entries,
      share.price,
    ],
  );
}

/**
 * The tickets that a phone may sell, and how many its rows up to this number sold. It knows its later rows itself.
 */
export async function stockOfPhone(sql: Sql, deviceId: string, through: number): Promise<StockOfPhone[]> {
  const { rows } = await sql.query<StockOfPhone>(
    `SELECT d.ticket_type_id AS "typeId", t.type AS name, d.price::float8 AS price, d.entries, d.quantity,
       (SELECT coalesce(sum(s.quantity), 0)::int FROM gate_log s WHERE s.device_id = d.device_id AND s.type_id = d.ticket_type_id AND s.kind = 'sale' AND s.is_counted AND s.seq <= $2
          AND NOT EXISTS (SELECT FROM gate_log u WHERE u.undoes_device = s.device_id AND u.undoes_seq = s.seq AND u.is_counted AND (u.device_id <> s.device_id OR u.seq <= $2))) AS sold
     FROM door_shares d JOIN tickets t ON t.id = d.ticket_type_id WHERE d.device_id = $1 ORDER BY t.type, t.id`,
    [deviceId, through],
  );
  return rows;
}
