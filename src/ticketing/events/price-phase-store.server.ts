import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { PricePhase } from "./price-phase.ts";
import type { PhaseForm } from "./price-phase-form.ts";

export type StoredPhase = PricePhase & {
  readonly name: string;
  readonly endsAt: Date | null;
  /** How many tickets have this price; null for any number. */
  readonly tickets: number | null;
  readonly sold: number;
  readonly held: number;
};

/** The phases of a type in order. An act that changes them must have locked their counters. */
export async function readStoredPhases(client: Sql, ticketTypeId: string): Promise<StoredPhase[]> {
  const { rows } = await client.query<StoredPhase & { price: number }>(
    `SELECT f.id, f.name, f.price::float8 AS price, f.ends_at AS "endsAt", NULLIF(c.capacity, $2) AS tickets, c.sold, c.held,
       coalesce(f.ends_at <= statement_timestamp(), false) AS "isOver"
     FROM price_phases f JOIN stock_counters c ON c.id = f.id WHERE f.ticket_type_id = $1 ORDER BY f.no`,
    [ticketTypeId, noLimit],
  );
  return rows.map((row) => ({ ...row, price: bani(row.price) }));
}

type WantedPhase = Pick<PhaseForm, "id" | "name" | "price" | "endsAt" | "tickets">;

/**
 * Replaces the phases of a type, each with its counter. Kept phases keep their id and what they sold. The caller has
 * locked all saved counters and checked that removed phases have sold and hold nothing.
 */
export async function writePhases(
  client: Sql,
  ticketTypeId: string,
  savedPhases: readonly StoredPhase[],
  wantedPhases: readonly WantedPhase[],
): Promise<void> {
  const unusedIds = new Set(savedPhases.map(({ id }) => id));
  // an id that is not of this type, or occurs twice, becomes a new phase
  const phases = wantedPhases.map((phase) => {
    const isKept = unusedIds.delete(phase.id);
    return { ...phase, id: isKept ? phase.id : newId(), capacity: phase.tickets ?? noLimit };
  });
  await client.query("DELETE FROM price_phases WHERE ticket_type_id = $1", [ticketTypeId]);
  await client.query("DELETE FROM stock_counters WHERE kind = 'phase' AND id = ANY($1::uuid[])", [
    [...unusedIds],
  ]);
  await client.query(
    `INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'phase', capacity FROM unnest($1::uuid[], $2::int[]) AS p(id, capacity)
     ON CONFLICT (id) DO UPDATE SET capacity = excluded.capacity WHERE stock_counters.capacity <> excluded.capacity`,
    [phases.map(({ id }) => id), phases.map(({ capacity }) => capacity)],
  );
  await client.query(
    `INSERT INTO price_phases (id, ticket_type_id, no, name, price, ends_at)
     SELECT id, $1, no, name, price, ends_at FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[]) WITH ORDINALITY AS p(id, name, price, ends_at, no)`,
    [
      ticketTypeId,
      phases.map(({ id }) => id),
      phases.map(({ name }) => name),
      phases.map(({ price }) => price),
      phases.map(({ endsAt }) => endsAt),
    ],
  );
}

/** Deletes the phases of a type that was never ordered. The caller has locked their counters. */
export async function deletePhases(client: Sql, ticketTypeId: string): Promise<void> {
  await client.query(
    `WITH gone AS (DELETE FROM price_phases WHERE ticket_type_id = $1 RETURNING id)
     DELETE FROM stock_counters c USING gone WHERE c.id = gone.id AND c.kind = 'phase'`,
    [ticketTypeId],
  );
}
