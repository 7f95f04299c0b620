import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import type { WantedPool } from "./pool-form.ts";

/** A pool with its counter, in people. */
export type StoredPool = Omit<Counter, "id"> & {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
};

const pools =
  'SELECT p.id, p.event_id AS "eventId", p.name, c.capacity, c.sold, c.held FROM pools p JOIN stock_counters c ON c.id = p.id';

/** Reads a pool; null if there is none. An act that changes it must have locked its counter. */
export async function readStoredPool(client: Sql, id: string | null): Promise<StoredPool | null> {
  if (id === null) return null;
  const { rows } = await client.query<StoredPool>(`${pools} WHERE p.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Writes the wanted pool and returns its id; null for none. The caller has locked an existing pool's counter. */
export async function writePool(client: Sql, wantedPool: WantedPool, night: string): Promise<string | null> {
  switch (wantedPool.kind) {
    case "none":
      return null;
    case "known":
      await client.query(
        "UPDATE stock_counters SET capacity = $2 WHERE id = $1 AND kind = 'pool' AND capacity <> $2",
        [wantedPool.id, wantedPool.capacity],
      );
      return wantedPool.id;
    case "new":
      return insertPool(client, { ...wantedPool, eventId: night });
  }
}

/** Inserts a pool with nothing sold; returns its id. */
export async function insertPool(
  client: Sql,
  { eventId, name, capacity }: Pick<StoredPool, "eventId" | "name" | "capacity">,
): Promise<string> {
  const id = newId();
  await client.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'pool', $2)", [
    id,
    capacity,
  ]);
  await client.query("INSERT INTO pools (id, event_id, name) VALUES ($1, $2, $3)", [id, eventId, name]);
  return id;
}

/** Deletes a pool if no type is in it and nothing of it is sold or held. The caller has locked its counter. */
export async function deleteEmptyPool(client: Sql, id: string): Promise<void> {
  await client.query(
    `WITH gone AS (
       DELETE FROM pools p WHERE id = $1 AND NOT EXISTS (SELECT FROM tickets WHERE pool_id = p.id)
         AND EXISTS (SELECT FROM stock_counters c WHERE c.id = p.id AND c.sold + c.held = 0) RETURNING id)
     DELETE FROM stock_counters c USING gone WHERE c.id = gone.id`,
    [id],
  );
}

/** Deletes the pools of a night that was never ordered, and takes its types out of them. */
export async function deletePools(client: Sql, night: string): Promise<void> {
  await client.query(
    "UPDATE tickets SET pool_id = NULL WHERE pool_id IN (SELECT id FROM pools WHERE event_id = $1)",
    [night],
  );
  await client.query(
    `WITH gone AS (DELETE FROM pools WHERE event_id = $1 RETURNING id)
     DELETE FROM stock_counters c USING gone WHERE c.id = gone.id`,
    [night],
  );
}
