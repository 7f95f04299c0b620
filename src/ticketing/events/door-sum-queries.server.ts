import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { DoorSaleSum } from "./door-sale.ts";
import { notUndone } from "./entered-on.ts";

/** The counted sales at the doors of these nights that nobody undid, by type and means. */
export async function sumDoorSales(sql: Sql, eventIds: readonly string[]): Promise<DoorSaleSum[]> {
  const { rows } = await sql.query<DoorSaleSum>(
    `SELECT s.event_id AS "eventId", t.type AS "typeName", s.means, sum(s.quantity)::int AS tickets, sum(s.entries)::int AS people, sum(s.bani)::float8 AS bani
     FROM gate_log s JOIN tickets t ON t.id = s.type_id WHERE s.event_id = ANY ($1::uuid[]) AND s.kind = 'sale' AND s.is_counted AND ${notUndone}
     GROUP BY s.event_id, t.id, t.type, s.means ORDER BY s.event_id, t.type, t.id, array_position(ARRAY['cash', 'terminal', 'protocol'], s.means)`,
    [eventIds],
  );
  return rows;
}

/** Whether anybody paid at the door of the night. The program reads it for the public page. */
export async function isPaidAtDoor(database: Database, eventId: string): Promise<boolean> {
  const sums = await database.withDuty("settle", (sql) => sumDoorSales(sql, [eventId]));
  return sums.some(({ bani }) => bani > 0);
}
