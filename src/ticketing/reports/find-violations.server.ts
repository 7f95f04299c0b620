import type pg from "pg";
import { dataInvariants, type Invariant, serverInvariants } from "./data-invariants.ts";

export type Violation = {
  readonly id: string;
  readonly promise: string;
  /** The rows that break it, as the database shows them. */
  readonly rows: readonly Record<string, unknown>[];
};

/**
 * The invariants that do not hold, each with the rows that break it; an empty list when all is well. One read-only
 * snapshot for all of them, so it may run while orders are taken and settled. Needs a connection that may read every
 * row (the duty "settle", or the owner) and has no transaction open.
 */
export async function findViolations(
  client: pg.ClientBase,
  invariants: readonly Invariant[] = [...dataInvariants, ...serverInvariants],
): Promise<Violation[]> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    return await readViolations(client, invariants);
  } finally {
    await client.query("ROLLBACK");
  }
}

/** The same inside a transaction of the caller, who chooses its isolation. */
export async function readViolations(
  client: pg.ClientBase,
  invariants: readonly Invariant[],
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { id, promise, sql } of invariants) {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    if (rows.length > 0) found.push({ id, promise, rows });
  }
  return found;
}
