import type { Invariant } from "./invariant.ts";

/** Conditions on the database server's settings, so that an acknowledged write survives a power cut. */
export const serverInvariants: readonly Invariant[] = [
  {
    id: "I31",
    promise: "Acknowledged writes are on the disk",
    sql: `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
  },
];
