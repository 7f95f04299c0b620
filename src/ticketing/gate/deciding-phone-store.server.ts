import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { GateDevice } from "./door-store.server.ts";

/** Whatever makes or moves a gate's deciding phone waits here: there is one at most. */
export async function lockDeciding(sql: Sql, gateId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`phones of ${gateId}`]);
}

export type PhoneOfGate = {
  readonly id: string;
  readonly name: string;
  readonly decides: boolean;
  readonly yieldsTo: string | null;
  readonly isAway: boolean;
};

/** The phones of a gate that were not stopped and whose time is not over, and one that decides although it is. */
export async function phonesOfGate(sql: Sql, gateId: string): Promise<PhoneOfGate[]> {
  const { rows } = await sql.query<PhoneOfGate>(
    `SELECT id, name, decides, yields_to AS "yieldsTo", settled_at < now() - make_interval(secs => $2) OR ends_at < now() AS "isAway"
     FROM gate_devices WHERE gate_id = $1 AND revoked_at IS NULL AND (decides OR ends_at > now()) ORDER BY enrolled_at, id`,
    [gateId, durations.phoneAway],
  );
  return rows;
}

/** The phone has obeyed its order: the other one decides from now on, unless it was stopped meanwhile. */
export async function handOverDeciding(sql: Sql, { id, gateId, yieldId }: GateDevice): Promise<void> {
  await lockDeciding(sql, gateId);
  const { rows } = await sql.query<{ heir: string | null }>(
    `SELECT h.id AS heir FROM gate_devices d LEFT JOIN gate_devices h ON h.id = d.yields_to AND h.revoked_at IS NULL AND h.ends_at > now()
     WHERE d.id = $1 AND d.decides AND d.yield_id = $2`,
    [id, yieldId],
  );
  const [order] = rows;
  if (!order) return;
  await sql.query("UPDATE gate_devices SET decides = $2, yields_to = NULL, yield_id = NULL WHERE id = $1", [
    id,
    order.heir === null,
  ]);
  if (order.heir !== null)
    await sql.query("UPDATE gate_devices SET decides = true WHERE id = $1", [order.heir]);
}
