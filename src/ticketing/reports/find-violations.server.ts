import type { Sql } from "#platform/database/sql.ts";
import { dataInvariants } from "./data-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { serverInvariants } from "./server-invariants.ts";

export type Violation = {
  readonly id: string;
  readonly promise: string;
  /** The rows that violate it, as read from the database. */
  readonly rows: readonly Record<string, unknown>[];
};

/**
 * The violated invariants, each with its rows; an empty list when all hold. One read-only snapshot for all of them, so
 * it may run while orders are taken and settled. Needs a connection that may read every row (the duty "settle", or the
 * owner) and has no transaction open.
 */
export async function findViolations(
  client: Sql,
  invariants: readonly Invariant[] = [...dataInvariants, ...serverInvariants],
): Promise<Violation[]> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    return await readViolations(client, invariants);
  } finally {
    await client.query("ROLLBACK");
  }
}

/** The violated invariants, read in the caller's transaction with its isolation level. */
export async function readViolations(client: Sql, invariants: readonly Invariant[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { id, promise, sql, values = [] } of invariants) {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    if (rows.length > 0) found.push({ id, promise, rows });
  }
  return found;
}
