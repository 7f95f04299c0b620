import { eq } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { profiles } from "./people-tables.server.ts";

/**
 * Whether this person may do it now. The role is locked: it cannot change before the transaction ends. The role that
 * the person had when the page was rendered proves nothing.
 */
export async function mayStillDo(
  sql: Sql,
  { userId }: { readonly userId: Uuid },
  act: Act,
): Promise<boolean> {
  const [person] = await builder(sql)
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("share");
  return mayDo(person ?? null, act);
}
